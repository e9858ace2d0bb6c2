/* test_frames.c: a contact that is no centred circle turns with its body: against check values of an independent solver (closed
 * forms over edges, DOP853 at 1e-12), against itself turned, by energy and by its Jacobian.
 * SPDX-License-Identifier: MIT */
#include "support/hdf5_file.h"
#include "support/run_program.h"

#include <contensou/eval.h>
#include <contensou/regularised.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { most_rows = 64, columns = 7 };

#define RECTANGLE "--shape rectangle:1,0.4 --center 0.3,0.1"

/* The rows of a CSV that 'contensou run free_disk' wrote: t, x, y, phi, vx, vy, omega. */
static int read_rows(const char *text, double row[most_rows][columns])
{
    int count = 0;

    for (text += strcspn(text, "\n") + 1; *text && count < most_rows; ++count)
        for (int k = 0; k < columns; ++k) {
            char *end;

            row[count][k] = strtod(text, &end);
            text = end + 1;
        }
    return count;
}

static void run_disk(const char *contact, const double start[4], const char *rest,
                     double row[most_rows][columns], int wanted)
{
    struct run_result result =
        run_well("run free_disk %s --init phi=%.17g,vx=%.17g,vy=%.17g,omega=%.17g --quiet %s",
                 contact, start[0], start[1], start[2], start[3], rest);

    assert_int_equal(read_rows(result.out, row), wanted);
    run_free(&result);
}

/* check-values/frames.json; at rest from t = 1.57815 on. */
static void a_rectangle_off_centre_comes_to_rest_where_it_must(void **state)
{
    static const double known[][columns] = {
        {0.25, 0.23154437602287817, 0.06307185413832626, -0.4649627075645762, 0.849949285481602,
         0.20747882080046579, -1.7167204517997459},
        {0.5, 0.42417433907341023, 0.10487908613043938, -0.8569240473122086, 0.6897831763822159,
         0.1288400901101927, -1.4165451787313437},
        {0.75, 0.5758100624297507, 0.12845564036501136, -1.1722517103651007, 0.5221951821352915,
         0.06196393074023715, -1.1044033417782952},
        {1, 0.6848819699161536, 0.13712916765114946, -1.4083320307853513, 0.35002345391067907,
         0.010308395548844499, -0.7826505104486863},
        {2, 0.7763543261569583, 0.12824366574041854, -1.6364348200276146, 0, 0, 0}};
    static const double start[] = {0, 1, 0.3, -2};
    double row[most_rows][columns];

    (void)state;
    run_disk(RECTANGLE, start,
             "--law integral --set k_sq=0.4,law.eps=0 --stepper event --time 0.25,0.5,0.75,1,2",
             row, 5);
    for (int i = 0; i < 5; ++i)
        for (int k = 0; k < columns; ++k)
            if (!(fabs(row[i][k] - known[i][k]) <= 1e-10))
                fail_msg("t = %g, column %d: %.17g, not %.17g", known[i][0], k, row[i][k],
                         known[i][k]);
}

/* Whose the pattern is: x, y, phi, vx, vy, omega at t = 1, by quadrature in polar coordinates about the centre of rotation and DOP853 at
 * 1e-12 (scipy), right to 1e-8 where that centre passes an edge. */
struct known {
    const char *contact;
    double end[columns - 1];
};

static void runs_to(const struct known *known, size_t count)
{
    static const double start[] = {0, 1, 0.3, -2};

    run_write_file("triangle.csv", "x,y\n-0.6,-0.5\n0.9,-0.4\n0.1,0.7\n");
    for (size_t i = 0; i < count; ++i) {
        double row[most_rows][columns];

        run_disk(known[i].contact, start, "--law integral --time 0,1", row, 2);
        for (int k = 1; k < columns; ++k)
            if (!(fabs(row[1][k] - known[i].end[k - 1]) <= 3e-8))
                fail_msg("%s, column %d: %.17g, not %.12g", known[i].contact, k, row[1][k],
                         known[i].end[k - 1]);
    }
}

static void a_pattern_is_of_the_body_or_of_the_ground(void **state)
{
    static const struct known known[] = {
        {"--shape disk --anisotropy 3,0.4",
         {0.622643261868, 0.279641053982, -1.35264483366, 0.397279681933, 0.285483972154,
          -0.637241636167}},
        {"--shape disk --anisotropy 3,0.4,ground",
         {0.583594991893, 0.137630474697, -1.38073467675, 0.22836802288, 0.00516500995167,
          -0.706353886157}},
        {"--shape rectangle:1,0.4 --tilt 0.3,0.2 --anisotropy 0.5,0.4 --frame ground",
         {0.778247656516, 0.345514609433, -1.4030233062, 0.557373878749, 0.344485375395,
          -0.830217822402}}};

    (void)state;
    runs_to(known, 3);
}

/* One program has both frames: the law sees an anisotropy that turns against the shape. */
static void shape_and_anisotropy_are_of_two_bodies(void **state)
{
    static const struct known known[] = {
        {"--shape rectangle:1,0.4 --center 0.3,0.1 --anisotropy 3,0.4,ground",
         {0.465078430866, 0.0718660803814, -1.36160529261, 0.0491822021869, -0.0959926125598,
          -0.4982764917}},
        {"--shape polygon:triangle.csv --tilt 0.2,1 --anisotropy 0.4,1,body --frame ground",
         {0.730509965078, 0.343406434819, -1.67105218507, 0.509448104945, 0.198054918186,
          -1.36983853675}},
        {"--shape ellipse:1,0.3 --tilt 0.4,0.5 --anisotropy 2,0.4,ground",
         {0.625150696652, 0.211980956778, -1.64927406812, 0.378786873297, 0.116839139567,
          -1.19004812114}}};

    (void)state;
    runs_to(known, 3);
    run_finish(
        "run pendulum --init phi=0.5,phidot=3,Xdot=0.1 --law integral --shape ellipse:1,0.4 "
        "--anisotropy 3,0.4,ground --set law.eps=1e-3 --time 0,0.01 --check-jacobian --quiet");
    run_finish("run disk_belt --init phi=0.6,xdot=0.4,phidot=-0.3 --law integral --shape "
               "rectangle:1,0.4 --frame ground --anisotropy 3,0.4,body --set law.eps=1e-3 --time "
               "0,0.01 --check-jacobian --quiet");
}

/* At the angle 0, and so at any, it is the law of the shape in its plain coordinates, near and far from rotation about a point. */
static void the_law_of_two_frames_is_that_of_one(void **state)
{
    static const char *const shapes[] = {"rectangle:1,0.4", "polygon:triangle.csv", "ellipse:1,0.3",
                                         "disk"};
    enum { slips = 600 };
    struct contensou_device *device;
    struct contensou_error err;

    (void)state;
    run_write_file("triangle.csv", "x,y\n-0.6,-0.5\n0.9,-0.4\n0.1,0.7\n");
    assert_int_equal(contensou_device_open(&device, NULL, &err), CONTENSOU_OK);
    for (size_t i = 0; i < 4; ++i) {
        struct contensou_patch_spec spec = {.size = sizeof spec,
                                            .shape = shapes[i],
                                            .tilt_k = 0.3,
                                            .tilt_beta = 0.4,
                                            .center = {0.2, 0.1},
                                            .anisotropy = {i % 2 ? 0.2 : 6, 0.7},
                                            .anisotropy_frame = CONTENSOU_FRAME_GROUND};
        const struct contensou_eval_options options = {.size = sizeof options, .jacobian = 1};
        struct contensou_patch *two, *one;
        struct contensou_regularised *law;
        struct contensou_eval *eval;
        double slip[3 * slips], got[3 * slips], exact[3 * slips];
        double by[9 * slips], exact_by[9 * slips];

        for (int k = 0; k < slips;
             ++k) { /* every third is nearly, every thirtieth wholly a translation */
            const double theta = k % 30 == 0 ? 0 : k % 3 ? -1.5 + 3.0 * k / slips : 1e-4 * k;

            slip[k] = cos(theta) * cos(2.4 * k);
            slip[slips + k] = cos(theta) * sin(2.4 * k);
            slip[2 * slips + k] = sin(theta);
        }
        assert_int_equal(contensou_patch_create(&two, &spec, &err), CONTENSOU_OK);
        spec.anisotropy_frame = CONTENSOU_FRAME_BODY;
        assert_int_equal(contensou_patch_create(&one, &spec, &err), CONTENSOU_OK);
        assert_int_equal(contensou_regularised_create(&law, two, device, "integral", "law.eps=0",
                                                      &options, &err),
                         CONTENSOU_OK);
        assert_int_equal(contensou_eval_create(&eval, one, device, &options, &err), CONTENSOU_OK);
        assert_int_equal(contensou_regularised_run(law, slips, slip, got, by, &err), CONTENSOU_OK);
        assert_int_equal(contensou_eval_run(eval, slips, slip, exact, exact_by, &err),
                         CONTENSOU_OK);
        for (int k = 0; k < 9 * slips; ++k) {
            if (k < 3 * slips && !(fabs(got[k] - exact[k]) <= 3e-12))
                fail_msg("%s, slip %d: %.17g, not %.17g", shapes[i], k % slips, got[k], exact[k]);
            if (!(fabs(by[k] - exact_by[k]) <= 1e-10 * (1 + fabs(exact_by[k]))))
                fail_msg("%s, slope %d: %.17g, not %.17g", shapes[i], k, by[k], exact_by[k]);
        }
        contensou_eval_free(eval);
        contensou_regularised_free(law);
        contensou_patch_free(one);
        contensou_patch_free(two);
    }
    contensou_device_close(device);
}

/* The disk of disk_belt slips over the belt at rest, under a contact whose middle lies at -(cx, cy) from the reference point:
 * T = (-1, 0), M = -(cx sin phi + cy cos phi), x = mu_bar - k12 phi, mu_bar M + k12 x + phi = 0. */
static void equilibria_know_the_angle(void **state)
{
    for (int ground = 0; ground < 2; ++ground) {
        struct run_result result =
            run_well("equilibrium disk_belt --shape disk --center 0.3,0.1 --law integral --set "
                     "k12=0.2 --starts 0 --quiet %s",
                     ground ? "--init x=5.1,phi=-0.5 --frame ground" : "--init x=5.5,phi=-2.4");
        const char *row = strstr(result.out, "\n1,regular,");
        double x, phi, M;

        (void)state;
        assert_non_null(row);
        assert_int_equal(sscanf(row, "\n1,regular,%lf,%lf", &x, &phi), 2);
        M = ground ? -0.1 : -0.3 * sin(phi) - 0.1 * cos(phi);
        assert_true(fabs(x - 5 + 0.2 * phi) < 1e-7);
        assert_true(fabs(5 * M + 0.2 * x + phi) < 1e-7);
        assert_true(fabs(phi) > 0.5);
        run_free(&result);
    }
}

/* In the axes of the contact a body on an isotropic mass has the same transitions at every angle, and no drive of its own. */
static void transitions_are_in_the_axes_of_the_contact(void **state)
{
    char text[2][20000] = {"", ""}, *a, *b;
    int numbers = 0;

    (void)state;
    for (int i = 0; i < 2; ++i) {
        FILE *file;

        run_finish("transitions --system free_disk --shape rectangle:1,0.4 --center 0.2,0.1 --init "
                   "phi=%g -o transitions.json --force",
                   0.7 * i);
        file = fopen("transitions.json", "r");
        assert_non_null(file);
        assert_true(fread(text[i], 1, sizeof text[i] - 1, file) > 0);
        fclose(file);
    }
    a = strstr(text[0], "\"fixed_points\"");
    b = strstr(text[1], "\"fixed_points\"");
    assert_non_null(a);
    assert_non_null(b);
    for (char *end; *a && strncmp(a, "\"parameters\"", 12) != 0; ++a, ++b) {
        const double x = strtod(a, &end);

        if (end != a) {
            char *other;

            assert_true(fabs(strtod(b, &other) - x) < 1e-6);
            a = end;
            b = other;
            ++numbers;
        }
        assert_int_equal(*a, *b);
    }
    assert_true(numbers > 20);
}

/* What is recorded, and what is refused, in one sentence. */
static void frames_are_recorded_and_refused(void **state)
{
    struct run_result systems = run_well("list systems");

    (void)state;
    assert_non_null(strstr(systems.out, "frame  the contact turns with phi (--frame body)"));
    run_free(&systems);
    run_finish("run free_disk --shape disk --anisotropy 2,0.3,ground --time 0,0.1 --quiet -o a.h5");
    assert_string_equal(hdf5_file_text("a.h5", "parameters/contact", "frame"), "body");
    assert_string_equal(hdf5_file_text("a.h5", "parameters/contact", "anisotropy_frame"), "ground");
    run_finish(
        "fit --shape ellipse:1,0.5 --anisotropy 2,0.3,ground --model I00 -o two.json --quiet");
    run_refuse("run free_disk --law two.json --time 1",
               "of the body and its anisotropy of the ground", "the law integral");
    run_finish("run free_disk --law two.json --frame ground --time 0,0.1 --quiet");
    run_refuse("run free_disk --shape rectangle:1,0.4 --anisotropy 3,0.4,ground --time 1 --stepper "
               "event",
               "event", "one frame for both");
    run_refuse("run free_disk --frame sky --time 1", "sky", "body, ground");
    run_refuse("run free_disk --anisotropy 2,0,sky --time 1", "sky", "body, ground");
    run_refuse("run lorenz --frame ground --time 1", "--frame", "no contact");
    run_refuse("run block_belt --frame ground --time 1", "--frame", "no contact");
    run_refuse("transitions --mass 1,0,0,1,0,1 --drive 1,0,0 --frame ground", "--frame", "--shape");
}

/* A user's system without a frame is told so where the contact has axes, unless that is meant. */
static void a_system_without_a_frame_is_told_so(void **state)
{
    static const struct {
        const char *traits, *contact;
        int told;
    } ways[] = {{"", "--shape ellipse:1,0.3", 1},
                {"", "--shape disk --center 0.1,0", 1},
                {"", "--shape disk", 0},
                {"", "--shape ellipse:1,0.3 --frame ground", 0},
                {" | trait_frame_fixed", "--shape ellipse:1,0.3", 0}};

    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; ++i)
        for (int branch = 0; branch < (i ? 1 : 2); ++branch) {
            char text[1500];
            struct run_result result;

            snprintf(
                text, sizeof text,
                "#define SYSTEM_STATES(S) S(a, 0, \"rad\", \"\") S(w, 1, \"1/s\", \"\")\n"
                "#define SYSTEM_FIELDS(F) F(k, 1, \"-\", \"\")\n"
                "define_states(system, SYSTEM_STATES);\n"
                "define_fields(system_params, SYSTEM_FIELDS);\n"
                "enum { system_traits = trait_autonomous%s };\n"
                "static inline struct slip system_slip(const struct system_params *p, real t,\n"
                "    const struct system_states *y)\n"
                "{ struct slip s; s.vx = 1.0; s.vy = 0.0; s.w = y->w; return s; }\n"
                "static inline void system_motion(const struct system_params *p, real t,\n"
                "    const struct system_states *y, struct wrench f, struct system_states *dy)\n"
                "{ dy->a = y->w; dy->w = -f.M - p->k * y->a; }\n",
                ways[i].traits);
            run_write_file("own.h", text);
            result = run_well(branch ? "equilibrium --system-file own.h --law I00 %s --quiet"
                                     : "run --system-file own.h --law I00 %s --time 0,0.1 --quiet",
                              ways[i].contact);
            assert_int_equal(strstr(result.err, "system_frame") != NULL, ways[i].told);
            run_free(&result);
        }
}

/* Body and start turned by an angle give the motion turned by it. */
static void a_turn_of_body_and_start_turns_the_motion(void **state)
{
    static const char *const contacts[] = {"--law integral --shape ellipse:1,0.3 --tilt 0.4,0.5",
                                           "--law pade2 --tilt 0.5,0.3"};
    static const double start[] = {0, 1, 0.3, -2};

    (void)state;
    for (size_t i = 0; i < sizeof contacts / sizeof *contacts; ++i) {
        const double angle = i % 2 ? acos(-1) / 2 : 0.7, c = cos(angle), s = sin(angle);
        const double turned[] = {angle, c * start[1] - s * start[2], s * start[1] + c * start[2],
                                 start[3]};
        const char *rest = "--set law.eps=1e-4 --time 0:1.2:5";
        double one[most_rows][columns], two[most_rows][columns];

        run_disk(contacts[i], start, rest, one, 5);
        run_disk(contacts[i], turned, rest, two, 5);
        for (int k = 0; k < 5; ++k) {
            const double x = c * one[k][1] - s * one[k][2], y = s * one[k][1] + c * one[k][2];
            const double off = fmax(fmax(fabs(two[k][1] - x), fabs(two[k][2] - y)),
                                    fabs(two[k][3] - one[k][3] - angle));

            if (!(off <= 1e-8))
                fail_msg("%s: %g apart at t = %g", contacts[i], off, one[k][0]);
        }
        if (!(fabs(one[4][2]) > 0.01 && fabs(one[4][3]) > 0.5))
            fail_msg("%s: hardly turns", contacts[i]);
    }
}

/* Friction takes energy whatever the angle: (v^2 + k_sq omega^2)/2 falls all the time. */
static void friction_takes_energy_at_every_angle(void **state)
{
    static const double start[] = {0, 0.3, 0.2, 6};
    double row[most_rows][columns], before = INFINITY;

    (void)state;
    run_disk("--law integral --shape ellipse:1,0.2 --center 0.4,0.1", start,
             "--set k_sq=0.6,law.eps=1e-6 --time 0:4:41", row, 41);
    for (int i = 0; i < 41; ++i) {
        const double energy =
            row[i][4] * row[i][4] + row[i][5] * row[i][5] + 0.6 * row[i][6] * row[i][6];

        if (!(energy < before || energy < 1e-9))
            fail_msg("t = %g: %.17g after %.17g", row[i][0], energy, before);
        before = energy;
    }
}

/* --check-jacobian refuses a Jacobian that differences do not confirm. */
static void the_jacobian_has_the_terms_of_the_turn(void **state)
{
    (void)state;
    run_finish("run free_disk --init phi=0.7,vx=1,vy=0.3,omega=-2 --law I11 --shape ellipse:1,0.4 "
               "--set law.eps=1e-3 --time 0,0.01 --check-jacobian --quiet");
    run_finish("run pendulum --init phi=0.5,phidot=3,Xdot=0.1 --law I11 --shape ellipse:1,0.4 "
               "--set law.eps=1e-3 --time 0,0.01 --check-jacobian --quiet");
    run_finish("run disk_belt --init phi=0.6,xdot=0.4,phidot=-0.3 --law I11 --shape ellipse:1,0.4 "
               "--set law.eps=1e-3 --time 0,0.01 --check-jacobian --quiet");
}

/* The disk of disk_belt cannot move across the belt: what guides it bears the friction there. An ellipse at 0.8 rad sticks until the load
 * (Gamma, Omega)/mu_bar = max (Gamma vx + Omega w)/Phi(vx, 0, w) over slips along the belt: t = 22.953365, by a sum over its
 * area. Its limit surface cut at Ty = 0 would let it go at 22.4936, in no direction. */
static void a_guide_bears_the_friction_along_what_it_holds(void **state)
{
    struct run_result result = run_well(
        "sweep disk_belt --shape ellipse:1,0.3 --law integral --set k12=0.2 --init "
        "phi=0.8,xdot=0.15 --stepper event --time 30 --vary c=1e-4 --observe events --quiet");
    const char *row = strchr(result.out, '\n');

    (void)state;
    assert_non_null(row);
    assert_int_equal(strncmp(row, "\n0,0.0001,0,22.953", 18), 0);
    assert_true(fabs(strtod(row + 12, NULL) - 22.953365) < 1e-5);
    assert_null(strstr(result.out, "\n0,0.0001,1,"));
    run_free(&result);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rectangle_off_centre_comes_to_rest_where_it_must),
        cmocka_unit_test(a_pattern_is_of_the_body_or_of_the_ground),
        cmocka_unit_test(shape_and_anisotropy_are_of_two_bodies),
        cmocka_unit_test(the_law_of_two_frames_is_that_of_one),
        cmocka_unit_test(equilibria_know_the_angle),
        cmocka_unit_test(transitions_are_in_the_axes_of_the_contact),
        cmocka_unit_test(frames_are_recorded_and_refused),
        cmocka_unit_test(a_system_without_a_frame_is_told_so),
        cmocka_unit_test(a_turn_of_body_and_start_turns_the_motion),
        cmocka_unit_test(friction_takes_energy_at_every_angle),
        cmocka_unit_test(the_jacobian_has_the_terms_of_the_turn),
        cmocka_unit_test(a_guide_bears_the_friction_along_what_it_holds),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, run_enter_folder, run_leave_folder);
}

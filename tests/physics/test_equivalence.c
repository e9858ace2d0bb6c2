/* test_equivalence.c: the same patch described in two ways, or seen from another side, gives the same
 * wrench. 1e-13 unless said otherwise: both sides are good to about 1e-14.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "problems/patches.h"
#include "support/agreement.h"

static char folder[] = CONTENSOU_SCRATCH_DIR "/equivalence_XXXXXX";
static char path[sizeof folder + 16], shape[sizeof path + 16];

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/shape.csv", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

/* The patch of a file with this text. */
static struct contensou_patch *from_text(const char *kind, const char *text,
                                         struct contensou_patch_spec spec)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    snprintf(shape, sizeof shape, "%s:%s", kind, path);
    spec.shape = shape;
    return patches_make(&spec);
}

static struct contensou_patch *of(const char *name, const char *pressure, double k, double beta)
{
    const struct contensou_patch_spec spec = {
        .size = sizeof spec, .shape = name, .pressure = pressure, .tilt_k = k, .tilt_beta = beta};

    return patches_make(&spec);
}

/* Slips and wrenches of the second patch in the first one's terms. */
typedef void (*change)(const double from[3], double to[3]);

static void as_it_is(const double from[3], double to[3])
{
    memcpy(to, from, 3 * sizeof *to);
}

/* One patch against another: wrench_two(slip') = wrench_one(slip)', ' by the given change of
 * vectors, which must be the same for slips and wrenches. Frees both. */
static void same(struct agreement *a, struct contensou_patch *one, struct contensou_patch *two,
                 change to_two)
{
    const double radius = contensou_patch_radius(one);
    struct slips s = slips_for(one, 5, 200), t = {0};
    struct agreement_result first = agreement_host(one, &s, NULL, 0), second;

    for (size_t i = 0; i < s.n; ++i) {
        double slip[3];

        to_two((const double[3]){s.value[i], s.value[s.n + i], s.value[2 * s.n + i]}, slip);
        slips_add(&t, slip[0], slip[1], slip[2]);
    }
    slips_seal(&t);
    second = agreement_host(two, &t, NULL, 0);
    for (size_t i = 0; i < s.n; ++i) {
        const double *w = first.wrench;
        double expected[3];

        to_two((const double[3]){w[i], w[s.n + i], w[2 * s.n + i]}, expected);
        agreement_wrench(a, a->what, radius, &t, i, &second, expected);
    }
    agreement_free(&first);
    agreement_free(&second);
    slips_free(&s);
    slips_free(&t);
    contensou_patch_free(one);
    contensou_patch_free(two);
}

static void special_powers_are_the_named_pressures(void **state)
{
    struct agreement a = {.what = "named pressures", .bound = 1e-13};

    (void)state;
    same(&a, of("disk", "power:0.5", 0.4, 1), of("disk", "hertz", 0.4, 1), as_it_is);
    same(&a, of("disk", "power:0", 0, 0), of("disk", "uniform", 0, 0), as_it_is);
    same(&a, of("ellipse:1,0.5", "power:1", 0, 0), of("ellipse:1,0.5", "parabolic", 0, 0),
         as_it_is);
    same(&a, of("ellipse:1,0.5", "power:-0.5", 0.3, 0), of("ellipse:1,0.5", "boussinesq", 0.3, 0),
         as_it_is);
    /* nearly the same exponent: the general power function against its special case */
    same(&a, of("disk", "power:0.50000000000001", 0, 0), of("disk", "hertz", 0, 0), as_it_is);
    same(&a, of("ellipse:1,0.5", "power:1e-14", 0, 0), of("ellipse:1,0.5", "uniform", 0, 0),
         as_it_is);
    agreement_finish(&a);
}

/* 1 + 1e-14: the formulas of the ellipse, not those of the disk. */
static void round_ellipses_are_disks(void **state)
{
    static const char *const pressure[] = {"uniform", "hertz", "boussinesq", "power:0.3"};
    struct agreement a = {.what = "round ellipses", .bound = 2e-13};

    (void)state;
    for (int i = 0; i < 4; ++i) {
        same(&a, of("disk", pressure[i], 0, 0), of("ellipse:1,1", pressure[i], 0, 0), as_it_is);
        same(&a, of("disk", pressure[i], 0.5, 2),
             of("ellipse:1,0.99999999999999", pressure[i], 0.5, 2), as_it_is);
    }
    agreement_finish(&a);
}

static void rectangle_is_the_same_as_polygon_and_as_map(void **state)
{
    const char *outline = "x,y\n-1,-0.5\n1,-0.5\n1,0.5\n-1,0.5\n";
    const char *backwards = "x,y\n1,0.5\n-1,0.5\n-1,-0.5\n0.3,-0.5\n1,-0.5\n1,0\n";
    const char *grid = "x_min,x_max,y_min,y_max\n-1,1,-0.5,0.5\n2,2,2\n2,2,2\n";
    const struct contensou_patch_spec plain = {.size = sizeof plain},
                                      tilted = {
                                          .size = sizeof tilted, .tilt_k = 0.6, .tilt_beta = 0.7};
    struct agreement a = {.what = "rectangles", .bound = 1e-13};

    (void)state;
    same(&a, of("rectangle:1,0.5", NULL, 0, 0), from_text("polygon", outline, plain), as_it_is);
    same(&a, of("rectangle:1,0.5", NULL, 0, 0), from_text("polygon", backwards, plain), as_it_is);
    same(&a, of("rectangle:1,0.5", NULL, 0, 0), from_text("map", grid, plain), as_it_is);
    same(&a, of("rectangle:1,0.5", NULL, 0.6, 0.7), from_text("polygon", outline, tilted),
         as_it_is);
    same(&a, of("rectangle:1,0.5", NULL, 0.6, 0.7), from_text("map", grid, tilted), as_it_is);
    agreement_finish(&a);
}

static const double turn = 0.9;

static void rotated(const double from[3], double to[3])
{
    to[0] = cos(turn) * from[0] - sin(turn) * from[1];
    to[1] = sin(turn) * from[0] + cos(turn) * from[1];
    to[2] = from[2];
}

static void quarter_turned(const double from[3], double to[3])
{
    to[0] = -from[1];
    to[1] = from[0];
    to[2] = from[2];
}

/* x -> -x: forces change their x, torques and spins their sign. */
static void mirrored(const double from[3], double to[3])
{
    to[0] = -from[0];
    to[1] = from[1];
    to[2] = -from[2];
}

static const double corner[5][2] = {{-0.6, -0.4}, {0.8, -0.3}, {0.9, 0.2}, {0.1, 0.9}, {-0.3, 0.4}};

/* A five-cornered polygon after a change of vectors, counter-clockwise in any case. */
static struct contensou_patch *pentagon(change by, struct contensou_patch_spec spec)
{
    char text[600] = "x,y\n";
    double two[5][3], area = 0;

    for (int i = 0; i < 5; ++i)
        by((const double[3]){corner[i][0], corner[i][1], 0}, two[i]);
    for (int i = 0; i < 5; ++i)
        area += two[i][0] * two[(i + 1) % 5][1] - two[i][1] * two[(i + 1) % 5][0];
    for (int i = 0; i < 5; ++i) {
        const double *p = two[area > 0 ? i : 4 - i];

        snprintf(text + strlen(text), sizeof text - strlen(text), "%.17g,%.17g\n", p[0], p[1]);
    }
    return from_text("polygon", text, spec);
}

/* The tilt's direction is (cos beta, -sin beta): turning by t takes beta to beta - t. */
static void turned_patches_turn_the_wrench(void **state)
{
    const struct contensou_patch_spec tilt = {.size = sizeof tilt, .tilt_k = 0.5, .tilt_beta = 0.2};
    const struct contensou_patch_spec turned = {
        .size = sizeof turned, .tilt_k = 0.5, .tilt_beta = 0.2 - turn};
    struct agreement a = {.what = "turned patches", .bound = 1e-13};
    const double pi = 3.14159265358979323846;

    (void)state;
    same(&a, of("disk", "uniform", 0, 0), of("disk", "uniform", 0, 0), rotated);
    same(&a, of("disk", "hertz", 0.7, 0.3), of("disk", "hertz", 0.7, 0.3 - turn), rotated);
    same(&a, of("annulus:0.5", NULL, 0.7, 0.3), of("annulus:0.5", NULL, 0.7, 0.3 - turn), rotated);
    same(&a, pentagon(as_it_is, tilt), pentagon(rotated, turned), rotated);
    same(&a, of("ellipse:1,0.3", "uniform", 0, 0), of("ellipse:0.3,1", "uniform", 0, 0),
         quarter_turned);
    same(&a, of("ellipse:1,0.3", "power:0.3", 0.5, 1),
         of("ellipse:0.3,1", "power:0.3", 0.5, 1 - pi / 2), quarter_turned);
    agreement_finish(&a);
}

static void mirrored_patches_mirror_the_wrench(void **state)
{
    const struct contensou_patch_spec tilt = {.size = sizeof tilt, .tilt_k = 0.5, .tilt_beta = 0.2};
    const double pi = 3.14159265358979323846;
    const struct contensou_patch_spec other = {
        .size = sizeof other, .tilt_k = 0.5, .tilt_beta = pi - 0.2};
    struct agreement a = {.what = "mirrored patches", .bound = 1e-13};

    (void)state;
    same(&a, of("disk", "power:2", 0.7, 0.3), of("disk", "power:2", 0.7, pi - 0.3), mirrored);
    same(&a, of("ellipse:1,0.3", "hertz", 0.7, 0.3), of("ellipse:1,0.3", "hertz", 0.7, pi - 0.3),
         mirrored);
    same(&a, pentagon(as_it_is, tilt), pentagon(mirrored, other), mirrored);
    agreement_finish(&a);
}

/* Opposite tilts and opposite slips: (x, y) -> (-x, -y) turns by pi. */
static void opposite(const double from[3], double to[3])
{
    for (int k = 0; k < 3; ++k)
        to[k] = -from[k];
}

static void opposite_slips_give_opposite_wrenches(void **state)
{
    struct agreement a = {.what = "opposite slips", .bound = 1e-15};

    (void)state;
    for (size_t p = 0; p < patches_count; ++p)
        same(&a, patches_make(&patches_all[p].spec), patches_make(&patches_all[p].spec), opposite);
    agreement_finish(&a);
}

static const double shift[2] = {0.7, -1.1};

/* The slip at the point shift away is v + w z x shift. */
static void slip_seen_there(const double from[3], double to[3])
{
    to[0] = from[0] - from[2] * shift[1];
    to[1] = from[1] + from[2] * shift[0];
    to[2] = from[2];
}

/* The same forces; the torque about the other point is M - shift x T. The slip there is rounded by
 * shift/size ulp, 260 for the small ellipse. */
static void moved_reference_point_moves_the_torque(void **state)
{
    struct agreement a = {.what = "moved reference points", .bound = 1e-12};

    (void)state;
    for (size_t p = 0; p < patches_count; ++p) {
        struct contensou_patch_spec spec = patches_all[p].spec;
        struct contensou_patch *one = patches_make(&spec), *two;
        struct slips s = slips_for(one, 9, 100), t = {0};
        struct agreement_result first = agreement_host(one, &s, NULL, 0), second;

        spec.center[0] += shift[0];
        spec.center[1] += shift[1];
        two = patches_make(&spec);
        for (size_t i = 0; i < s.n; ++i) {
            double slip[3];

            slip_seen_there((const double[3]){s.value[i], s.value[s.n + i], s.value[2 * s.n + i]},
                            slip);
            slips_add(&t, slip[0], slip[1], slip[2]);
        }
        slips_seal(&t);
        second = agreement_host(two, &t, NULL, 0);
        for (size_t i = 0; i < s.n; ++i) {
            const double Tx = first.wrench[i], Ty = first.wrench[s.n + i];
            const double M = first.wrench[2 * s.n + i];

            agreement_wrench(&a, patches_all[p].name, 1, &t, i, &second,
                             (const double[3]){Tx, Ty, M - (shift[0] * Ty - shift[1] * Tx)});
        }
        agreement_free(&first);
        agreement_free(&second);
        slips_free(&s);
        slips_free(&t);
        contensou_patch_free(one);
        contensou_patch_free(two);
    }
    agreement_finish(&a);
}

static struct contensou_patch *taken(enum contensou_status status, struct contensou_patch **patch,
                                     const struct contensou_error *err)
{
    if (status)
        print_message("%s\n", err->message);
    assert_int_equal(status, CONTENSOU_OK);
    return *patch;
}

/* The same numbers from memory and from a file. */
static void arrays_are_the_same_as_files(void **state)
{
    const struct contensou_patch_spec tilted = {
        .size = sizeof tilted, .tilt_k = 0.3, .tilt_beta = 0.7, .center = {0.1, -0.2}};
    const double corners[] = {-1, 1, 1, -1, 0, 0, 0.5, -0.5, -0.5, 0.5, 0.5, -0.25, 0.25, 0};
    const double cell[] = {1, -0.5, -0.5, 0, 0.8, -0.8, 1, 2, 0.5, 3, 1, 2};
    const double pressure[] = {1, 2, 0, 3, 4, 5};
    struct agreement a = {.what = "arrays", .bound = 1e-13};
    struct contensou_patch *p;
    struct contensou_error err;

    (void)state;
    same(
        &a,
        taken(contensou_patch_create_polygon(&p, &tilted, corners, (const size_t[]){4, 3}, 2, &err),
              &p, &err),
        from_text("polygon", "x,y\n-1,-0.5\n1,-0.5\n1,0.5\n-1,0.5\n\n0,-0.25\n0,0.25\n0.5,0\n",
                  tilted),
        as_it_is);
    same(&a,
         taken(contensou_patch_create_map(&p, &tilted, (const double[]){-1, -0.5},
                                          (const double[]){0.5, 0.4}, 3, 2, pressure, &err),
               &p, &err),
         from_text("map", "x_min,x_max,y_min,y_max\n-1,0.5,-0.5,0.3\n1,2,0\n3,4,5\n", tilted),
         as_it_is);
    same(&a, taken(contensou_patch_create_cells(&p, &tilted, cell, 3, &err), &p, &err),
         from_text("cells", "x,y,area,pressure\n1,0,1,3\n-0.5,0.8,2,1\n-0.5,-0.8,0.5,2\n", tilted),
         as_it_is);
    agreement_finish(&a);
}

/* Three feet: the sum of their loads times the directions in which they slide. */
static void three_feet_are_three_directions(void **state)
{
    const double cell[] = {1, -0.5, -0.5, 0, 0.8, -0.8, 1, 1, 1, 3, 2, 1};
    const double slip[3] = {0.3, -0.4, 0.7};
    double wrench[3], expected[3] = {0};
    struct contensou_patch *p;
    struct contensou_error err;

    (void)state;
    taken(contensou_patch_create_cells(&p, NULL, cell, 3, &err), &p, &err);
    assert_int_equal(contensou_eval_reference(p, NULL, 1, slip, wrench, NULL, &err), CONTENSOU_OK);
    for (int i = 0; i < 3; ++i) {
        const double x = cell[i], y = cell[3 + i], load = cell[9 + i] / 6;
        const double vx = slip[0] - slip[2] * y, vy = slip[1] + slip[2] * x, v = hypot(vx, vy);

        expected[0] += load * vx / v;
        expected[1] += load * vy / v;
        expected[2] += load * (x * vy - y * vx) / v;
    }
    for (int k = 0; k < 3; ++k)
        assert_true(fabs(wrench[k] - expected[k]) <= 1e-15);
    contensou_patch_free(p);
}

static void arrays_that_are_no_contact_are_refused(void **state)
{
    const double bow[] = {0, 1, 0, 1, 0, 1, 1, 0}, bad[] = {0, 0, -1, 1};
    struct contensou_patch *p;
    struct contensou_error err;

    (void)state;
    assert_int_equal(contensou_patch_create_polygon(&p, NULL, bow, (const size_t[]){4}, 1, &err),
                     CONTENSOU_EINPUT);
    assert_non_null(strstr(err.message, "from corner 1 meets the edge from corner 3"));
    assert_null(p);
    assert_int_equal(contensou_patch_create_cells(&p, NULL, bad, 1, &err), CONTENSOU_EINPUT);
    assert_non_null(strstr(err.message, "the cell 1 needs"));
    assert_int_equal(contensou_patch_create_map(&p, NULL, bad, bow, 1, 1, bow, &err),
                     CONTENSOU_EINPUT);
    assert_non_null(strstr(err.message, "a spacing above 0"));
    assert_int_equal(contensou_patch_create_cells(
                         &p,
                         &(struct contensou_patch_spec){.size = sizeof(struct contensou_patch_spec),
                                                        .pressure = "hertz"},
                         bad, 1, &err),
                     CONTENSOU_EARGUMENT);
    assert_int_equal(contensou_patch_create(
                         &p,
                         &(struct contensou_patch_spec){.size = sizeof(struct contensou_patch_spec),
                                                        .shape = "disk",
                                                        .reserved = {1}},
                         &err),
                     CONTENSOU_EARGUMENT);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(special_powers_are_the_named_pressures),
        cmocka_unit_test(round_ellipses_are_disks),
        cmocka_unit_test(rectangle_is_the_same_as_polygon_and_as_map),
        cmocka_unit_test(turned_patches_turn_the_wrench),
        cmocka_unit_test(mirrored_patches_mirror_the_wrench),
        cmocka_unit_test(opposite_slips_give_opposite_wrenches),
        cmocka_unit_test(moved_reference_point_moves_the_torque),
        cmocka_unit_test(arrays_are_the_same_as_files),
        cmocka_unit_test(three_feet_are_three_directions),
        cmocka_unit_test(arrays_that_are_no_contact_are_refused),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

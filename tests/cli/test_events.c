/* test_events.c: exact stick-slip (--stepper event, --observe events) against the check values of dynamics/ and closed
 * forms. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* kill, nanosleep */
#include "base/text.h"
#include "support/closed_forms.h"
#include "support/cvode_own.h"
#include "support/run_program.h"
#include "support/sweep_runs.h"

#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#define DISK "sweep disk_belt --stepper event --law I00 --set law.m=2,law.b=1,law.eta=%s --quiet "

/* The cell of a row (0: the first below the head) in the column of this name. */
static const char *cell_of(const char *table, int row, const char *name)
{
    const char *line = table, *cell = table;
    int at = 0;

    for (;; at++) {
        const size_t size = strcspn(cell, ",\n");

        if (size == strlen(name) && strncmp(cell, name, size) == 0)
            break;
        if (cell[size] != ',')
            fail_msg("no column '%s' in: %.200s", name, table);
        cell += size + 1;
    }
    for (int i = 0; i <= row; i++)
        line += strcspn(line, "\n") + 1;
    for (cell = line; at > 0; at--)
        cell += strcspn(cell, ",\n") + 1;
    return cell;
}

static void expect(const char *table, int row, const char *name, double wanted, double tolerance)
{
    const double got = strtod(cell_of(table, row, name), NULL);

    if (!(fabs(got - wanted) <= tolerance))
        fail_msg("row %d, %s: %.17g, not %.17g", row, name, got, wanted);
}

static void expect_kind(const char *table, int row, const char *kind)
{
    assert_int_equal(strncmp(cell_of(table, row, "event"), kind, strlen(kind)), 0);
}

static int rows_of(const char *table)
{
    int rows = -1;

    for (const char *c = table; *c; c++)
        rows += *c == '\n';
    return rows;
}

/* check-values/dynamics/disk_belt_switching.json, and the period 131.1307113037929 from a point of the orbit. */
static void disk_belt_switches_where_it_must(void **state)
{
    static const double t[] = {0.030009800770325706, 102.46019230529743, 108.19534920572325};
    static const double x[] = {0.002251299069144239, 15.366778674748208, -3.7425624345369135};
    char line[512];
    struct run_result result;

    (void)state;
    snprintf(line, sizeof line, DISK "--vary v_b=0.15 --time 110 --observe events", "4.98");
    result = run_well("%s", line);
    assert_int_equal(rows_of(result.out), 3);
    for (int i = 0; i < 3; i++) {
        expect_kind(result.out, i, i == 1 ? "slip" : "stick");
        expect(result.out, i, "t", t[i], 1e-9);
        expect(result.out, i, "x", x[i], 1e-8);
    }
    run_free(&result);
    snprintf(line, sizeof line,
             DISK "--init x=16.167051265468352,phi=-0.7610713443358054,xdot=0.15,phidot=0 "
                  "--vary v_b=0.15,0.15 --time 270 --observe events",
             "4.98");
    result = run_well("%s", line);
    expect_kind(result.out, 1, "slip");
    expect_kind(result.out, 3, "slip");
    expect(result.out, 1, "t", 131.1307113037929, 1e-8);
    expect(result.out, 3, "t", 2 * 131.1307113037929, 1e-8);
    run_free(&result);
    /* a run that ends at a switch ends */
    snprintf(line, sizeof line,
             DISK
             "--init x=16.167051265468352,phi=-0.7610713443358054,xdot=0.15,phidot=0 "
             "--vary v_b=0.15,0.15 --time 131.1307113037929 --max-steps 10000 --observe events",
             "4.98");
    result = run_well("%s", line);
    run_free(&result);
}

/* The same first switches in single precision, as close as its digits and the tolerance allow: a stick of a hundred seconds in a few
 * steps has velocities that are off by 3e-5 of themselves. */
static void single_precision_switches_too(void **state)
{
    static const double t[] = {0.0300098, 102.4601923, 108.1953492};
    static const double close[] = {5e-3, 5e-2, 5e-2};
    char line[512];
    struct run_result result;

    (void)state;
    snprintf(line, sizeof line,
             DISK "--vary v_b=0.15 --time 110 --rtol 1e-4 --atol 1e-5 --precision single "
                  "--max-steps 10000 --observe events",
             "4.98");
    result = run_well("%s", line);
    assert_int_equal(rows_of(result.out), 3);
    for (int i = 0; i < 3; i++) {
        expect_kind(result.out, i, i == 1 ? "slip" : "stick");
        expect(result.out, i, "t", t[i], close[i]);
    }
    run_free(&result);
}

/* eta = 2.7: 11 stick phases in a period of 901.2012876. */
static void eleven_sticks_make_a_period(void **state)
{
    char line[512];
    struct run_result result;

    (void)state;
    snprintf(line, sizeof line,
             DISK "--vary v_b=0.15 --time 20000 --transient 18100 --observe events", "2.7");
    result = run_well("%s", line);
    for (int i = 0; i < 4; i++) {
        const double before = strtod(cell_of(result.out, i, "t"), NULL);

        expect(result.out, i + 22, "t", before + 901.2012876, 6e-8);
    }
    run_free(&result);
}

/* A slip that begins with nothing but a load that grows: its sign is known before the slip itself can be told from rounding, however late
 * it is. From 2,600 on such lanes ended with `step underflow`. One stick a period, and the first one. */
static void a_block_keeps_switching(void **state)
{
    static const char *const precision[] = {"double", "single"};

    (void)state;
    for (int i = 0; i < 2; ++i) {
        struct run_result result =
            run_well("sweep block_belt --law signum --stepper event --set Omega0_sq=0 --vary "
                     "V_dr=0.1,0.2,0.5 --time 6000 --observe stick --precision %s",
                     precision[i]);

        expect(result.out, 1, "stick.phases", 1 + ceil(6000 / 12.001031294831), 0.5);
        run_free(&result);
    }
}

/* A block under Coulomb's law: released at X = 1, period 12.001031294831 (docs/errata.md [2].8). With the second tolerances
 * a step in stick is too long to be looked at, and must be shortened. */
static void a_block_has_the_period_of_the_exact_law(void **state)
{
    static const char *const by[] = {"", "--rtol 1e-9 --atol 1e-10 --max-steps 1000"};
    static const double close[] = {1e-9, 1e-6};

    (void)state;
    for (int i = 0; i < 2; i++) {
        char line[512];
        struct run_result result;
        double t;

        snprintf(line, sizeof line,
                 "sweep block_belt --law signum --stepper event --set Omega0_sq=0 --vary V_dr=0.2 "
                 "--time 30 --observe events --quiet %s",
                 by[i]);
        result = run_well("%s", line);
        expect_kind(result.out, 1, "slip");
        expect(result.out, 1, "X", 1, 1e-9);
        t = strtod(cell_of(result.out, 1, "t"), NULL);
        expect(result.out, 3, "t", t + 12.001031294831, close[i]);
        expect(result.out, 2, "X", -0.5410063538700838, close[i]);
        run_free(&result);
    }
}

/* A uniform disk from v = omega = 1 rests at t = 1.3402982821 and stays there. */
static void a_free_disk_stops_and_rests(void **state)
{
    struct run_result result =
        run_well("sweep free_disk --stepper event --vary init.vx=1,2 --time 3 "
                 "--observe events,final,stick -o out.csv --quiet");
    struct contensou__text table = {0}, rows = {0};

    (void)state;
    run_free(&result);
    assert_int_equal(contensou__text_read_file(&table, "out.csv", NULL), CONTENSOU_OK);
    assert_int_equal(contensou__text_read_file(&rows, "out.events.csv", NULL), CONTENSOU_OK);
    expect_kind(rows.data, 0, "stick");
    expect(rows.data, 0, "t", 1.3402982821, 1e-9);
    expect(rows.data, 0, "x", 0.6373972241, 1e-9);
    expect(rows.data, 0, "phi", 0.7240835138, 1e-9);
    expect(table.data, 0, "final.vx", 0, 0);
    expect(table.data, 0, "final.omega", 0, 0);
    expect(table.data, 0, "final.x", 0.6373972241, 1e-9);
    expect(table.data, 0, "stick.fraction", 1 - 1.3402982821 / 3, 1e-9);
    expect(table.data, 0, "stick.phases", 1, 0);
    expect(table.data, 0, "events.count", 1, 0);
    contensou__text_free(&table);
    contensou__text_free(&rows);
}

/* A uniform disk that slides at v and spins at w, in the blown-up time s, dt = r ds, where its flow is smooth down to rest:
 * (ln v, ln w, t, x, phi). */
static void blown_up(double s, const double *z, double *dz, const double *k_sq)
{
    const long double v = expl((long double)z[0]), w = expl((long double)z[1]), r = hypotl(v, w);
    const struct closed_forms f = closed_forms_uniform(v / w);

    (void)s;
    dz[0] = (double)(-f.T * r / v);
    dz[1] = (double)(-f.M / (long double)*k_sq * r / w);
    dz[2] = (double)r;
    dz[3] = (double)(v * r);
    dz[4] = (double)(w * r);
}

/* Where the direction settles as r^0.04 (k_sq = 0.24), as 1/sqrt(-ln r) (1/4 and 2/3), at once (0.04), or is left again, slowly
 * (0.3): CVODE with the closed forms of the disk says where and when it rests. From 0.2 to 0.3 no lane ended before. */
static void a_slip_ends_however_its_direction_settles(void **state)
{
    static const double k_sq[] = {0.04, 0.2, 0.24, 0.25, 0.3, 0.65, 2.0 / 3, 0.7};
    enum { cases = sizeof k_sq / sizeof *k_sq };
    const double v = 0.8, w = 1.1, course = 0.7;
    char lanes[2048] = "k_sq\n";
    struct run_result result;

    (void)state;
    for (int i = 0; i < cases; i++)
        snprintf(lanes + strlen(lanes), sizeof lanes - strlen(lanes), "%.17g\n", k_sq[i]);
    run_write_file("lanes.csv", lanes);
    result = run_well("sweep free_disk --stepper event --law integral --shape disk --lanes-from "
                      "lanes.csv --init vx=%.17g,vy=%.17g,omega=%.17g --time 20 --observe events",
                      v * cos(course), v * sin(course), w);
    assert_int_equal(rows_of(result.out), cases);
    for (int i = 0; i < cases; i++) {
        const struct cvode_own disk = {blown_up, &k_sq[i], 5};
        const double start[5] = {log(v), log(w)}, until = 60;
        double end[5];

        assert_int_equal(cvode_own(&disk, start, 1e-12, &until, 1, end), 0);
        expect_kind(result.out, i, "stick");
        expect(result.out, i, "t", end[2], 1e-9);
        expect(result.out, i, "x", end[3] * cos(course), 1e-9);
        expect(result.out, i, "y", end[3] * sin(course), 1e-9);
        expect(result.out, i, "phi", end[4], 1e-9);
    }
    run_free(&result);
}

/* Every one of the lanes finished, and is at rest. */
static void expect_rest(const char *table, int lanes)
{
    assert_int_equal(rows_of(table), lanes);
    for (int i = 0; i < lanes; i++) {
        assert_int_equal(strncmp(cell_of(table, i, "outcome"), "finished,", 9), 0);
        expect(table, i, "final.vx", 0, 1e-30);
        expect(table, i, "final.vy", 0, 1e-30);
        expect(table, i, "final.omega", 0, 1e-30);
    }
}

/* Parts of the scan in test_events_slow.c, and the places where all lanes failed. */
static void slips_of_any_body_end(void **state)
{
    static const char *const words[] = {
        "--law integral --shape disk --vary k_sq=0.02:1.2",
        "--law I11 --shape disk --vary k_sq=0.02:1.2 --precision single",
        "--law integral --shape rectangle:1,1 --set k_sq=1/3",
    };

    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct run_result result =
            run_well("sweep free_disk --stepper event %s --random 3,100 --vary init.vx=-1:1 --vary "
                     "init.vy=-1:1 --vary init.omega=-3:3 --time 200",
                     words[i]);

        expect_rest(result.out, 100);
        run_free(&result);
    }
}

/* A body that turns with its contact, and starts turned, rests turned; and where it rests does not depend on the tolerance. */
static void a_turned_body_rests_turned(void **state)
{
    const double turn = 0.9, vx = 0.7, vy = -0.2;
    const double c = cos(turn), s = sin(turn);
    double rest[3][4];

    (void)state;
    for (int i = 0; i < 3; i++) {
        struct run_result result = run_well(
            "sweep free_disk --stepper event --law integral --shape rectangle:1,0.4 --init "
            "phi=%.17g,vx=%.17g,vy=%.17g --vary init.omega=1.3 --set k_sq=1/3 --time 20 %s "
            "--observe events",
            i == 1 ? turn : 0, i == 1 ? c * vx - s * vy : vx, i == 1 ? s * vx + c * vy : vy,
            i == 2 ? "--rtol 5e-12" : "");
        static const char *const names[] = {"t", "x", "y", "phi"};

        for (int k = 0; k < 4; k++)
            rest[i][k] = strtod(cell_of(result.out, 0, names[k]), NULL);
        run_free(&result);
    }
    for (int k = 0; k < 4; k++) {
        const double turned[] = {rest[0][0], c * rest[0][1] - s * rest[0][2],
                                 s * rest[0][1] + c * rest[0][2], rest[0][3] + turn};

        if (!(fabs(rest[1][k] - turned[k]) < 2e-10 && fabs(rest[2][k] - rest[0][k]) < 2e-10))
            fail_msg("%d: %.17g, turned %.17g, at half the tolerance %.17g", k, turned[k],
                     rest[1][k], rest[2][k]);
    }
}

/* A disk that slides up a slope of drive 3/2 stops at t = 1/(1 + 3/2), x = -1/5. With eta below 3/2 it goes on through rest, down at
 * rate 1/2: one row, `slip`. One that spins just a little passes rest without meeting it: no row, however close. */
static void slip_goes_on_through_rest(void **state)
{
    static const char *const slope =
        "#define SYSTEM_STATES(STATE)                                                  \\\n"
        "    STATE(x, 0.0, \"m\", \"position\") STATE(y, 0.0, \"m\", \"position\")         \\\n"
        "    STATE(phi, 0.0, \"rad\", \"angle\") STATE(vx, -1.0, \"m/s\", \"velocity\")    \\\n"
        "    STATE(vy, 0.0, \"m/s\", \"velocity\") STATE(w, 0.0, \"rad/s\", \"spin\")\n"
        "#define SYSTEM_FIELDS(FIELD) FIELD(b1, 1.5, \"m/s^2\", \"drive\")\n"
        "define_states(system, SYSTEM_STATES);\n"
        "define_fields(system_params, SYSTEM_FIELDS);\n"
        "enum { system_traits = trait_second_order | trait_autonomous };\n"
        "static inline struct slip system_slip(const struct system_params *p, real t,\n"
        "                                      const struct system_states *y)\n"
        "{\n"
        "    struct slip s;\n"
        "    s.vx = y->vx;\n"
        "    s.vy = y->vy;\n"
        "    s.w = y->w;\n"
        "    return s;\n"
        "}\n"
        "static inline void system_motion(const struct system_params *p, real t,\n"
        "                                 const struct system_states *y, struct wrench f,\n"
        "                                 struct system_states *dy)\n"
        "{\n"
        "    dy->x = y->vx;\n"
        "    dy->y = y->vy;\n"
        "    dy->phi = y->w;\n"
        "    dy->vx = p->b1 - f.Tx;\n"
        "    dy->vy = -f.Ty;\n"
        "    dy->w = -2.0 * f.M;\n"
        "}\n";
    struct contensou__text table = {0}, rows = {0};
    struct run_result result;

    (void)state;
    run_write_file("slope.h", slope);
    run_write_file("lanes.csv", "law.eta,init.w\n1,0\n1.4,0\n1.6,0\n"
                                "1,1e-12\n1.6,1e-12\n1,1e-10\n1.6,1e-10\n1,1e-8\n1.6,1e-8\n");
    result = run_well("sweep --system-file slope.h --stepper event --law integral --shape disk "
                      "--lanes-from lanes.csv --time 2 --observe events,final -o out.csv");
    run_free(&result);
    assert_int_equal(contensou__text_read_file(&table, "out.csv", NULL), CONTENSOU_OK);
    assert_int_equal(contensou__text_read_file(&rows, "out.events.csv", NULL), CONTENSOU_OK);
    assert_int_equal(rows_of(rows.data), 3);
    for (int i = 0; i < 3; i++) {
        expect(rows.data, i, "lane", i, 0);
        expect_kind(rows.data, i, i < 2 ? "slip" : "stick");
        expect(rows.data, i, "t", 0.4, 1e-13);
        expect(rows.data, i, "x", -0.2, 1e-13);
    }
    for (int i = 0; i < 9; i++) /* a spin of 1e-8 changes the pass by less than that */
        expect(table.data, i, "final.x", i == 2 ? -0.2 : -0.2 + 0.25 * 1.6 * 1.6,
               i < 3 ? 1e-13 : 1e-10);
    contensou__text_free(&table);
    contensou__text_free(&rows);
}

static void what_cannot_switch_is_refused(void **state)
{
    (void)state;
    run_refuse("sweep free_disk --stepper event --set law.eps=1e-5 --vary init.vx=1 --time 3",
               "law.eps = 1", "law.eps = 0");
    run_refuse("sweep lorenz --stepper event --vary rho=1 --time 3", "lorenz has no contact",
               "leave --stepper out");
    run_refuse("sweep rolling_ball --stepper event --vary mu=1 --time 3", "rolling_ball",
               "rodas54");
    run_refuse("sweep block_belt --stepper event --vary V_dr=1 --time 3", "the law continuous",
               "signum");
    run_refuse("sweep pendulum --observe events --stepper dop853 --vary mu=1 --time 3",
               "--observe events", "--stepper event");
    run_refuse("sweep block_belt --law signum --stepper dopri54 --observe lyapunov --vary V_dr=0.2 "
               "--time 3",
               "signum", "--stepper event");
}

static void a_warning_names_the_option_that_keeps_switches(void **state)
{
    struct run_result r = run_program(
        "sweep disk_belt --stepper event --law I00 --set law.m=2,law.b=1 --vary law.eta=3,4 "
        "--time 300 --observe events --keep-events 2 -o k.csv");

    (void)state;
    assert_int_equal(r.code, 0);
    assert_non_null(
        strstr(r.err, "2 lanes had more points than the 2 that are kept (--keep-events)"));
    run_free(&r);
}

/* More switches than --max-events end a lane as an event storm. */
static void storms_end(void **state)
{
    struct run_result result =
        run_program("sweep block_belt --law signum --stepper event --set Omega0_sq=0 "
                    "--vary V_dr=0.2 --time 300 --max-events 5 --observe events --quiet");

    (void)state;
    assert_int_equal(rows_of(result.out), 5);
    assert_non_null(strstr(result.err, "event storm"));
    run_free(&result);
}

/* The load of a block at rest, F0 cos(2 t - pi/2), passes F_s = 1 for some milliseconds at each of its peaks, and not at
 * all for F0 = 1: released at 2 t = pi/2 - acos(1/F0), and half a period later to the other side. */
static void a_load_that_just_passes_is_seen(void **state)
{
    static const char *const line =
        "sweep block_belt --law signum --stepper event --set Omega0_sq=0,F0=%s --quiet --time 4 "
        "--init X=0,V=0,phi=-1.5707963267948966 --vary V_dr=0,0 --observe events";
    static const char *const force[] = {"1.00001", "1"};
    const double pi = 3.14159265358979323846;

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct run_result result = run_program(line, force[i]);
        const double t = pi / 4 - acos(1 / strtod(force[i], NULL)) / 2;

        assert_int_equal(result.code, 0);
        assert_true(i == 0 ? rows_of(result.out) >= 10 : rows_of(result.out) == 0);
        for (int k = 0; k < 3 && i == 0; k++) {
            expect_kind(result.out, 2 * k, "slip");
            /* what it slid moves the later peaks */
            expect(result.out, 2 * k, "t", t + k * pi / 2, k ? 3e-8 : 1e-10);
        }
        run_free(&result);
    }
}

/* A patch with eta = 1: the limit surface of I00 with m = 2, b = 1 is Tx^2 + (M/E[r])^2 = mu_bar^2, E[r] = 2/3; the
 * load of stick is (x + k12 phi + c v_b, k12 x + phi). */
static void slip_begins_where_the_limit_surface_is_met(void **state)
{
    struct run_result result =
        run_well("sweep disk_belt --stepper event --law I00 --set law.m=2,law.b=1 --quiet "
                 "--vary law.eta=1,1.0001,2 --time 70 --observe events");

    (void)state;
    for (int i = 0; i < 3; i++) {
        const double x = strtod(cell_of(result.out, 2 * i + 1, "x"), NULL);
        const double phi = strtod(cell_of(result.out, 2 * i + 1, "phi"), NULL);
        const double eta = strtod(cell_of(result.out, 2 * i + 1, "law.eta"), NULL);

        expect_kind(result.out, 2 * i + 1, "slip");
        if (!(fabs(hypot(x + 0.85 * phi + 1.5e-5, 1.5 * (0.85 * x + phi)) / 5 - eta) < 1e-11))
            fail_msg("eta %g: slip begins at x = %.17g", eta, x);
    }
    run_free(&result);
}

/* A user's body with the mass matrix, drive and law of S7 in check-values/transitions.json (mu_tau = 0.25 and c_omega = 4
 * by M = 0.375 of I00 with b = 4): stick is admissible, and a stable direction escapes. It comes to rest along the
 * other one, at the rate -0.044247632317 of its velocities, sticks, and says that this is not the only answer. */
static void ambiguity_is_told(void **state)
{
    static const char *const body =
        "#define SYSTEM_STATES(STATE)              \\\n"
        "    STATE(x, 0.0, \"m\", \"position\")        \\\n"
        "    STATE(y, 0.0, \"m\", \"position\")        \\\n"
        "    STATE(phi, 0.0, \"rad\", \"angle\")       \\\n"
        "    STATE(vx, 0.0, \"m/s\", \"velocity\")     \\\n"
        "    STATE(vy, 0.0, \"m/s\", \"velocity\")     \\\n"
        "    STATE(w, 0.0, \"rad/s\", \"spin\")\n"
        "#define SYSTEM_FIELDS(FIELD) FIELD(b1, 0.1, \"m/s^2\", \"drive\")\n"
        "define_states(system, SYSTEM_STATES);\n"
        "define_fields(system_params, SYSTEM_FIELDS);\n"
        "enum { system_traits = trait_second_order | trait_autonomous };\n"
        "static inline struct slip system_slip(const struct system_params *p, real t, const struct "
        "system_states *y)\n"
        "{\n"
        "    struct slip s;\n"
        "    (void)p;\n"
        "    (void)t;\n"
        "    s.vx = y->vx;\n"
        "    s.vy = y->vy;\n"
        "    s.w = y->w;\n"
        "    return s;\n"
        "}\n"
        "static inline void system_motion(const struct system_params *p, real t, const struct "
        "system_states *y,\n"
        "                                 struct wrench f, struct system_states *dy)\n"
        "{\n"
        "    const real torque = 0.375 * f.M;\n"
        "    (void)t;\n"
        "    dy->x = y->vx;\n"
        "    dy->y = y->vy;\n"
        "    dy->phi = y->w;\n"
        "    dy->vx = p->b1 - 0.5 * f.Tx;\n"
        "    dy->vy = -5.2 - (f.Ty - 0.9 * torque) / 0.19;\n"
        "    dy->w = 4.75 - (torque - 0.9 * f.Ty) / 0.19;\n"
        "}\n";
    struct run_result result;

    (void)state;
    run_write_file("body.h", body);
    result = run_program(
        "sweep --system-file body.h --stepper event --law I00 --set law.m=2,law.b=4 --quiet "
        "--init vx=0.0022136611155670811,vy=-0.0097463539401382709,w=0.00032907345529153278 "
        "--vary b1=0.1 --time 2 --observe events");
    assert_int_equal(result.code, 0);
    assert_int_equal(rows_of(result.out), 1);
    expect_kind(result.out, 0, "ambiguous");
    expect(result.out, 0, "t", 0.01 / 0.044247632317135402, 1e-9);
    expect(result.out, 0, "vy", 0, 1e-20);
    run_free(&result);
    /* the same in the outcome of its lane, which is a success; the other lane slips on and meets no switch */
    result = run_program(
        "sweep --system-file body.h --stepper event --law I00 --set law.m=2,law.b=4 "
        "--init vx=0.0022136611155670811,vy=-0.0097463539401382709,w=0.00032907345529153278 "
        "--vary b1=0.1,50 --time 2 --observe final -o -");
    assert_int_equal(result.code, 0);
    assert_non_null(strstr(result.err, "1 finished, 1 ambiguous"));
    assert_non_null(strstr(result.out, ",ambiguous,"));
    run_free(&result);
    result = run_program(
        "run --system-file body.h --stepper event --law I00 --set law.m=2,law.b=4 --time 0:2:3 "
        "--init vx=0.0022136611155670811,vy=-0.0097463539401382709,w=0.00032907345529153278 -o -");
    assert_int_equal(result.code, 0);
    assert_non_null(strstr(result.err, "ambiguous at t = 2"));
    assert_int_equal(rows_of(result.out), 3);
    run_free(&result);
}

/* The same bytes after a kill. */
static void a_killed_sweep_goes_on(void **state)
{
    char line[512];
    struct run_result result;
    pid_t child;

    (void)state;
    snprintf(line, sizeof line,
             DISK "--vary v_b=0.1:0.2:200 --rtol 1e-6 --time 1000 --observe events", "4.98");
    result = run_program("%s -o whole.csv", line);
    assert_int_equal(result.code, 0);
    run_free(&result);
    child = run_start("%s -o out.csv", line);
    for (int i = 0; i < 4000 && sweep_runs_size("out.csv.part") <= 0; i++)
        nanosleep(&(struct timespec){0, 5000000}, NULL);
    kill(child, SIGKILL);
    result = run_wait(child);
    run_free(&result);
    result = run_program("%s -o out.csv --resume", line);
    assert_int_equal(result.code, 0);
    run_free(&result);
    run_same_files("whole.csv", "out.csv");
}

/* The cycle of the block has the exponent zero, also where a slip begins with long steps: sixteen periods of 12.001031294831. */
static void a_cycle_of_the_block_has_a_zero_exponent(void **state)
{
    struct run_result result =
        run_well("sweep block_belt --law signum --stepper event --set Omega0_sq=0 --vary V_dr=0.2 "
                 "--transient 24 --time 216.0165007 --observe lyapunov --exponents 2");

    (void)state;
    expect(result.out, 0, "lyapunov.1", 0, 1e-8);
    run_free(&result);
}

/* In stick two of the four directions are lost: exponents of minus infinity. The other two add up to the logarithm of the
 * return map's slope (the trivial multiplier is 1), which two neighbours give; 15 of 16 periods count, the borders
 * lying in stick, where nothing grows. */
static void exponents_know_the_switches(void **state)
{
    const double period = 131.1307113037929, phi = -0.7610713443358054, d = 1e-4;
    char line[512];
    struct run_result result;
    double slope, sum;

    (void)state;
    snprintf(line, sizeof line,
             DISK "--init x=8,xdot=0.15 --vary init.phi=%.17g,%.17g,%.17g --time %.17g --h-max 0.5 "
                  "--observe lyapunov,events,final -o out.csv",
             "4.98", phi - d, phi, phi + d, 16 * period);
    result = run_well("%s", line);
    run_free(&result);
    {
        struct contensou__text table = {0}, rows = {0};
        double after[3];

        assert_int_equal(contensou__text_read_file(&table, "out.csv", NULL), CONTENSOU_OK);
        assert_int_equal(contensou__text_read_file(&rows, "out.events.csv", NULL), CONTENSOU_OK);
        for (int i = 0, row = 0; i < 3; i++, row += 32) {
            expect(rows.data, row, "lane", i, 0);
            expect_kind(rows.data, row + 1, "stick");
            after[i] = strtod(cell_of(rows.data, row + 1, "phi"), NULL);
        }
        slope = (after[2] - after[0]) / (2 * d);
        sum = strtod(cell_of(table.data, 1, "lyapunov.1"), NULL) +
              strtod(cell_of(table.data, 1, "lyapunov.2"), NULL);
        if (!(fabs(sum / (log(slope) / period) - 1) < 4e-4))
            fail_msg("the exponents add up to %.17g, not %.17g", sum, log(slope) / period);
        assert_int_equal(strncmp(cell_of(table.data, 1, "lyapunov.3"), "-inf,", 5), 0);
        assert_int_equal(strncmp(cell_of(table.data, 1, "lyapunov.4"), "-inf,", 5), 0);
        contensou__text_free(&table);
        contensou__text_free(&rows);
    }
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(disk_belt_switches_where_it_must, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(single_precision_switches_too, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(eleven_sticks_make_a_period, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_block_has_the_period_of_the_exact_law, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_block_keeps_switching, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_free_disk_stops_and_rests, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_slip_ends_however_its_direction_settles, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(slips_of_any_body_end, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_turned_body_rests_turned, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(slip_goes_on_through_rest, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(what_cannot_switch_is_refused, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_warning_names_the_option_that_keeps_switches, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(storms_end, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_load_that_just_passes_is_seen, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(slip_begins_where_the_limit_surface_is_met, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(ambiguity_is_told, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_killed_sweep_goes_on, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_cycle_of_the_block_has_a_zero_exponent, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(exponents_know_the_switches, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

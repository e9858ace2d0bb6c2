/* test_events.c: exact stick-slip (--stepper event, --observe events) against the check values of dynamics/ and closed
 * forms. SPDX-License-Identifier: MIT */
#include "base/text.h"
#include "support/run_program.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define DISK "sweep disk_belt --stepper event --law I00 --set law.m=2,law.b=1,law.eta=%s --quiet "

static struct run_result succeed(const char *line)
{
    struct run_result result = run_program("%s", line);

    if (result.code != 0)
        fail_msg("%s: %s", line, result.err);
    return result;
}

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
    result = succeed(line);
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
    result = succeed(line);
    expect_kind(result.out, 1, "slip");
    expect_kind(result.out, 3, "slip");
    expect(result.out, 1, "t", 131.1307113037929, 1e-8);
    expect(result.out, 3, "t", 2 * 131.1307113037929, 1e-8);
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
    result = succeed(line);
    for (int i = 0; i < 4; i++) {
        const double before = strtod(cell_of(result.out, i, "t"), NULL);

        expect(result.out, i + 22, "t", before + 901.2012876, 6e-8);
    }
    run_free(&result);
}

/* A block under Coulomb's law: released at X = 1, period 12.001031294831 (docs/errata.md [2].8). */
static void a_block_has_the_period_of_the_exact_law(void **state)
{
    struct run_result result =
        succeed("sweep block_belt --law signum --stepper event --set Omega0_sq=0 --vary V_dr=0.2 "
                "--time 30 --observe events --quiet");
    double t;

    (void)state;
    expect_kind(result.out, 1, "slip");
    expect(result.out, 1, "X", 1, 1e-9);
    t = strtod(cell_of(result.out, 1, "t"), NULL);
    expect(result.out, 3, "t", t + 12.001031294831, 1e-9);
    expect(result.out, 2, "X", -0.5410063538700838, 1e-9);
    run_free(&result);
}

/* A uniform disk from v = omega = 1 rests at t = 1.3402982821 and stays there. */
static void a_free_disk_stops_and_rests(void **state)
{
    struct run_result result =
        succeed("sweep free_disk --stepper event --vary init.vx=1,2 --time 3 "
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

static void refuse(const char *line, const char *culprit, const char *remedy)
{
    const size_t files = run_count_files();
    struct run_result result = run_program("%s", line);

    run_assert_refused(&result, files, culprit, remedy, NULL);
}

static void what_cannot_switch_is_refused(void **state)
{
    (void)state;
    refuse("sweep free_disk --stepper event --set law.eps=1e-5 --vary init.vx=1 --time 3",
           "law.eps = 1", "law.eps = 0");
    refuse("sweep lorenz --stepper event --vary rho=1 --time 3", "lorenz has no contact", "dop853");
    refuse("sweep rolling_ball --stepper event --vary mu=1 --time 3", "rolling_ball", "rodas54");
    refuse("sweep block_belt --stepper event --vary V_dr=1 --time 3", "the law continuous",
           "signum");
    refuse("sweep pendulum --observe events --vary mu=1 --time 3", "--observe events",
           "--stepper event");
    refuse("sweep disk_belt --stepper event --observe lyapunov --vary v_b=0.1 --time 3",
           "--observe lyapunov", "corners");
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

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(disk_belt_switches_where_it_must, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(eleven_sticks_make_a_period, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_block_has_the_period_of_the_exact_law, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_free_disk_stops_and_rests, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(what_cannot_switch_is_refused, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(storms_end, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

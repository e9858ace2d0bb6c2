/* test_result_files.c: what HDF5 files of run and sweep tell: every parameter in a group of its own, units, checksums.
 * SPDX-License-Identifier: MIT */
#include "support/hdf5_file.h"
#include "support/run_program.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Names that settings of a run, columns and groups of the file have too. */
static const char clash[] =
    "#define SYSTEM_STATES(STATE) STATE(x, 1.0, \"m\", \"a\") STATE(v, 0.0, \"m/s\", \"b\")\n"
    "#define SYSTEM_FIELDS(FIELD) FIELD(time, 1.0, \"1/s^2\", \"-\") FIELD(step, 2.0, \"-\", "
    "\"-\") \\\n"
    "  FIELD(rtol, 3.0, \"-\", \"-\") FIELD(stepper, 4.0, \"-\", \"-\") FIELD(shape, 5.0, \"kg\", "
    "\"-\") \\\n"
    "  FIELD(lanes, 6.0, \"-\", \"-\") FIELD(transient, 7.0, \"-\", \"-\") FIELD(law, 8.0, \"-\", "
    "\"-\") \\\n"
    "  FIELD(run, 9.0, \"-\", \"-\") FIELD(section, 10.0, \"kg\", \"-\") FIELD(date, 11.0, \"-\", "
    "\"-\")\n"
    "define_states(system, SYSTEM_STATES);\n"
    "define_fields(system_params, SYSTEM_FIELDS);\n"
    "static inline void system_rhs(const struct system_params *p, const struct friction *law,\n"
    "                              real t, const real y[system_dim], real dy[system_dim])\n"
    "{\n"
    "    dy[0] = y[1];\n"
    "    dy[1] = -p->time * y[0];\n"
    "}\n";

static void unit_is(const char *file, const char *dataset, const char *unit)
{
    assert_string_equal(hdf5_file_text(file, dataset, "unit"), unit);
    assert_true(hdf5_file_checked(file, dataset));
}

static void fields_may_have_the_names_of_settings(void **state)
{
    static const char *const name[] = {"time",      "step", "rtol", "stepper", "shape", "lanes",
                                       "transient", "law",  "run",  "section", "date"};

    (void)state;
    run_write_file("clash.h", clash);
    run_finish("run --system-file clash.h --pack 1 --stepper dopri54 --rtol 1e-6 --time 0:1:3 "
               "-o run.h5");
    for (size_t i = 0; i < sizeof name / sizeof *name; ++i)
        assert_true(hdf5_file_number("run.h5", "parameters/system", name[i]) == (double)(i + 1));
    assert_true(hdf5_file_number("run.h5", "run", "rtol") == 1e-6);
    assert_true(hdf5_file_number("run.h5", "run", "time") == 1);
    assert_string_equal(hdf5_file_text("run.h5", "run", "stepper"), "dopri54");
    assert_string_equal(hdf5_file_text("run.h5", "/", "law"), "none");
    assert_string_equal(hdf5_file_text("run.h5", "/", "system"), "clash");
    assert_true(strncmp(hdf5_file_text("run.h5", "/", "command_line"), "contensou run", 13) == 0);
    assert_true(hdf5_file_has("run.h5", "/", "version") && hdf5_file_has("run.h5", "/", "device"));
    assert_true(hdf5_file_has("run.h5", "/", "driver"));
    assert_true(hdf5_file_number("run.h5", "parameters/init", "x") == 1);
    assert_true(fabs(hdf5_file_value("run.h5", "x", 2) - cos(1)) < 1e-5);
    unit_is("run.h5", "t", "s");
    unit_is("run.h5", "x", "m");
    unit_is("run.h5", "v", "m/s");
}

/* The varied field `section` and the group of points have one name. */
static void varied_fields_too(void **state)
{
    (void)state;
    run_write_file("clash.h", clash);
    run_finish(
        "sweep --system-file clash.h --pack 1 --stepper dopri54 --vary section=1,2 --vary "
        "shape=3,4 --section x=0 --observe final,extrema,section,period --time 20 -o sweep.h5");
    assert_true(hdf5_file_rows("sweep.h5", "lane") == 4);
    assert_true(hdf5_file_value("sweep.h5", "vary.section", 3) == 2);
    assert_true(hdf5_file_number("sweep.h5", "run", "lanes") == 4);
    assert_true(hdf5_file_number("sweep.h5", "parameters/system", "lanes") == 6);
    assert_false(hdf5_file_has("sweep.h5", "parameters/system", "section"));
    unit_is("sweep.h5", "lane", "-");
    unit_is("sweep.h5", "outcome", "-");
    unit_is("sweep.h5", "vary.section", "kg");
    unit_is("sweep.h5", "shape", "kg");
    unit_is("sweep.h5", "final.v", "m/s");
    unit_is("sweep.h5", "extrema.x.mean", "m");
    unit_is("sweep.h5", "period.time", "s");
    unit_is("sweep.h5", "period.cycle", "-");
    unit_is("sweep.h5", "section/t", "s");
    unit_is("sweep.h5", "section/v", "m/s");
}

/* eta' in effect, not the NaN that stands for "as eta says": 6.7085189 at eta = 2.7 (tests/physics has its
 * derivation); the date is that of tests/CMakeLists.txt, 10^9 s after 1970. */
static void numbers_are_those_in_effect(void **state)
{
    (void)state;
    run_finish(
        "run free_disk --law I11 --set law.eta=2.7,law.b=0.45,law.m=0.76 --time 0:0.1:3 -o a.h5");
    assert_true(fabs(hdf5_file_number("a.h5", "parameters/law", "eta_prime") - 6.7085189) < 1e-6);
    assert_true(hdf5_file_number("a.h5", "parameters/law", "eta") == 2.7);
    assert_string_equal(hdf5_file_text("a.h5", "parameters/contact", "shape"), "disk");
    assert_string_equal(hdf5_file_text("a.h5", "/", "date"), "2001-09-09T01:46:40Z");
    run_finish(
        "run free_disk --law I11 --set law.eta_prime=13.7626670,law.b=0.45,law.m=0.76 --time "
        "0:0.1:3 -o b.h5");
    assert_true(fabs(hdf5_file_number("b.h5", "parameters/law", "eta") - 4.98) < 1e-6);
    run_finish("run free_disk --law I11 --set law.b=0.45,law.m=0.76 --time 0:0.1:3 -o c.h5");
    assert_true(hdf5_file_number("c.h5", "parameters/law", "eta_prime") == 0);
}

/* A trajectory that ends early says so in its file: with 30 steps it does not reach 100 turns. */
static void the_file_tells_how_the_run_ended(void **state)
{
    struct run_result result;

    (void)state;
    run_write_file("clash.h", clash);
    run_finish(
        "run --system-file clash.h --pack 1 --stepper dopri54 --rtol 1e-6 --time 0:1:3 -o a.h5");
    assert_string_equal(hdf5_file_text("a.h5", "run", "outcome"), "finished");
    assert_true(hdf5_file_number("a.h5", "run", "reached") == 1);
    result = run_program(
        "run --system-file clash.h --pack 1 --stepper dopri54 --rtol 1e-6 --max-steps 30 "
        "--time 0:600:601 -o b.h5");
    assert_int_equal(result.code, 3); /* a trajectory that failed */
    assert_non_null(strstr(result.err, "step limit"));
    run_free(&result);
    assert_string_equal(hdf5_file_text("b.h5", "run", "outcome"), "step limit");
    assert_true(hdf5_file_number("b.h5", "run", "reached") < 600);
    assert_true(hdf5_file_number("b.h5", "run", "steps") +
                    hdf5_file_number("b.h5", "run", "rejections") ==
                30);
    assert_true(hdf5_file_number("b.h5", "run", "time") == 600);
    assert_true(hdf5_file_value("b.h5", "t", hdf5_file_rows("b.h5", "t") - 1) <=
                hdf5_file_number("b.h5", "run", "reached"));
}

/* A byte of the numbers that was changed on the disk is found. */
static void damage_is_found_by_whoever_reads(void **state)
{
    const double value = 1;
    char bytes[65536];
    size_t size;
    FILE *file;

    (void)state;
    run_finish("eta --eta 1:2:3 -o e.h5");
    assert_string_equal(hdf5_file_text("e.h5", "eta", "unit"), "-");
    file = fopen("e.h5", "r+b");
    assert_non_null(file);
    size = fread(bytes, 1, sizeof bytes, file);
    for (size_t i = 0; i + sizeof value <= size; ++i)
        if (memcmp(bytes + i, &value, sizeof value) == 0) {
            fseek(file, (long)i, SEEK_SET);
            fputc(0x55, file);
            fclose(file);
            assert_false(hdf5_file_readable("e.h5", "eta") &&
                         hdf5_file_readable("e.h5", "eta_prime"));
            return;
        }
    fail_msg("the number 1 is not in the file");
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(fields_may_have_the_names_of_settings, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(varied_fields_too, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(numbers_are_those_in_effect, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(the_file_tells_how_the_run_ended, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(damage_is_found_by_whoever_reads, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_sweep_inputs.c: resume and merge know what they mix: every file that a sweep was computed from, and
 * every number that no option names. SPDX-License-Identifier: MIT */
#include "base/text.h"
#include "run/journal.h"
#include "support/run_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char square[] = "x,y\n-1,-1\n1,-1\n1,1\n-1,1\n";
static const char other_square[] = "x,y\n-1,-1\n1,-1\n1,1.25\n-1,1\n";

/* Leaves a.part of the line, changes the file, and is refused by its name when it goes on, and when a part of
 * each is merged. */
static void refused_after(const char *line, const char *file, const char *before, const char *after)
{
    char run[600], name[80];
    struct run_result result;
    const size_t files = run_count_files() + (access(file, F_OK) != 0);

    snprintf(name, sizeof name, "the file %s is not the same", file);
    run_write_file(file, before);
    snprintf(run, sizeof run, "%s --shard 1/2 -o a.part", line);
    run_finish("%s", run);
    result = run_program("%s --resume", run); /* unchanged it goes on */
    assert_int_equal(result.code, 0);
    run_free(&result);
    run_write_file(file, after);
    result = run_program("%s --resume", run);
    run_assert_refused(&result, files + 1, "'a.part' is of another run", name, NULL);
    snprintf(run, sizeof run, "%s --shard 2/2 -o b.part", line);
    run_finish("%s", run);
    result = run_program("merge a.part b.part -o out.csv");
    run_assert_refused(&result, files + 2, "of another run", name, NULL);
    unlink("a.part");
    unlink("b.part");
}

static const char disk[] =
    "sweep free_disk --law I11 --stepper dopri54 --vary init.omega=1:2:4 --time 0.1";

static void a_changed_contact_is_named(void **state)
{
    char line[300];

    (void)state;
    snprintf(line, sizeof line, "%s --shape polygon:plate.csv", disk);
    refused_after(line, "plate.csv", square, other_square);
    snprintf(line, sizeof line, "%s --shape map:plate.csv", disk);
    refused_after(line, "plate.csv", "x_min,x_max,y_min,y_max\n-1,1,-1,1\n1,2\n2,1\n",
                  "x_min,x_max,y_min,y_max\n-1,1,-1,1\n1,2\n2,3\n");
    snprintf(line, sizeof line, "%s --shape cells:plate.csv", disk);
    refused_after(line, "plate.csv", "x,y,area,pressure\n-1,0,1,1\n1,0,1,1\n0,1,1,1\n0,-1,1,1\n",
                  "x,y,area,pressure\n-1,0,1,1\n1,0,1,1\n0,1,1,1\n0,-1,1,2\n");
}

/* The text of a fit with the first `old` exchanged for `new`. */
static void change(const char *path, const char *old, const char *new,
                   struct contensou__text *before, struct contensou__text *after)
{
    const char *at;

    assert_int_equal(contensou__text_read_file(before, path, NULL), CONTENSOU_OK);
    at = strstr(before->data, old);
    assert_non_null(at);
    contensou__text_append(after, before->data, (size_t)(at - before->data));
    contensou__text_printf(after, "%s%s", new, at + strlen(old));
}

static void a_changed_fit_is_named(void **state)
{
    struct contensou__text before = {0}, after = {0};

    (void)state;
    run_write_file("plate.csv", square);
    run_finish("fit --shape polygon:plate.csv --model I11 --quiet -o fit.json");
    change("fit.json", "\"b\": ", "\"b\": 1", &before, &after);
    unlink("fit.json");
    refused_after(
        "sweep free_disk --law fit.json --stepper dopri54 --vary init.omega=1:2:4 --time 0.1",
        "fit.json", before.data, after.data);
    /* the contact that the fit names is a file of the run too */
    run_write_file("fit.json", before.data);
    refused_after(
        "sweep free_disk --law fit.json --stepper dopri54 --vary init.omega=1:2:4 --time 0.1",
        "plate.csv", square, other_square);
    contensou__text_free(&before);
    contensou__text_free(&after);
}

/* The value of a key in the head of a part. */
static double number_of(const char *part, const char *key)
{
    struct contensou__journal *j = NULL;
    const struct contensou__journal_spec *spec;
    double number = -999;

    assert_int_equal(contensou__journal_load(&j, part, NULL), CONTENSOU_OK);
    spec = contensou__journal_about(j)->spec;
    for (size_t i = 0; i < spec->pairs; i++)
        if (strcmp(spec->pair[i].key, key) == 0)
            number = spec->pair[i].number;
    assert_int_equal(contensou__journal_close(j, NULL), CONTENSOU_OK);
    return number;
}

/* Coefficients of a general potential are no fields: they are in the head by their own names. */
static void coefficients_are_in_the_head(void **state)
{
    struct run_result result;
    struct contensou__text text = {0};
    const char *at;

    (void)state;
    run_write_file("plate.csv", square);
    run_finish("fit --shape polygon:plate.csv --model potential4 --quiet -o fit.json");
    result = run_program("sweep free_disk --law fit.json --stepper dopri54 --vary init.omega=1:2:4 "
                         "--time 0.1 --shard 1/2 -o a.part");
    if (result.code)
        fail_msg("%s", result.err);
    run_free(&result);
    assert_int_equal(contensou__text_read_file(&text, "fit.json", NULL), CONTENSOU_OK);
    at = strstr(text.data, "\"k");
    assert_non_null(at);
    {
        char name[24], key[48];
        double value = 0;

        assert_int_equal(sscanf(at, "\"%20[a-z0-9]\": %lf", name, &value), 2);
        snprintf(key, sizeof key, "parameters/law/%s", name);
        print_message("%s %.17g\n", key, value);
        assert_true(number_of("a.part", key) == value);
    }
    contensou__text_free(&text);
}

static void other_times_of_the_series_are_named(void **state)
{
    static const char line[] = "sweep lorenz --vary rho=1:20:4 --observe series --stepper dop853";
    struct run_result result = run_program("%s --time 0,1,2 --shard 1/2 -o a.part", line);

    (void)state;
    assert_int_equal(result.code, 0);
    run_free(&result);
    result = run_program("%s --time 0,1.5,2 --shard 1/2 -o a.part --resume", line);
    run_assert_refused(&result, 1, "of another run", "series_times is 3 numbers", NULL);
    result = run_program("%s --time 0,1.5,2 --shard 2/2 -o b.part", line);
    assert_int_equal(result.code, 0);
    run_free(&result);
    result = run_program("merge a.part b.part -o out.h5");
    run_assert_refused(&result, 2, "of another run", "series_times is 3 numbers", NULL);
}

static void other_lanes_of_a_file_are_named(void **state)
{
    (void)state;
    refused_after("sweep lorenz --lanes-from rows.csv --time 1 --stepper dop853", "rows.csv",
                  "rho\n1\n2\n3\n4\n", "rho\n1\n2\n3\n5\n");
}

static const char system_text[] =
    "#include \"params.h\"\n"
    "#define SYSTEM_STATES(STATE) STATE(x, 1.0, \"m\", \"place\")\n"
    "#define SYSTEM_FIELDS(FIELD) FIELD(k, 1.0, \"1/s\", \"rate\")\n"
    "define_states(system, SYSTEM_STATES);\n"
    "define_fields(system_params, SYSTEM_FIELDS);\n"
    "static inline void system_rhs(const struct system_params *p, const struct friction *law, real "
    "t,\n"
    "                              const real y[system_dim], real dy[system_dim])\n"
    "{\n"
    "    dy[0] = RATE;\n"
    "}\n";

/* x' = RATE from x = 1: after one unit of time x = 1 + RATE, as the included file says now. */
static void an_edited_include_is_run(void **state)
{
    static const char line[] = "run --system-file mine.h --time 0,1 --stepper dopri54 --quiet";
    static const char *const includes[] = {"#define RATE 2.0\n", "#define RATE 4.0\n"};
    static const double ends[] = {3, 5};

    (void)state;
    run_write_file("mine.h", system_text);
    for (int i = 0; i < 2; i++) {
        struct run_result result;
        const char *last;

        run_write_file("params.h", includes[i]);
        result = run_program("%s", line);
        if (result.code)
            fail_msg("%s", result.err);
        last = strstr(result.out, "\n1,");
        assert_non_null(last);
        assert_float_equal(atof(last + 3), ends[i], 1e-6);
        run_free(&result);
    }
    refused_after("sweep --system-file mine.h --vary k=1:2:4 --time 1 --stepper dopri54",
                  "params.h", includes[0], includes[1]);
}

static void an_error_in_an_include_names_it(void **state)
{
    struct run_result result;

    (void)state;
    run_write_file("mine.h", system_text);
    run_write_file("params.h", "#define RATE 2.0\n\nint broken = ;\n");
    result = run_program("run --system-file mine.h --time 0,1");
    assert_int_equal(result.code, 2);
    assert_non_null(strstr(result.err, "params.h:3:"));
    run_free(&result);
    run_write_file("mine.h", "#include \"/etc/hostname\"\n");
    result = run_program("run --system-file mine.h --time 0,1");
    run_assert_refused(&result, 2, "mine.h:1 includes '/etc/hostname'", "its own folder only",
                       NULL);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_changed_contact_is_named, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_changed_fit_is_named, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(coefficients_are_in_the_head, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(other_times_of_the_series_are_named, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(other_lanes_of_a_file_are_named, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(an_edited_include_is_run, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(an_error_in_an_include_names_it, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

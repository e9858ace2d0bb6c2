/* test_simulation_call.c: a program can do what 'contensou run', 'sweep' and 'merge' do, and gets the same numbers to the
 * last bit. SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include "base/text.h"

#include <contensou/contensou.h>

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

#define OSCILLATOR CONTENSOU_SOURCE_DIR "/tests/problems/oscillator.h"

enum { most = 32 };

/* A simulation with these settings, name and value in turn, up to a NULL. */
static struct contensou_simulation *asked(const char *name, ...)
{
    struct contensou_simulation *s = NULL;
    struct contensou_error err = {0};
    va_list rest;

    assert_int_equal(contensou_simulation_create(&s, &err), CONTENSOU_OK);
    va_start(rest, name);
    for (; name; name = va_arg(rest, const char *))
        if (contensou_simulation_set(s, name, va_arg(rest, const char *), &err))
            fail_msg("%s", err.message);
    va_end(rest);
    return s;
}

static struct contensou_trajectories *computed(struct contensou_simulation *s)
{
    struct contensou_trajectories *r = NULL;
    struct contensou_error err = {0};

    if (contensou_simulation_run(s, &r, &err))
        fail_msg("%s", err.message);
    return r;
}

static void written(struct contensou_trajectories *r, const char *path)
{
    struct contensou_error err = {0};

    if (contensou_trajectories_write(r, path, NULL, &err))
        fail_msg("%s", err.message);
}

/* One column of a CSV file that the command line wrote; gives how many rows there are. */
static size_t csv_column(const char *path, const char *name, double *value, size_t room)
{
    struct contensou__text text = {0};
    char *save = NULL, *line;
    size_t rows = 0;
    int at = -1;

    assert_int_equal(contensou__text_read_file(&text, path, NULL), CONTENSOU_OK);
    line = strtok_r(text.data, "\n", &save);
    for (int c = 0; line && at < 0; ++c, line = strchr(line, ',') ? strchr(line, ',') + 1 : NULL)
        if (strncmp(line, name, strlen(name)) == 0 && strcspn(line, ",") == strlen(name))
            at = c;
    assert_true(at >= 0);
    while ((line = strtok_r(NULL, "\n", &save))) {
        for (int c = 0; c < at; ++c)
            line = strchr(line, ',') + 1;
        assert_true(rows < room);
        value[rows++] = strtod(line, NULL);
    }
    contensou__text_free(&text);
    return rows;
}

static double attribute(const struct contensou_trajectories *r, const char *key)
{
    const char *other, *text;
    double number;

    for (size_t i = 0; contensou_trajectories_attribute(r, i, &other, &text, &number); ++i)
        if (strcmp(other, key) == 0 && !text)
            return number;
    fail_msg("there is no number %s", key);
    return 0;
}

/* A body that slides and spins to rest on a Hertz contact; `set` gives numbers of the law or is NULL. */
static struct contensou_trajectories *slide(const struct contensou_patch *patch, const char *set)
{
    static const double times[2] = {0, 0.5};
    struct contensou_simulation *s =
        asked("system", "free_disk", "law", "I11", "pack", "1", "observe", "final,series", "set",
              set, "init", "vx=1,omega=2", NULL);
    struct contensou_trajectories *r;

    contensou_simulation_set_patch(s, patch);
    assert_int_equal(contensou_simulation_set_times(s, times, 2, NULL), CONTENSOU_OK);
    r = computed(s);
    contensou_simulation_free(s);
    return r;
}

static void a_law_is_fitted_to_its_contact(void **state)
{
    static const char *const column[] = {"steps", "rejections", "final.x", "final.vx",
                                         "final.omega"};
    const struct contensou_patch_spec hertz = {
        .size = sizeof hertz, .shape = "disk", .pressure = "hertz"};
    const struct contensou_fit_options options = {.size = sizeof options, .model = "I11"};
    struct contensou_fit_result fit;
    struct contensou_trajectories_lane_end end;
    struct contensou_trajectories *own, *given;
    struct contensou_device *device = NULL;
    struct contensou_patch *patch = NULL;
    struct contensou_error err;
    struct run_result result;
    double mine[5], theirs[5];
    char text[128];

    (void)state;
    if (contensou_device_open(&device, NULL, &err) ||
        contensou_patch_create(&patch, &hertz, &err) ||
        contensou_fit(patch, device, &options, &fit, &err))
        fail_msg("%s", err.message);
    snprintf(text, sizeof text, "law.%s=%.17g,law.%s=%.17g", fit.parameter[0].name,
             fit.parameter[0].value, fit.parameter[1].name, fit.parameter[1].value);
    own = slide(patch, NULL);
    given = slide(patch, text);
    print_message("%s\n", text);
    assert_true(attribute(own, "parameters/law/b") == fit.parameter[0].value);
    assert_int_equal(contensou_trajectories_read(own, NULL, column, 5, mine, &err), CONTENSOU_OK);
    assert_int_equal(contensou_trajectories_read(given, NULL, column, 5, theirs, &err),
                     CONTENSOU_OK);
    assert_memory_equal(mine, theirs, sizeof mine);
    /* the command line takes as many steps: the same fit, tolerances and stepper */
    result = run_program(
        "run free_disk --law I11 --pressure hertz --init vx=1,omega=2 --time 0,0.5 --pack 1");
    assert_int_equal(contensou_trajectories_end(own, 0, &end, &err), CONTENSOU_OK);
    snprintf(text, sizeof text, "after %llu steps, %llu rejected", (unsigned long long)end.steps,
             (unsigned long long)end.rejections);
    assert_int_equal(result.code, 0);
    assert_non_null(strstr(result.err, text));
    assert_true(end.outcome == CONTENSOU_OUTCOME_FINISHED && end.t == 0.5);
    run_free(&result);
    contensou_trajectories_free(own);
    contensou_trajectories_free(given);
    contensou_patch_free(patch);
    contensou_device_close(device);
}

/* Section, series and columns of a system that is given as a text: what is read, and the files. */
static void a_sweep_is_that_of_the_command_line(void **state)
{
    static const char *const lane_column[] = {"k", "final.x", "extrema.v.max", "steps"};
    static const char *const point_column[] = {"lane", "t", "v"};
    struct contensou_simulation *s =
        asked("time", "0:30:7", "vary", "k=1:2:5", "observe", "final,extrema,section,series",
              "section", "x=0", "stepper", "dopri54", "pack", "1", NULL);
    struct contensou_trajectories *r;
    struct contensou__text text = {0};
    struct contensou_error err = {0};
    double value[3][8 * most], expected[most], points[8 * most];
    uint64_t rows = 0;

    (void)state;
    assert_int_equal(contensou__text_read_file(&text, OSCILLATOR, NULL), CONTENSOU_OK);
    assert_int_equal(contensou_simulation_set_system(s, "oscillator", text.data, &err),
                     CONTENSOU_OK);
    if (contensou_simulation_prepare(s, &err))
        fail_msg("%s", err.message);
    assert_int_equal(contensou_simulation_lane_count(s), 5);
    assert_string_equal(contensou_simulation_state(s, 1), "v");
    assert_string_equal(contensou_simulation_state_unit(s, 1), "m/s");
    r = computed(s);
    written(r, "mine.csv");
    run_finish("sweep --system-file " OSCILLATOR " --time 0:30:7 --vary k=1:2:5 --observe "
               "final,extrema,section,series --section x=0 --stepper dopri54 --pack 1 -o c.csv");
    run_same_files("mine.csv", "c.csv");
    run_same_files("mine.section.csv", "c.section.csv");
    run_same_files("mine.series.csv", "c.series.csv");

    assert_int_equal(contensou_trajectories_lane_count(r), 5);
    assert_string_equal(contensou_trajectories_column(r, NULL, 1), "vary.k"); /* points have a k */
    assert_string_equal(contensou_trajectories_unit(r, NULL, "final.x"), "m");
    assert_null(contensou_trajectories_unit(r, NULL, "x"));
    assert_int_equal(contensou_trajectories_read(r, NULL, lane_column, 1, value[0], &err),
                     CONTENSOU_ENOTFOUND);
    assert_non_null(strstr(err.message, "vary.k"));
    if (contensou_trajectories_read(r, NULL, lane_column + 1, 3, expected, &err))
        fail_msg("%s", err.message);
    for (int c = 0; c < 3; ++c) {
        assert_int_equal(csv_column("c.csv", lane_column[c + 1], value[c], 8 * most), 5);
        assert_memory_equal(value[c], expected + 5 * c, 5 * sizeof(double));
    }
    if (contensou_trajectories_row_count(r, "section", &rows, &err))
        fail_msg("%s", err.message);
    assert_int_equal(csv_column("c.section.csv", "v", points, 8 * most), rows);
    assert_true(rows > 5);
    if (contensou_trajectories_read(r, "section", point_column, 3, *value, &err))
        fail_msg("%s", err.message);
    assert_memory_equal(points, value[0] + 2 * rows, rows * sizeof(double));
    contensou_trajectories_free(r);
    contensou_simulation_free(s);
    contensou__text_free(&text);
}

/* Lanes of arrays are those of --lanes-from with the same numbers. */
static void lanes_may_be_arrays(void **state)
{
    static const char *const name[] = {"rho", "init.x"};
    const double value[6] = {20, 24.5, 1.0 / 3, 1, -1, 1e-3}; /* of rho, then of init.x */
    struct contensou_simulation *s = asked("system", "lorenz", "time", "2", NULL);
    struct contensou_trajectories *r;
    struct contensou_error err = {0};

    (void)state;
    assert_int_equal(contensou_simulation_set_lanes(s, name, 2, 3, value, &err), CONTENSOU_OK);
    r = computed(s);
    written(r, "mine.csv");
    run_write_file("lanes.csv", "rho,init.x\n20,1\n24.5,-1\n0.33333333333333331,0.001\n");
    run_finish("sweep lorenz --time 2 --lanes-from lanes.csv -o c.csv");
    run_same_files("mine.csv", "c.csv");
    contensou_trajectories_free(r);
    assert_int_equal(contensou_simulation_set(s, "vary", "rho=1:2:3", &err), CONTENSOU_OK);
    assert_int_equal(contensou_simulation_run(s, &r, &err), CONTENSOU_EARGUMENT);
    assert_non_null(strstr(err.message, "--vary"));
    contensou_simulation_free(s);
}

struct watch {
    double most; /* lanes to wait for */
    int calls;
};

static int stop_behind(void *context, const char *work, double done, double total)
{
    struct watch *w = context;

    assert_string_equal(work, "lanes");
    assert_true(total <= 6);
    ++w->calls;
    return done >= w->most;
}

/* Lanes that follow each other are finished one by one: a callback ends the run in the middle of them. */
static void a_run_is_stopped_and_resumed(void **state)
{
    struct watch watch = {3, 0};
    const struct contensou_progress progress = {stop_behind, &watch};
    struct contensou_simulation *s =
        asked("system", "lorenz", "vary", "rho=20:30:6", "time", "1", "continue", "up", "observe",
              "final,section", "journal", "run.part", NULL);
    struct contensou_trajectories *r = NULL;
    struct contensou_error err = {0};
    uint64_t total = 0, done;

    (void)state;
    contensou_simulation_set_progress(s, &progress);
    assert_int_equal(contensou_simulation_run(s, &r, &err), CONTENSOU_ESTOPPED);
    assert_null(r);
    done = contensou_simulation_finished_count(s, &total);
    assert_true(done >= 3 && done < 6 && total == 6 && watch.calls > 0);
    assert_int_equal(contensou_simulation_run(s, &r, &err), CONTENSOU_EIO);
    assert_non_null(strstr(err.message, "run.part"));
    contensou_simulation_set_progress(s, NULL);
    assert_int_equal(contensou_simulation_set(s, "resume", "1", &err), CONTENSOU_OK);
    r = computed(s);
    written(r, "mine.csv");
    contensou_trajectories_remove(r);
    assert_int_equal(access("run.part", F_OK), -1);
    run_finish("sweep lorenz --vary rho=20:30:6 --time 1 --continue up --observe final,section "
               "-o c.csv");
    run_same_files("mine.csv", "c.csv");
    run_same_files("mine.section.csv", "c.section.csv");
    contensou_simulation_free(s);
}

static void shards_are_joined(void **state)
{
    static const char *const part[] = {"b.part", "a.part"};
    struct contensou_trajectories *r = NULL;
    struct contensou_error err = {0};
    uint64_t count[CONTENSOU_OUTCOME_COUNT];

    (void)state;
    for (int k = 0; k < 2; ++k) {
        struct contensou_simulation *s =
            asked("system", "lorenz", "vary", "rho=20:30:7", "time", "1", "shard",
                  k ? "2/2" : "1/2", "journal", k ? "b.part" : "a.part", NULL);

        r = computed(s);
        assert_int_equal(contensou_trajectories_lane_count(r), k ? 3 : 4);
        contensou_trajectories_free(r);
        contensou_simulation_free(s);
    }
    if (contensou_trajectories_open(&r, part, 2, &err))
        fail_msg("%s", err.message);
    written(r, "mine.csv");
    assert_int_equal(contensou_trajectories_tally(r, count, NULL, 0, &err), CONTENSOU_OK);
    assert_int_equal(count[CONTENSOU_OUTCOME_FINISHED], 7);
    contensou_trajectories_free(r);
    assert_int_equal(contensou_trajectories_open(&r, part, 1, &err), CONTENSOU_EINPUT);
    assert_null(r);
    run_finish("sweep lorenz --vary rho=20:30:7 --time 1 -o c.csv");
    run_same_files("mine.csv", "c.csv");
}

static enum contensou_status count_step(void *context, double t, const double *y,
                                        struct contensou_error *err)
{
    double *last = context;

    (void)err;
    assert_true(t > last[0] && isfinite(y[0]));
    last[0] = t;
    last[1] += 1;
    return CONTENSOU_OK;
}

static void steps_are_told(void **state)
{
    struct contensou_simulation *s =
        asked("system", "lorenz", "time", "1", "pack", "1", "max-steps", "20", NULL);
    struct contensou_trajectories *r;
    struct contensou_trajectories_lane_end end;
    double last[2] = {0, 0};

    (void)state;
    contensou_simulation_set_steps(s, count_step, last);
    r = computed(s);
    assert_int_equal(contensou_trajectories_end(r, 0, &end, NULL), CONTENSOU_OK);
    assert_true(end.outcome == CONTENSOU_OUTCOME_STEP_LIMIT && end.steps == 20);
    assert_true(last[1] == 20 && last[0] == end.t);
    contensou_trajectories_free(r);
    contensou_simulation_free(s);
}

/* Runs it; the sentence must have these words. */
static void refused(struct contensou_simulation *s, enum contensou_status expected,
                    const char *word)
{
    struct contensou_trajectories *r = NULL;
    struct contensou_error err = {0};

    assert_int_equal(contensou_simulation_run(s, &r, &err), expected);
    assert_null(r);
    if (!strstr(err.message, word))
        fail_msg("'%s' is not in: %s", word, err.message);
    contensou_simulation_free(s);
}

static void wrong_settings_are_named(void **state)
{
    struct contensou_simulation *s = asked(NULL, NULL);
    struct contensou_error err = {0};

    (void)state;
    assert_int_equal(contensou_simulation_set(s, "steper", "rk4", &err), CONTENSOU_ENOTFOUND);
    assert_non_null(strstr(err.message, "did you mean 'stepper'"));
    contensou_simulation_free(s);
    refused(asked("system", "block_belt", "law", "I11", "time", "1", NULL), CONTENSOU_EARGUMENT,
            "the law I11 cannot be used with block_belt");
    refused(asked("system", "lorenz", NULL), CONTENSOU_EARGUMENT, "--time");
    refused(asked("time", "1", NULL), CONTENSOU_EARGUMENT, "pendulum");
    refused(asked("system", "lorenz", "time", "1", "precision", "half", NULL), CONTENSOU_ENOTFOUND,
            "double, single");
    s = asked("time", "1", NULL);
    assert_int_equal(contensou_simulation_set_system(s, "mine", "#include \"other.h\"\n", &err),
                     CONTENSOU_OK);
    refused(s, CONTENSOU_EINPUT, "mine:1 includes 'other.h'");
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_law_is_fitted_to_its_contact, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_sweep_is_that_of_the_command_line, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(lanes_may_be_arrays, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_run_is_stopped_and_resumed, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(shards_are_joined, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(steps_are_told, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(wrong_settings_are_named, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

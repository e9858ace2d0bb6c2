/* test_sweep_build.c: device programs that do not build, that are stopped, caches that cannot be written or trusted, and
 * too little memory. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* kill, setenv */
#include "support/run_program.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

/* The environment of the tests comes back after each of them. */
enum { variables = 3 };
static char *kept[variables];
static const char *const names[variables] = {"XDG_CACHE_HOME", "TMPDIR", "HOME"};

static int enter(void **state)
{
    for (int i = 0; i < variables; i++)
        kept[i] = getenv(names[i]) ? strdup(getenv(names[i])) : NULL;
    return run_enter_folder(state);
}

static int leave(void **state)
{
    for (int i = 0; i < variables; i++) {
        if (kept[i])
            setenv(names[i], kept[i], 1);
        else
            unsetenv(names[i]);
        free(kept[i]);
    }
    return run_leave_folder(state);
}

/* Where a file of the current folder is. */
static const char *here(const char *name)
{
    static char path[4200];
    char folder[4096];

    assert_non_null(getcwd(folder, sizeof folder));
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* What it needs to be described is right; the program of the sweep, which has strands, is not. */
static void a_program_that_does_not_build_leaves_no_journal(void **state)
{
    struct run_result result;

    (void)state;
    run_write_file(
        "mine.h",
        "#define SYSTEM_STATES(STATE) STATE(x, 1.0, \"m\", \"place\")\n"
        "#define SYSTEM_FIELDS(FIELD) FIELD(k, 1.0, \"1/s\", \"rate\")\n"
        "define_states(system, SYSTEM_STATES);\n"
        "define_fields(system_params, SYSTEM_FIELDS);\n"
        "#ifdef INTERLEAVE\n"
        "#error this is enough\n"
        "#endif\n"
        "static inline void system_rhs(const struct system_params *p, const struct friction "
        "*law, real t, const real y[system_dim], real dy[system_dim])\n"
        "{\n"
        "    dy[0] = -p->k * y[0];\n"
        "}\n");
    for (int i = 0; i < 2; i++) { /* the second time nothing of the first is in the way */
        result = run_program(
            "sweep --system-file mine.h --vary k=1:2:4 --time 1 --stepper dop853 -o out.h5");
        print_message("%s", result.err);
        assert_int_not_equal(result.code, 0);
        assert_null(strstr(result.err, "is there already"));
        assert_non_null(strstr(result.err, "this is enough"));
        assert_int_equal(run_count_files(), 1);
        run_free(&result);
    }
}

/* A build takes seconds; SIGTERM and Ctrl-C end it before it is done, and nothing is left: while the text is compiled, and
 * behind that, when PoCL compiles the kernel to ensemble.so. */
static void a_signal_stops_a_build(void **state)
{
    static const int signals[] = {SIGTERM, SIGINT};
    const struct timespec pause = {0, 100000000};

    (void)state;
    setenv("XDG_CACHE_HOME", here("cache"), 1);
    for (int i = 0; i < 2; i++) {
        const pid_t child = run_start("sweep disk_belt --vary v_b=0.1:0.2:64 --time 1e4 "
                                      "--stepper event -o out.h5"); /* the longest build */
        struct run_result result;

        for (int k = 0; k < (i ? 6000 : 7); k++) {
            nanosleep(&pause, NULL);
            if (i && system("test -n \"$(find cache -name program.bc)\"") == 0)
                break;
        }
        kill(child, signals[i]);
        result = run_wait(child);
        print_message("%s", result.err);
        assert_int_equal(result.code, 128 + signals[i]);
        assert_non_null(strstr(result.err, "stopped"));
        assert_int_equal(system("test -z \"$(find cache -name ensemble.so)\""), 0);
        assert_int_equal(access("out.h5.part", F_OK), -1);
        run_free(&result);
    }
}

/* The trial of a short run needs no other program than the run, whether the pack or the stepper is given. PoCL compiles three copies
 * of a kernel: what a work-item does is in none of them, or machine code in packs of 8 would take more room than what it is made
 * from. */
static void a_short_sweep_compiles_one_kernel_once(void **state)
{
    static const char *const given[] = {"--pack 8", "--stepper rodas43"};

    (void)state;
    for (int i = 0; i < 2; i++) {
        const char *const cache = i ? "two" : "one";

        setenv("XDG_CACHE_HOME", here(cache), 1);
        run_finish("sweep pendulum --law I11 --vary omega_0=30:65:64 --time 1 %s "
                   "--observe section,extrema -o %s.h5",
                   given[i], cache);
    }
    if (access("one/contensou/pocl", F_OK) != 0)
        skip(); /* another driver */
    assert_int_equal(system("find one two -name '*.so' -o -name program.bc | xargs ls -l"), 0);
    assert_int_equal(system("test $(find one -name '*.so' | wc -l) = 1"), 0);
    assert_int_equal(system("test $(find two -name '*.so' | wc -l) = 1"), 0);
    assert_int_equal(system("test $(find one -name '*.so' -exec stat -c %s {} +) -lt "
                            "$(find one -name program.bc -exec stat -c %s {} +)"),
                     0);
}

/* What a build that died leaves has no lane, and is not in the way. */
static void a_killed_build_is_not_in_the_way(void **state)
{
    const struct timespec pause = {0, 20000000};
    struct run_result result;
    pid_t child;

    (void)state;
    setenv("XDG_CACHE_HOME", here("cache"), 1);
    child = run_start("sweep lorenz --vary rho=1:28:16 --time 1 -o out.csv");
    for (int k = 0; k < 500 && access("out.csv.part", F_OK); k++)
        nanosleep(&pause, NULL);
    nanosleep(&pause, NULL);
    kill(child, SIGKILL);
    result = run_wait(child);
    assert_int_equal(result.signal, SIGKILL);
    run_free(&result);
    assert_int_equal(access("out.csv.part", F_OK), 0);
    if (kept[0])
        setenv("XDG_CACHE_HOME", kept[0], 1);
    result = run_program("sweep lorenz --vary rho=1:28:16 --time 1 -o out.csv");
    print_message("%s", result.err);
    assert_int_equal(result.code, 0);
    run_free(&result);
    assert_int_equal(access("out.csv.part", F_OK), -1);
}

static void a_cache_that_cannot_be_written_is_a_warning(void **state)
{
    struct run_result result;

    (void)state;
    run_write_file("file", "");
    setenv("XDG_CACHE_HOME", here("file/cache"), 1); /* not even root makes a folder in a file */
    setenv("TMPDIR", here("."), 1);
    result = run_program("eval --shape disk --theta 0");
    assert_int_equal(result.code, 0);
    assert_non_null(strstr(result.err, "warning: the folder '"));
    assert_non_null(strstr(result.err, "cannot be written: Not a directory"));
    assert_non_null(strstr(result.out, "0,0,"));
    run_free(&result);
    assert_int_equal(run_count_files(), 1); /* the temporary folder of the driver is gone */
    setenv("TMPDIR", here("file"), 1);      /* nothing can be written anywhere */
    result = run_program("eval --shape disk --theta 0");
    run_assert_refused(&result, 1, "cannot be written: Not a directory", "XDG_CACHE_HOME", NULL);
}

/* PoCL loads what lies in its folder as a library. Here that library leaves a file when it is loaded, as the one of another
 * user could do anything. */
static void programs_that_others_could_have_written_are_not_run(void **state)
{
    struct run_result result;

    (void)state;
    setenv("XDG_CACHE_HOME", here("cache"), 1);
    setenv("TMPDIR", here("."), 1);
    run_finish("eval --shape disk --theta 0:1:5000");
    run_write_file("other.c", "#include <stdio.h>\n"
                              "__attribute__((constructor)) static void load(void)\n"
                              "{\n    fopen(\"loaded\", \"w\");\n}\n");
    if (system("cc -shared -fPIC -o other.so other.c") != 0 ||
        system("for so in $(find cache -name '*.so'); do cp other.so $so; done; "
               "test -n \"$(find cache -name '*.so')\"") != 0)
        skip(); /* no compiler, or another driver */
    assert_int_equal(system("chmod 777 cache/contensou/pocl"), 0);
    result = run_well("eval --shape disk --theta 0:1:5000");
    assert_non_null(strstr(result.err, "pocl' for cached programs can be written by other users"));
    run_free(&result);
    assert_int_equal(access("loaded", F_OK), -1);
    assert_int_equal(run_count_files(), 3); /* the temporary folder is gone */
    assert_int_equal(system("chmod 700 cache/contensou/pocl"), 0);
    result = run_program(
        "eval --shape disk --theta 0:1:5000"); /* what the test could not see otherwise */
    run_free(&result);
    assert_int_equal(access("loaded", F_OK), 0);
}

/* The XDG specification: relative paths are ignored. PoCL does not, and without any path it takes one in /tmp that everybody
 * knows. */
static void a_relative_cache_leaves_nothing(void **state)
{
    struct run_result result;

    (void)state;
    setenv("XDG_CACHE_HOME", "relative", 1);
    setenv("HOME", here("home"), 1);
    run_finish("eval --shape disk --theta 0");
    assert_int_equal(run_count_files(), 1);
    assert_int_equal(access("home/.cache/contensou/building.lock", F_OK), 0);
    unsetenv("HOME");
    setenv("TMPDIR", here("."), 1);
    result = run_well("eval --shape disk --theta 0");
    assert_non_null(strstr(result.err, "neither XDG_CACHE_HOME nor HOME is an absolute path"));
    run_free(&result);
    assert_int_equal(run_count_files(), 1);
}

/* The loader of drivers passes over those that do not fit into memory, and PoCL crashes. */
static void too_little_memory_for_a_driver_is_named(void **state)
{
#ifdef __SANITIZE_ADDRESS__
    (void)state;
    skip(); /* needs terabytes of addresses itself */
#else
    struct rlimit before, small;

    (void)state;
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    for (int megabytes = 100; megabytes <= 700; megabytes += 200) {
        struct run_result result;

        small = before;
        small.rlim_cur = (rlim_t)megabytes << 20;
        assert_int_equal(setrlimit(RLIMIT_AS, &small), 0);
        result = run_program("eval --shape disk --theta 0");
        assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
        print_message("%s", result.err);
        assert_int_equal(result.code, 1);
        assert_non_null(strstr(result.err, "MB of memory"));
        assert_non_null(strstr(result.err, "ulimit -v"));
        run_free(&result);
    }
#endif
}

/* As on a full disk: no file may have more than 48 kB. */
static void a_compiler_that_cannot_write_is_asked_for_room(void **state)
{
    struct rlimit before, small;
    struct run_result result;

    (void)state;
    setenv("XDG_CACHE_HOME", here("cache"), 1);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 48 << 10;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    result = run_program("sweep disk_belt --law I11 --vary v_b=0.5:1:4 --time 1 -o out.csv");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_DFL);
    print_message("%s", result.err);
    assert_int_equal(result.code, 1);
    assert_non_null(strstr(result.err, "is there room in the folder for cached programs"));
    run_free(&result);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_program_that_does_not_build_leaves_no_journal, enter, leave),
        cmocka_unit_test_setup_teardown(a_signal_stops_a_build, enter, leave),
        cmocka_unit_test_setup_teardown(a_short_sweep_compiles_one_kernel_once, enter, leave),
        cmocka_unit_test_setup_teardown(a_killed_build_is_not_in_the_way, enter, leave),
        cmocka_unit_test_setup_teardown(a_cache_that_cannot_be_written_is_a_warning, enter, leave),
        cmocka_unit_test_setup_teardown(programs_that_others_could_have_written_are_not_run, enter, leave),
        cmocka_unit_test_setup_teardown(a_relative_cache_leaves_nothing, enter, leave),
        cmocka_unit_test_setup_teardown(too_little_memory_for_a_driver_is_named, enter, leave),
        cmocka_unit_test_setup_teardown(a_compiler_that_cannot_write_is_asked_for_room, enter, leave),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

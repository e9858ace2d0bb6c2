/* test_cache_folder.c: who may write where programs are kept that we run. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* chown, lchown, setenv, symlink */
#include "cl/cache_folder.h"
#include "support/run_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char root[4096];
static char why[1024];

/* A folder of its own, "cache" in it for programs. */
static int enter(void **state)
{
    char path[4200];

    unsetenv("POCL_CACHE_DIR");
    unsetenv("CONTENSOU_CACHE");
    if (run_enter_folder(state) || !getcwd(root, sizeof root) || mkdir("cache", 0700))
        return -1;
    snprintf(path, sizeof path, "%s/cache", root);
    return setenv("XDG_CACHE_HOME", path, 1);
}

/* The folder that is given, below the current one; NULL: none, and `why` has the piece. */
static void expect(const char *folder, const char *piece)
{
    char path[8192];
    char *const given = contensou__cache_folder_own(why, sizeof why);

    print_message("%s: %s\n", given ? given : "none", why);
    snprintf(path, sizeof path, "%s/%s", root, folder ? folder : "");
    if (folder)
        assert_string_equal(given, path);
    else
        assert_null(given);
    assert_non_null(strstr(why, piece));
    free(given);
}

/* What PoCL is told by a new process, which exits. */
static void ask_driver(char *to, size_t size)
{
    int ends[2], state = -1;
    ssize_t got;
    pid_t child;

    assert_int_equal(pipe(ends), 0);
    child = fork();
    if (child == 0) {
        contensou__cache_folder_prepare();
        dprintf(ends[1], "%s", getenv("POCL_CACHE_DIR"));
        contensou__cache_folder_leave();
        _exit(contensou__cache_folder_problem() ? 1 : 0);
    }
    close(ends[1]);
    got = read(ends[0], to, size - 1);
    close(ends[0]);
    assert_int_equal(waitpid(child, &state, 0), child);
    assert_true(got > 0 && WIFEXITED(state));
    to[got] = '\0';
    print_message("%s\n", to);
}

static void a_folder_of_ours_is_made_for_us_alone(void **state)
{
    struct stat about;
    char driver[8192], path[8192];
    const mode_t before = umask(0);

    (void)state;
    expect("cache/contensou", "");
    ask_driver(driver, sizeof driver);
    umask(before);
    snprintf(path, sizeof path, "%s/cache/contensou/pocl", root);
    assert_string_equal(driver, path);
    assert_int_equal(stat("cache/contensou", &about), 0);
    assert_int_equal(about.st_mode & 0777, 0700);
    assert_int_equal(stat("cache/contensou/pocl", &about), 0);
    assert_int_equal(about.st_mode & 0777, 0700);
    /* What is inside may be open; that others may look is put right. */
    assert_int_equal(chmod("cache/contensou", 0755), 0);
    expect("cache/contensou", "");
    assert_int_equal(stat("cache/contensou", &about), 0);
    assert_int_equal(about.st_mode & 0777, 0700);
}

static void folders_that_others_can_write_are_refused(void **state)
{
    static const mode_t open_modes[] = {0777, 0707, 0702};

    (void)state;
    for (size_t i = 0; i < sizeof open_modes / sizeof *open_modes; ++i) {
        assert_int_equal(chmod("cache", open_modes[i]), 0);
        expect(NULL, "can be written by other users");
        assert_int_equal(access("cache/contensou", F_OK), -1); /* nothing is made there */
    }
    assert_int_equal(chmod("cache", 01777), 0); /* as /tmp: nobody renames what is ours */
    expect("cache/contensou", "");
    assert_int_equal(chmod("cache/contensou", 01777), 0);
    expect(NULL, "cache/contensou' for cached programs can be written by other users");
    assert_int_equal(chmod("cache/contensou", 0770), 0);
    expect(NULL, "can be written by other users");
}

static void drivers_get_a_temporary_folder_then(void **state)
{
    char given[8192], scratch[8192];

    (void)state;
    setenv("TMPDIR", root, 1);
    snprintf(scratch, sizeof scratch, "%s/contensou-scratch-", root);
    assert_int_equal(chmod("cache", 0777), 0);
    ask_driver(given, sizeof given);
    assert_int_equal(strncmp(given, scratch, strlen(scratch)), 0);
    assert_int_equal(run_count_files(), 1); /* and it is gone */
    /* Whoever says where PoCL keeps its programs is not trusted either. */
    assert_int_equal(chmod("cache", 0700), 0);
    assert_int_equal(mkdir("shared", 0700), 0);
    assert_int_equal(chmod("shared", 0777), 0);
    setenv("POCL_CACHE_DIR", "shared", 1);
    ask_driver(given, sizeof given);
    assert_int_equal(strncmp(given, scratch, strlen(scratch)), 0);
    assert_int_equal(chmod("shared", 0755), 0);
    ask_driver(given, sizeof given);
    snprintf(scratch, sizeof scratch, "%s/shared", root);
    assert_string_equal(given, scratch);
    /* Nothing can be written anywhere: PoCL must not look for a place by itself. */
    assert_int_equal(chmod("shared", 0777), 0);
    setenv("TMPDIR", "/dev/null", 1);
    ask_driver(given, sizeof given);
    assert_string_equal(given, "/dev/null/pocl");
    unsetenv("TMPDIR");
    unsetenv("POCL_CACHE_DIR");
}

static void links_lead_where_they_lead_once(void **state)
{
    (void)state;
    assert_int_equal(mkdir("real", 0700), 0);
    assert_int_equal(symlink("../real", "cache/contensou"), 0);
    expect("real", ""); /* who can turn the link later turns nothing */
    assert_int_equal(chmod("real", 0777), 0);
    expect(NULL, "real' for cached programs can be written by other users");
    assert_int_equal(chmod("real", 0700), 0);
    assert_int_equal(unlink("cache/contensou"), 0);
    assert_int_equal(symlink("nowhere", "cache/contensou"), 0);
    expect(NULL, "cannot be written: ");
}

/* Only root can make files of others. */
static void folders_and_links_of_others_are_refused(void **state)
{
    static const uid_t other = 12345;

    (void)state;
    if (geteuid() != 0)
        skip();
    assert_int_equal(mkdir("cache/contensou", 0700), 0);
    assert_int_equal(chown("cache/contensou", other, other), 0);
    expect(NULL, "cache/contensou' for cached programs belongs to another user");
    assert_int_equal(chown("cache", other, other), 0);
    expect(NULL, "cache' for cached programs belongs to another user");
    assert_int_equal(chown("cache", 0, 0), 0);
    assert_int_equal(rmdir("cache/contensou"), 0);
    assert_int_equal(mkdir("real", 0700), 0);
    assert_int_equal(symlink("../real", "cache/contensou"), 0);
    assert_int_equal(lchown("cache/contensou", other, other), 0);
    expect(NULL, "belongs to another user");
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_folder_of_ours_is_made_for_us_alone, enter, run_leave_folder),
        cmocka_unit_test_setup_teardown(folders_that_others_can_write_are_refused, enter, run_leave_folder),
        cmocka_unit_test_setup_teardown(drivers_get_a_temporary_folder_then, enter, run_leave_folder),
        cmocka_unit_test_setup_teardown(links_lead_where_they_lead_once, enter, run_leave_folder),
        cmocka_unit_test_setup_teardown(folders_and_links_of_others_are_refused, enter, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

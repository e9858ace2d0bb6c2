/* test_temporary.c: folders for a while, also of processes that crash. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* kill, setenv */
#include "base/temporary.h"
#include "support/run_program.h"

#include <setjmp.h>
#include <signal.h>
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

static char *before;

static int enter(void **state)
{
    char root[4096];

    before = getenv("TMPDIR") ? strdup(getenv("TMPDIR")) : NULL;
    return run_enter_folder(state) || !getcwd(root, sizeof root) ? -1 : setenv("TMPDIR", root, 1);
}

static int leave(void **state)
{
    if (before)
        setenv("TMPDIR", before, 1);
    else
        unsetenv("TMPDIR");
    free(before);
    return run_leave_folder(state);
}

static struct contensou__temporary make(void)
{
    struct contensou__temporary t;
    struct contensou_error err;

    if (contensou__temporary_open(&t, "file", &err))
        fail_msg("%s", err.message);
    fclose(fopen(t.path, "w"));
    return t;
}

static void a_folder_goes_with_all_that_is_in_it(void **state)
{
    struct contensou__temporary t = make();
    struct stat about;
    char inner[4200];

    (void)state;
    assert_int_equal(stat(t.folder, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0700);
    snprintf(inner, sizeof inner, "%s/inner", t.folder);
    assert_int_equal(mkdir(inner, 0700), 0);
    contensou__temporary_remove(&t);
    assert_int_equal(run_count_files(), 0);
    contensou__temporary_remove(&t);
}

/* A child that is killed cannot remove its folder; the next process does, and leaves those that are in use or are not such. */
static void folders_of_processes_that_crashed_go(void **state)
{
    struct contensou__temporary mine = make(), next;
    int status;
    pid_t child = fork();

    (void)state;
    if (child == 0) {
        make();
        raise(SIGKILL);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(run_count_files(), 2);
    assert_int_equal(mkdir("contensou-scratch-", 0755), 0); /* not as we make them */
    assert_int_equal(mkdir("contensou-master", 0700), 0);
    next = make();
    assert_int_equal(run_count_files(), 4);
    assert_int_equal(access(mine.path, F_OK), 0);
    child = fork();
    if (child == 0) {
        contensou__temporary_remove(&next); /* its parent's: it stays */
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(access(next.path, F_OK), 0);
    contensou__temporary_remove(&next);
    contensou__temporary_remove(&mine);
    assert_int_equal(run_count_files(), 2);
}

/* A thousand times four processes clean up while others make folders: nobody loses what it uses. */
static void cleaning_takes_no_folder_in_use(void **state)
{
    (void)state;
    for (int i = 0; i < 4; ++i)
        if (fork() == 0) {
            int lost = 0;

            for (int k = 0; k < 250; ++k) {
                struct contensou__temporary t = make();

                lost |= access(t.path, F_OK) != 0;
                contensou__temporary_remove(&t);
            }
            _exit(lost);
        }
    for (int i = 0; i < 4; ++i) {
        int status = -1;

        wait(&status);
        assert_int_equal(status, 0);
    }
    assert_int_equal(run_count_files(), 0);
}

static void no_place_is_a_sentence(void **state)
{
    struct contensou__temporary t;
    struct contensou_error err;

    (void)state;
    setenv("TMPDIR", "/dev/null", 1);
    assert_int_equal(contensou__temporary_open(&t, "file", &err), CONTENSOU_EIO);
    assert_non_null(strstr(err.message, "cannot make the folder '/dev/null/"));
    assert_null(t.folder);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_folder_goes_with_all_that_is_in_it, enter, leave),
        cmocka_unit_test_setup_teardown(folders_of_processes_that_crashed_go, enter, leave),
        cmocka_unit_test_setup_teardown(cleaning_takes_no_folder_in_use, enter, leave),
        cmocka_unit_test_setup_teardown(no_place_is_a_sentence, enter, leave),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

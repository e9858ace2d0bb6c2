/* test_beside.c: a file is the old one or the new one, whoever else writes it.
 * SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* symlink, kill */
#include <errno.h>
#include <fcntl.h>
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

#include "base/beside.h"
#include "base/text.h"
#include "support/run_program.h"

static void put(const struct contensou__beside *b, const char *text)
{
    assert_int_equal(write(b->descriptor, text, strlen(text)), strlen(text));
}

static void file_is(const char *path, const char *expected)
{
    struct contensou__text text = {0};

    assert_int_equal(contensou__text_read_file(&text, path, NULL), CONTENSOU_OK);
    assert_string_equal(text.data, expected);
    contensou__text_free(&text);
}

/* Two writers of one place at once: each has a file of its own, and the last one to end wins. */
static void two_writers_do_not_mix(void **state)
{
    struct contensou__beside one, two;

    (void)state;
    assert_int_equal(contensou__beside_open(&one, "out"), 0);
    assert_int_equal(contensou__beside_open(&two, "out"), 0);
    assert_string_not_equal(one.temporary, two.temporary);
    put(&one, "one, ");
    put(&two, "two, ");
    put(&one, "whole");
    put(&two, "whole");
    assert_int_equal(access("out", F_OK), -1);
    assert_int_equal(contensou__beside_commit(&two), 0);
    file_is("out", "two, whole");
    assert_int_equal(contensou__beside_commit(&one), 0);
    file_is("out", "one, whole");
    assert_int_equal(run_count_files(), 1);
}

static void what_is_dropped_leaves_the_old_file(void **state)
{
    struct contensou__beside b;

    (void)state;
    run_write_file("out", "old");
    assert_int_equal(contensou__beside_open(&b, "out"), 0);
    put(&b, "new");
    contensou__beside_discard(&b);
    file_is("out", "old");
    assert_int_equal(run_count_files(), 1);
    contensou__beside_discard(&b); /* nothing is fine */
    assert_int_equal(contensou__beside_open(&b, "no/folder/out"), -1);
    assert_int_equal(errno, ENOENT);
    assert_null(b.path);
}

/* The file of a killed writer goes with the next one; that of a living writer stays. */
static void the_leftover_of_a_killed_writer_goes(void **state)
{
    struct contensou__beside b;
    pid_t child;

    (void)state;
    run_write_file("out.tmp.notes", "not ours");
    child = fork();
    if (child == 0) {
        if (contensou__beside_open(&b, "out") == 0)
            raise(SIGKILL);
        _exit(1);
    }
    waitpid(child, NULL, 0);
    assert_int_equal(run_count_files(), 2);
    assert_int_equal(contensou__beside_open(&b, "out"), 0);
    assert_int_equal(run_count_files(), 2);
    put(&b, "new");
    assert_int_equal(contensou__beside_commit(&b), 0);
    file_is("out", "new");
    file_is("out.tmp.notes", "not ours");
    assert_int_equal(run_count_files(), 2);
}

static void links_and_rights_stay(void **state)
{
    struct contensou__beside b;
    struct stat about;

    (void)state;
    run_write_file("file", "old");
    assert_int_equal(chmod("file", 0640), 0);
    assert_int_equal(symlink("file", "link"), 0);
    assert_int_equal(contensou__beside_open(&b, "link"), 0);
    put(&b, "new");
    assert_int_equal(contensou__beside_commit(&b), 0);
    assert_int_equal(lstat("link", &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_int_equal(stat("file", &about), 0);
    assert_int_equal(about.st_mode & 0777, 0640);
    file_is("file", "new");
}

/* What is read as a text is a file, and not a device without end or a pipe without a writer. */
static void a_device_is_not_read_as_a_text(void **state)
{
    struct contensou__text text = {0};
    struct contensou_error err;

    (void)state;
    assert_int_equal(contensou__text_read_file(&text, "/dev/zero", &err), CONTENSOU_EIO);
    assert_string_equal(err.message, "cannot read '/dev/zero': it is not a regular file");
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_int_equal(contensou__text_read_file(&text, "pipe", &err), CONTENSOU_EIO);
    assert_int_equal(contensou__text_read_file(&text, ".", &err), CONTENSOU_EIO);
    assert_int_equal(truncate("file", 0), -1);
    run_write_file("file", "");
    assert_int_equal(truncate("file", (off_t)1 << 40), 0); /* a hole of a terabyte */
    assert_int_equal(contensou__text_read_file(&text, "file", &err), CONTENSOU_EINPUT);
    assert_string_equal(err.message, "'file' is longer than 64 MiB");
    contensou__text_free(&text);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(two_writers_do_not_mix, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(what_is_dropped_leaves_the_old_file, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(the_leftover_of_a_killed_writer_goes, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(links_and_rights_stay, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_device_is_not_read_as_a_text, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

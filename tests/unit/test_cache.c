/* test_cache.c: program binaries between runs. Most tests put the binary of another program under
 * the name of the one they build: what the kernel then answers tells whether the file was used.
 * SPDX-License-Identifier: MIT */
#include "cl/cache.h"
#include "cl/device.h"
#include "cl/program.h"
#include "base/text.h"

#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static const char answers_one[] = "__kernel void answer(__global int *a) { *a = 1; }\n";
static const char answers_two[] = "__kernel void answer(__global int *a) { *a = 2; }\n";
static const char options[] = "-cl-std=CL1.2";

static struct contensou_device *device;
static struct contensou_error err;
static char root[200], base[220], folder[240];
static int compiled; /* kernels that PoCL has of the last program that ran */

/* Removes the folder with what is in it, so many levels of folders deep. */
static void remove_folder(const char *path, int depth)
{
    DIR *dir = opendir(path);
    struct dirent *entry;
    char inner[600];

    chmod(path, 0700);
    while (dir && (entry = readdir(dir))) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(inner, sizeof inner, "%.300s/%.256s", path, entry->d_name);
        if (unlink(inner) != 0 && depth)
            remove_folder(inner, depth - 1);
    }
    if (dir)
        closedir(dir);
    rmdir(path);
}

/* The driver keeps a cache of its own; it is put aside and switched off, so that a miss compiles.
 */
static int open_device(void **state)
{
    const char *temporary = getenv("TMPDIR");
    char driver[220];

    (void)state;
    snprintf(root, sizeof root, "%s/contensou-XXXXXX", temporary ? temporary : "/tmp");
    if (!mkdtemp(root))
        return -1;
    snprintf(driver, sizeof driver, "%s/driver", root);
    setenv("POCL_CACHE_DIR", driver, 1);
    setenv("POCL_KERNEL_CACHE", "0", 1);
    return (int)contensou_device_open(&device, NULL, &err);
}

static int close_device(void **state)
{
    (void)state;
    contensou_device_close(device);
    remove_folder(root, 16);
    return 0;
}

/* A fresh folder for each test. */
static int fresh(void **state)
{
    (void)state;
    snprintf(base, sizeof base, "%s/cache", root);
    snprintf(folder, sizeof folder, "%s/contensou", base);
    setenv("XDG_CACHE_HOME", base, 1);
    unsetenv("CONTENSOU_CACHE");
    return mkdir(base, 0700);
}

static int clean(void **state)
{
    (void)state;
    remove_folder(base, 4);
    return 0;
}

/* Files of this name below a folder, so many levels deep. */
static int count_named(const char *path, const char *name, int depth)
{
    DIR *dir = opendir(path);
    struct dirent *entry;
    char inner[600];
    int count = 0;

    while (dir && (entry = readdir(dir))) {
        count += strcmp(entry->d_name, name) == 0;
        snprintf(inner, sizeof inner, "%.300s/%.256s", path, entry->d_name);
        if (depth && entry->d_name[0] != '.')
            count += count_named(inner, name, depth - 1);
    }
    if (dir)
        closedir(dir);
    return count;
}

/* What the program's files go by: its options and those of the device. */
static const char *all_options(void)
{
    static char all[256];

    snprintf(all, sizeof all, "%s%s", options, contensou__program_options(&device->info));
    return all;
}

/* Builds the text and runs it. */
static int answer(const char *text)
{
    int value = 0;
    struct contensou__program *program = NULL;
    struct contensou__buffer *buffer = NULL;
    struct contensou__arg arg;

    if (contensou__program_build(&program, device, text, options, &err) ||
        contensou__buffer_create(&buffer, device, sizeof value, &value, &err))
        fail_msg("%s", err.message);
    arg = (struct contensou__arg){.buffer = buffer};
    if (contensou__program_run(program, "answer", 1, 1, &arg, 1, NULL, &err) ||
        contensou__buffer_read(buffer, 0, sizeof value, &value, &err))
        fail_msg("%s", err.message);
    compiled = count_named(root, "answer.so", 8);
    contensou__buffer_free(buffer);
    contensou__program_free(program);
    return value;
}

static int count_files(void)
{
    int count = 0;
    DIR *dir = opendir(folder);
    struct dirent *entry;

    while (dir && (entry = readdir(dir)))
        count += entry->d_name[0] != '.' && strcmp(entry->d_name, "building.lock") != 0;
    if (dir)
        closedir(dir);
    return count;
}

/* Puts the binary of answers_two where that of answers_one is looked for; gives that path. */
static void poison(char *path, size_t size)
{
    struct contensou__cache_file one, two;
    unsigned char *binary;
    size_t length = 0;

    assert_int_equal(answer(answers_two), 2);
    contensou__cache_init(&one, device, answers_one, all_options());
    contensou__cache_init(&two, device, answers_two, all_options());
    binary = contensou__cache_load(&two, &length);
    assert_non_null(binary);
    contensou__cache_store(&one, binary, length);
    assert_true((size_t)snprintf(path, size, "%s", one.path) < size);
    free(binary);
    contensou__cache_free(&one);
    contensou__cache_free(&two);
}

static void a_stored_binary_is_used(void **state)
{
    char path[320];

    (void)state;
    poison(path, sizeof path);
    assert_int_equal(answer(answers_one), 2);
}

static void the_same_program_gives_one_file_of_its_owner(void **state)
{
    struct stat about;

    (void)state;
    assert_int_equal(answer(answers_one), 1);
    assert_int_equal(answer(answers_one), 1);
    assert_int_equal(count_files(), 1);
    assert_int_equal(answer(answers_two), 2);
    assert_int_equal(count_files(), 2);
    assert_int_equal(stat(folder, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0700);
}

/* Not for the binary and once more for the launch. */
static void pocl_compiles_a_kernel_once(void **state)
{
    (void)state;
    if (strcmp(contensou_device_about(device)->platform, "Portable Computing Language") != 0)
        skip();
    assert_int_equal(answer(answers_one), 1);
    assert_int_equal(compiled, 1);
    assert_int_equal(answer(answers_one), 1); /* from the file */
    assert_int_equal(compiled, 1);
}

static void a_hit_is_faster_than_a_miss_and_gives_the_same(void **state)
{
    struct contensou__text text = {0};
    double miss, hit = 1e9; /* processor time of all threads */

    (void)state;
    for (int i = 0; i < 8; ++i)
        contensou__text_printf(&text,
                               "__kernel void k%d(__global float *x) { size_t i = get_global_id(0);"
                               " x[i] = sin(x[i]) + pow(x[i], %d.5f); }\n",
                               i, i);
    contensou__text_printf(&text, "%s", answers_one);
    miss = (double)clock();
    assert_int_equal(answer(text.data), 1);
    miss = (double)clock() - miss;
    for (int i = 0; i < 3; ++i) { /* the best of three */
        double time = (double)clock();

        assert_int_equal(answer(text.data), 1);
        time = (double)clock() - time;
        hit = time < hit ? time : hit;
    }
    print_message("miss %.3f s, hit %.3f s\n", miss / CLOCKS_PER_SEC, hit / CLOCKS_PER_SEC);
    assert_true(hit < 0.5 * miss); /* measured on PoCL: below 0.05 */
    contensou__text_free(&text);
}

/* Changes one byte of the file, counted from its end where at is negative. */
static void flip(const char *path, long at)
{
    FILE *file = fopen(path, "r+b");
    int byte;

    assert_non_null(file);
    fseek(file, at, at < 0 ? SEEK_END : SEEK_SET);
    byte = fgetc(file);
    fseek(file, -1, SEEK_CUR);
    assert_int_equal(fputc(byte ^ 1, file), byte ^ 1);
    fclose(file);
}

static void a_damaged_file_is_built_anew(void **state)
{
    /* In the magic, in the sizes, in the checksum, in the key, in the binary. */
    static const long places[] = {0, 16, 24, 32, 40, 100, -1};
    char path[320];

    (void)state;
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
        poison(path, sizeof path);
        flip(path, places[i]);
        assert_int_equal(answer(answers_one), 1);
        assert_int_equal(answer(answers_one), 1); /* now from the file that was made good */
    }
}

static void a_truncated_file_is_built_anew(void **state)
{
    static const off_t sizes[] = {0, 10, 96, 1000};
    char path[320];

    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        poison(path, sizeof path);
        assert_int_equal(truncate(path, sizes[i]), 0);
        assert_int_equal(answer(answers_one), 1);
    }
}

static void a_file_for_another_key_is_not_taken(void **state)
{
    struct contensou__cache_file file;
    size_t size = 0;
    unsigned char *binary;

    (void)state;
    assert_int_equal(answer(answers_one), 1);
    contensou__cache_init(&file, device, answers_one, all_options());
    binary = contensou__cache_load(&file, &size);
    assert_non_null(binary);
    free(binary);
    file.key[10] ^= 1; /* the same name by chance, but another text */
    assert_null(contensou__cache_load(&file, &size));
    contensou__cache_free(&file);
}

/* Its checksums are right, and the texts of both programs have the same length. */
static void the_file_of_another_program_under_the_right_name_is_not_run(void **state)
{
    struct contensou__cache_file one, two;

    (void)state;
    assert_int_equal(strlen(answers_one), strlen(answers_two));
    assert_int_equal(answer(answers_two), 2);
    contensou__cache_init(&one, device, answers_one, all_options());
    contensou__cache_init(&two, device, answers_two, all_options());
    assert_int_equal(rename(two.path, one.path), 0);
    assert_int_equal(answer(answers_one), 1);
    contensou__cache_free(&one);
    contensou__cache_free(&two);
}

static void a_binary_that_the_driver_rejects_is_built_anew(void **state)
{
    static const unsigned char nonsense[] = "this is not a program";
    struct contensou__cache_file file;

    (void)state;
    contensou__cache_init(&file, device, answers_one, all_options());
    contensou__cache_store(&file, nonsense, sizeof nonsense);
    assert_int_equal(answer(answers_one), 1);
    contensou__cache_free(&file);
}

static void a_pipe_in_the_place_of_the_file_does_not_hang(void **state)
{
    char path[320];

    (void)state;
    poison(path, sizeof path);
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(answer(answers_one), 1);
    unlink(path);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(answer(answers_one), 1);
}

static void text_options_and_device_make_the_name(void **state)
{
    struct contensou__cache_file a, b;
    const char *variants[][2] = {
        {"text", "option"}, {"text ", "option"}, {"text", "option "}, {"tex", "toption"}};

    (void)state;
    contensou__cache_init(&a, device, variants[0][0], variants[0][1]);
    for (size_t i = 0; i < 4; ++i) {
        contensou__cache_init(&b, device, variants[i][0], variants[i][1]);
        assert_int_equal(strcmp(a.path, b.path) == 0, i == 0);
        contensou__cache_free(&b);
    }
    contensou__cache_free(&a);
}

static void a_folder_that_cannot_be_written_is_no_error(void **state)
{
    (void)state;
    assert_int_equal(mkdir(folder, 0500), 0); /* read-only, except for root */
    assert_int_equal(answer(answers_one), 1);
    if (geteuid() != 0)
        assert_int_equal(count_files(), 0);
    remove_folder(folder, 0);
    fclose(fopen(folder, "w")); /* a file where the folder should be */
    assert_int_equal(answer(answers_one), 1);
    setenv("XDG_CACHE_HOME", "/proc", 1); /* where not even root makes a folder */
    assert_int_equal(answer(answers_two), 2);
}

static void off_neither_reads_nor_writes(void **state)
{
    char path[320];

    (void)state;
    poison(path, sizeof path);
    setenv("CONTENSOU_CACHE", "off", 1);
    assert_int_equal(answer(answers_one), 1);
    remove_folder(folder, 0);
    assert_int_equal(answer(answers_one), 1);
    assert_int_equal(access(folder, F_OK), -1);
}

static void the_folder_follows_xdg(void **state)
{
    struct contensou__cache_file file;
    char expected[320];

    (void)state;
    setenv("HOME", base, 1);
    setenv("XDG_CACHE_HOME", "relative", 1); /* the specification: to be ignored */
    contensou__cache_init(&file, device, "", "");
    snprintf(expected, sizeof expected, "%s/.cache/contensou", base);
    assert_string_equal(file.folder, expected);
    contensou__cache_free(&file);
    assert_int_equal(answer(answers_one), 1);
    assert_int_equal(access(expected, F_OK), 0); /* made with .cache above it */
    unsetenv("HOME");
    contensou__cache_init(&file, device, "", "");
    assert_null(file.path);
    contensou__cache_free(&file);
    assert_int_equal(answer(answers_one), 1);
}

static void the_longest_unused_files_go_first(void **state)
{
    struct contensou__cache_file file;
    char path[320], notes[320];

    (void)state;
    assert_int_equal(mkdir(folder, 0700), 0);
    for (int i = 0; i < contensou__cache_max + 44; ++i) {
        const struct timespec times[2] = {{.tv_sec = 1000 + i}, {.tv_sec = 1000 + i}};
        int fd;

        snprintf(path, sizeof path, "%s/%032x.bin", folder, i);
        fd = open(path, O_CREAT | O_WRONLY, 0600);
        assert_true(fd >= 0);
        assert_int_equal(futimens(fd, times), 0);
        close(fd);
    }
    snprintf(notes, sizeof notes, "%s/notes.txt",
             folder); /* not ours: neither counted nor removed */
    fclose(fopen(notes, "w"));
    contensou__cache_init(&file, device, answers_one, all_options());
    contensou__cache_store(&file, (const unsigned char *)"binary", 6);
    assert_int_equal(count_files(), contensou__cache_max + 1); /* with the notes */
    assert_int_equal(access(file.path, F_OK), 0);
    assert_int_equal(access(notes, F_OK), 0);
    snprintf(path, sizeof path, "%s/%032x.bin", folder, 44); /* 300 + 1 - 256 = 45 went: 0..44 */
    assert_int_equal(access(path, F_OK), -1);
    snprintf(path, sizeof path, "%s/%032x.bin", folder, 45);
    assert_int_equal(access(path, F_OK), 0);
    contensou__cache_free(&file);
}

/* Tables of laws have tens of megabytes: four files of 400, without content, are more than the cache may hold. */
static void the_longest_unused_go_where_there_are_too_many_bytes(void **state)
{
    struct contensou__cache_file file;
    char path[320];

    (void)state;
    assert_int_equal(mkdir(folder, 0700), 0);
    for (int i = 0; i < 4; ++i) {
        const struct timespec times[2] = {{.tv_sec = 1000 + i}, {.tv_sec = 1000 + i}};
        int fd;

        snprintf(path, sizeof path, "%s/%032x.bin", folder, i);
        fd = open(path, O_CREAT | O_WRONLY, 0600);
        assert_true(fd >= 0);
        assert_int_equal(ftruncate(fd, 400 << 20), 0);
        assert_int_equal(futimens(fd, times), 0);
        close(fd);
    }
    contensou__cache_init(&file, device, answers_one, all_options());
    contensou__cache_store(&file, (const unsigned char *)"binary", 6);
    assert_int_equal(count_files(), 3); /* 800 MB and the new one */
    assert_int_equal(access(file.path, F_OK), 0);
    assert_int_equal(access(path, F_OK), 0);
    contensou__cache_free(&file);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_stored_binary_is_used, fresh, clean),
        cmocka_unit_test_setup_teardown(the_same_program_gives_one_file_of_its_owner, fresh, clean),
        cmocka_unit_test_setup_teardown(pocl_compiles_a_kernel_once, fresh, clean),
        cmocka_unit_test_setup_teardown(a_hit_is_faster_than_a_miss_and_gives_the_same, fresh,
                                        clean),
        cmocka_unit_test_setup_teardown(a_damaged_file_is_built_anew, fresh, clean),
        cmocka_unit_test_setup_teardown(a_truncated_file_is_built_anew, fresh, clean),
        cmocka_unit_test_setup_teardown(a_file_for_another_key_is_not_taken, fresh, clean),
        cmocka_unit_test_setup_teardown(the_file_of_another_program_under_the_right_name_is_not_run,
                                        fresh, clean),
        cmocka_unit_test_setup_teardown(a_binary_that_the_driver_rejects_is_built_anew, fresh,
                                        clean),
        cmocka_unit_test_setup_teardown(a_pipe_in_the_place_of_the_file_does_not_hang, fresh,
                                        clean),
        cmocka_unit_test_setup_teardown(text_options_and_device_make_the_name, fresh, clean),
        cmocka_unit_test_setup_teardown(a_folder_that_cannot_be_written_is_no_error, fresh, clean),
        cmocka_unit_test_setup_teardown(off_neither_reads_nor_writes, fresh, clean),
        cmocka_unit_test_setup_teardown(the_folder_follows_xdg, fresh, clean),
        cmocka_unit_test_setup_teardown(the_longest_unused_files_go_first, fresh, clean),
        cmocka_unit_test_setup_teardown(the_longest_unused_go_where_there_are_too_many_bytes, fresh,
                                        clean),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, open_device, close_device);
}

/* test_program.c: buffers, device programs and their launches. SPDX-License-Identifier: MIT */
#include "cl/program.h"
#include "source/bundle.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { n = 1000 };

static const char program_text[] =
    "__kernel void scale(__global const float *x, float factor, __global float *y)\n"
    "{ size_t i = get_global_id(0); if (i < 1000) y[i] = factor * x[i]; }\n"
    "__kernel void count(__global int *size)\n"
    "{ if (get_global_id(0) == 0) *size = (int)get_global_size(0); }\n"
    "__kernel void turn(__global float *x, __local float *space)\n"
    "{ size_t l = get_local_id(0), m = get_local_size(0), i = get_global_id(0);\n"
    "  space[l] = x[i]; barrier(CLK_LOCAL_MEM_FENCE); x[i] = space[m - 1 - l]; }\n";

static struct contensou_device *device;
static struct contensou__program *program;
static struct contensou_error err;

static int open_all(void **state)
{
    (void)state;
    setenv("CONTENSOU_CACHE", "off", 1);
    if (contensou_device_open(&device, NULL, &err) ||
        contensou__program_build(&program, device, program_text, "-cl-std=CL1.2", &err))
        fprintf(stderr, "%s\n", err.message);
    return err.status;
}

static int close_all(void **state)
{
    (void)state;
    contensou__program_free(program);
    contensou_device_close(device);
    return 0;
}

static struct contensou__buffer *make(size_t size, const void *from)
{
    struct contensou__buffer *buffer = NULL;

    if (contensou__buffer_create(&buffer, device, size, from, &err))
        fail_msg("%s", err.message);
    return buffer;
}

static void a_kernel_computes_and_its_time_is_told(void **state)
{
    float x[n], y[n], factor = 2.5f;
    double seconds = -1.0;
    struct contensou__buffer *from, *to = make(sizeof y, NULL);

    (void)state;
    for (int i = 0; i < n; ++i)
        x[i] = (float)i;
    from = make(sizeof x, x);
    for (int again = 0; again < 2; ++again) {
        const struct contensou__arg args[] = {
            {.buffer = from}, {.value = &factor, .size = sizeof factor}, {.buffer = to}};

        if (contensou__program_run(program, "scale", n, 0, args, 3, &seconds, &err))
            fail_msg("%s", err.message);
        assert_true(seconds > 0.0 && seconds < 6000.0); /* and no nanoseconds */
        assert_int_equal(contensou__buffer_read(to, 0, sizeof y, y, &err), CONTENSOU_OK);
        for (int i = 0; i < n; ++i)
            assert_true(y[i] == factor * (float)i); /* both factors and products exact in float */
        factor = 0.5f;
    }
    contensou__buffer_free(from);
    contensou__buffer_free(to);
}

static int global_size(size_t global, size_t local)
{
    int size = -1;
    struct contensou__buffer *buffer = make(sizeof size, &size);
    const struct contensou__arg arg = {.buffer = buffer};

    if (contensou__program_run(program, "count", global, local, &arg, 1, NULL, &err))
        fail_msg("%s", err.message);
    assert_int_equal(contensou__buffer_read(buffer, 0, sizeof size, &size, &err), CONTENSOU_OK);
    contensou__buffer_free(buffer);
    return size;
}

static void work_items_are_rounded_up_to_whole_groups(void **state)
{
    (void)state;
    assert_int_equal(global_size(1000, 64), 1024); /* 16 groups of 64 */
    assert_int_equal(global_size(1024, 64), 1024);
    assert_int_equal(global_size(1000, 0), 1000);
    assert_int_equal(global_size(1, 1), 1);
}

static void no_work_items_run_nothing(void **state)
{
    (void)state;
    assert_int_equal(global_size(0, 64), -1); /* as it was */
}

static void local_memory_is_an_argument_without_a_value(void **state)
{
    float x[32];
    struct contensou__buffer *buffer;

    (void)state;
    for (int i = 0; i < 32; ++i)
        x[i] = (float)i;
    buffer = make(sizeof x, x);
    {
        const struct contensou__arg args[] = {{.buffer = buffer}, {.size = 8 * sizeof(float)}};

        if (contensou__program_run(program, "turn", 32, 8, args, 2, NULL, &err))
            fail_msg("%s", err.message);
    }
    assert_int_equal(contensou__buffer_read(buffer, 0, sizeof x, x, &err), CONTENSOU_OK);
    for (int i = 0; i < 32; ++i)
        assert_true(x[i] == (float)(8 * (i / 8) + 7 - i % 8)); /* each group of 8 turned round */
    contensou__buffer_free(buffer);
}

static void too_much_local_memory_names_both_sizes(void **state)
{
    struct contensou__buffer *buffer = make(4, NULL);
    const size_t size = (size_t)contensou_device_about(device)->local_memory + 1;
    const struct contensou__arg args[] = {{.buffer = buffer}, {.size = size}};
    char number[32];

    (void)state;
    assert_int_equal(contensou__program_run(program, "turn", 1, 1, args, 2, NULL, &err),
                     CONTENSOU_EDEVICE);
    snprintf(number, sizeof number, "%zu bytes", size);
    assert_non_null(strstr(err.message, number));
    contensou__buffer_free(buffer);
}

/* A kernel with many registers allows fewer work-items in a group than the device does; that was an error. */
static void a_group_that_is_too_large_becomes_what_is_allowed(void **state)
{
    const int size = global_size(1, (size_t)1 << 30); /* one group, whatever its size */

    (void)state;
    assert_in_range(size, 1, (1 << 30) - 1);
    assert_int_equal(global_size((size_t)size + 1, (size_t)1 << 30), 2 * size);
}

static void a_kernel_that_does_not_exist_names_those_that_do(void **state)
{
    (void)state;
    for (int again = 0; again < 2; ++again) {
        assert_int_equal(contensou__program_run(program, "skale", 1, 0, NULL, 0, NULL, &err),
                         CONTENSOU_ENOTFOUND);
        assert_non_null(strstr(err.message, "CL_INVALID_KERNEL_NAME (-46)")); /* CL/cl.h */
        assert_non_null(strstr(err.message, "'skale'"));
        assert_non_null(strstr(err.message, "scale"));
        assert_non_null(strstr(err.message, "count"));
    }
    assert_int_equal(contensou__program_run(program, "", 1, 0, NULL, 0, NULL, &err),
                     CONTENSOU_ENOTFOUND);
}

static void a_wrong_number_of_arguments_is_told(void **state)
{
    struct contensou__buffer *buffer = make(4, NULL);
    const struct contensou__arg args[2] = {{.buffer = buffer}, {.buffer = buffer}};

    (void)state;
    assert_int_equal(contensou__program_run(program, "scale", 1, 0, args, 2, NULL, &err),
                     CONTENSOU_EARGUMENT);
    assert_non_null(strstr(err.message, "'scale' takes 3 arguments, not 2"));
    assert_int_equal(contensou__program_run(program, "count", 1, 0, args, 2, NULL, &err),
                     CONTENSOU_EARGUMENT);
    contensou__buffer_free(buffer);
}

static void an_argument_of_the_wrong_size_names_its_position(void **state)
{
    const double wide = 1.0; /* 8 bytes where the kernel has a float */
    struct contensou__buffer *buffer = make(4, NULL);
    const struct contensou__arg args[] = {
        {.buffer = buffer}, {.value = &wide, .size = sizeof wide}, {.buffer = buffer}};

    (void)state;
    assert_int_equal(contensou__program_run(program, "scale", 1, 0, args, 3, NULL, &err),
                     CONTENSOU_EOPENCL);
    assert_non_null(strstr(err.message, "clSetKernelArg of argument 1 of kernel 'scale'"));
    assert_non_null(strstr(err.message, "CL_INVALID_ARG_SIZE (-51)")); /* CL/cl.h */
    contensou__buffer_free(buffer);
}

static void a_buffer_larger_than_allowed_names_both_sizes(void **state)
{
    struct contensou__buffer *buffer = (struct contensou__buffer *)&err;
    const uint64_t most = contensou_device_about(device)->max_buffer;
    char asked[32], allowed[32];

    (void)state;
    snprintf(asked, sizeof asked, "%llu bytes", (unsigned long long)most + 1);
    snprintf(allowed, sizeof allowed, "at most %llu", (unsigned long long)most);
    assert_int_equal(contensou__buffer_create(&buffer, device, (size_t)most + 1, NULL, &err),
                     CONTENSOU_EDEVICE);
    assert_null(buffer);
    assert_non_null(strstr(err.message, asked));
    assert_non_null(strstr(err.message, allowed));
}

static void buffers_are_read_and_written_in_pieces(void **state)
{
    const char letters[8] = {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'};
    char got[8];
    struct contensou__buffer *buffer = make(sizeof letters, letters);

    (void)state;
    assert_int_equal(contensou__buffer_write(buffer, 2, 3, "XYZ", &err), CONTENSOU_OK);
    assert_int_equal(contensou__buffer_read(buffer, 1, 7, got, &err), CONTENSOU_OK);
    assert_memory_equal(got, "bXYZfgh", 7);
    assert_int_equal(contensou__buffer_read(buffer, 8, 0, got, &err), CONTENSOU_OK);
    assert_int_equal(contensou__buffer_read(buffer, 2, 7, got, &err), CONTENSOU_EARGUMENT);
    assert_non_null(strstr(err.message, "7 bytes from byte 2 do not lie in a buffer of 8 bytes"));
    assert_int_equal(contensou__buffer_write(buffer, SIZE_MAX, 2, got, &err), CONTENSOU_EARGUMENT);
    contensou__buffer_free(buffer);
}

static void an_empty_buffer_can_be_made(void **state)
{
    struct contensou__buffer *buffer = make(0, "");

    (void)state;
    assert_int_equal(contensou__buffer_read(buffer, 0, 1, &buffer, &err), CONTENSOU_EARGUMENT);
    contensou__buffer_free(buffer);
    contensou__buffer_free(NULL);
}

/* Builds the user's text in a bundle, after a kernel file, and expects that it does not compile. */
static void build_user(const char *text)
{
    struct contensou__bundle b = {.user_path = "my_system.h", .user_text = text};
    struct contensou__program *bad = (struct contensou__program *)&err;
    struct contensou__text out = {0};

    contensou__bundle_define(&b, "role", "mine");
    contensou__bundle_include(&b, "core/real.h");
    contensou__bundle_include(&b, "my_system.h");
    assert_int_equal(contensou__bundle_write(&b, &out, &err), CONTENSOU_OK);
    assert_int_equal(contensou__program_build(&bad, device, out.data, "-cl-std=CL1.2", &err),
                     CONTENSOU_EBUILD);
    assert_null(bad);
    contensou__text_free(&out);
}

static void a_compile_error_names_the_users_file_and_line(void **state)
{
    (void)state;
    build_user("int one;\n\nint three = wrong;\n");
    assert_non_null(strstr(err.message, "CL_BUILD_PROGRAM_FAILURE"));
    assert_non_null(strstr(err.message, "my_system.h:3:"));
    assert_non_null(strstr(err.message, "wrong"));
    build_user(
        "#include \"core/real.h\"\n#include \"core/wrench.h\"\n/* three */\nint four = wrong;\n");
    assert_non_null(strstr(err.message, "my_system.h:4:"));
}

static void a_long_compile_log_keeps_its_first_lines(void **state)
{
    struct contensou__text text = {0};

    (void)state;
    contensou__text_printf(&text, "__kernel void k(void) {\n");
    for (int i = 0; i < 15; ++i) /* fewer than the 20 errors at which clang stops */
        contensou__text_printf(&text, "int wrong_%d = missing_%0400d;\n", i, i);
    contensou__text_printf(&text, "}\n");
    build_user(text.data);
    assert_non_null(strstr(err.message, "my_system.h:2:"));
    assert_non_null(strstr(err.message, "(more was said)"));
    assert_true(strlen(err.message) < sizeof err.message - 1); /* cut by us, not by the end */
    contensou__text_free(&text);
}

static void a_wrong_option_is_told(void **state)
{
    struct contensou__program *bad = NULL;

    (void)state;
    assert_int_equal(contensou__program_build(&bad, device, program_text, "-no-such-option", &err),
                     CONTENSOU_EBUILD);
    assert_null(bad);
    assert_non_null(strstr(err.message, "-no-such-option"));
}

/* As core/real.h has it: PoCL 6.0 ended the process on assembly in a kernel (dop853, event). */
static void assembly_is_left_out_where_a_driver_does_not_take_it(void **state)
{
    static const char text[] = "__kernel void next(__global int *x)\n{ int a = *x;\n"
                               "#if defined(__x86_64__) && !defined(NO_ASSEMBLY)\n"
                               "  __asm__ volatile(\"\" : \"+m\"(a));\n#endif\n  *x = a + 1; }\n";
    const struct contensou_device_info old = {.platform = "Portable Computing Language",
                                              .driver = "3.1+debian"};
    const struct contensou_device_info new = {.platform = "Portable Computing Language",
                                              .driver = "6.0+debian"};
    const struct contensou_device_info intel = {.platform = "Intel(R) OpenCL",
                                                .driver = "2026.22.7.0"};
    int x = 41;
    struct contensou__buffer *buffer = make(sizeof x, &x);
    const struct contensou__arg arg = {.buffer = buffer};
    struct contensou__program *built = NULL;

    (void)state;
    assert_string_equal(contensou__program_options(&old), "");
    assert_string_equal(contensou__program_options(&new), " -D NO_ASSEMBLY");
    assert_string_equal(contensou__program_options(&intel), "");
    if (contensou__program_build(&built, device, text, "-cl-std=CL1.2", &err) ||
        contensou__program_run(built, "next", 1, 1, &arg, 1, NULL, &err) ||
        contensou__buffer_read(buffer, 0, sizeof x, &x, &err))
        fail_msg("%s", err.message);
    assert_int_equal(x, 42);
    contensou__program_free(built);
    contensou__buffer_free(buffer);
}

static void abort_now(int number)
{
    (void)number;
    abort();
}

/* As PoCL 6.0 does now and then: standard error is turned away while a compiler is at work. */
static void a_compiler_that_aborts_is_named(void **state)
{
    const struct itimerval soon = {.it_value = {0, 300000}}; /* of processor time */
    char said[512] = "";
    int ends[2], status = 0;
    pid_t child;

    (void)state;
    assert_int_equal(pipe(ends), 0);
    child = fork();
    if (child == 0) {
        char *text = calloc(1, 400000);

        for (int i = 0; text && i < 2000; ++i) /* takes seconds */
            sprintf(text + strlen(text),
                    "__kernel void k%d(__global double *x)"
                    " { x[0] = sin(x[1]) + pow(x[2], %d.5); }\n",
                    i, i);
        dup2(ends[1], STDERR_FILENO);
        contensou__program_hush();
        if (contensou_device_open(&device, NULL, &err))
            _exit(1);
        signal(SIGPROF, abort_now);
        setitimer(ITIMER_PROF, &soon, NULL);
        contensou__program_build(&program, device, text, "-cl-std=CL1.2", &err);
        _exit(2);
    }
    close(ends[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    assert_true(read(ends[0], said, sizeof said - 1) > 0);
    assert_non_null(strstr(said, "compiler aborted this process"));
    close(ends[0]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kernel_computes_and_its_time_is_told),
        cmocka_unit_test(work_items_are_rounded_up_to_whole_groups),
        cmocka_unit_test(no_work_items_run_nothing),
        cmocka_unit_test(local_memory_is_an_argument_without_a_value),
        cmocka_unit_test(too_much_local_memory_names_both_sizes),
        cmocka_unit_test(a_group_that_is_too_large_becomes_what_is_allowed),
        cmocka_unit_test(a_kernel_that_does_not_exist_names_those_that_do),
        cmocka_unit_test(a_wrong_number_of_arguments_is_told),
        cmocka_unit_test(an_argument_of_the_wrong_size_names_its_position),
        cmocka_unit_test(a_buffer_larger_than_allowed_names_both_sizes),
        cmocka_unit_test(buffers_are_read_and_written_in_pieces),
        cmocka_unit_test(an_empty_buffer_can_be_made),
        cmocka_unit_test(a_compile_error_names_the_users_file_and_line),
        cmocka_unit_test(a_long_compile_log_keeps_its_first_lines),
        cmocka_unit_test(a_wrong_option_is_told),
        cmocka_unit_test(assembly_is_left_out_where_a_driver_does_not_take_it),
        cmocka_unit_test(a_compiler_that_aborts_is_named),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, open_all, close_all);
}

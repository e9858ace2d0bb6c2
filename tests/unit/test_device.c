/* test_device.c: which devices are found and which one a choice takes.
 * SPDX-License-Identifier: MIT */
#include "cl/device_choice.h"
#include "device/patch_program.h"

#include <contensou/device.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static struct contensou_error err;

/* Four devices that no machine has; the real ones serve the tests further down. */
static const struct contensou_device_info four[4] = {
    {.index = 0,
     .name = "cpu-znver3",
     .platform = "Portable Computing Language",
     .type = "CPU",
     .why = ""},
    {.index = 1, .name = "FPGA board", .platform = "Vendor SDK", .type = "accelerator", .why = ""},
    {.index = 2, .name = "Radeon VII", .platform = "AMD APP", .type = "GPU", .why = ""},
    {.index = 3, .name = "Radeon Pro", .platform = "AMD APP", .type = "GPU", .why = ""},
};

static int choose(struct contensou_device_info *list, size_t count, const char *choice)
{
    int chosen = -1;

    memset(&err, 0, sizeof err);
    memcpy(list, four, sizeof four);
    if (contensou__device_choice_apply(list, count, choice, &err))
        return -1;
    for (size_t i = 0; i < count; ++i)
        if (list[i].chosen) {
            assert_int_equal(chosen, -1); /* one and only one */
            chosen = (int)i;
            assert_true(strlen(list[i].why) > 0);
        } else {
            assert_string_equal(list[i].why, "");
        }
    return chosen;
}

static int forget_variable(void **state)
{
    (void)state;
    return unsetenv("CONTENSOU_DEVICE");
}

static void no_choice_takes_a_gpu_then_an_accelerator_then_a_cpu(void **state)
{
    struct contensou_device_info list[4];

    (void)state;
    assert_int_equal(choose(list, 4, NULL), 2);
    assert_int_equal(choose(list, 4, ""), 2);
    assert_int_equal(choose(list, 2, NULL), 1);
    assert_int_equal(choose(list, 1, NULL), 0);
}

/* Every command computes in double precision unless it is told otherwise, and failed on a GPU that cannot. */
static void a_device_with_double_precision_comes_first(void **state)
{
    static const struct {
        int fp64[4], chosen;
        const char *why;
    } cases[] = {
        {{1, 1, 1, 1}, 2, "the first GPU"},
        {{1, 1, 0, 1}, 3, "the first GPU that computes in double precision"},
        {{1, 1, 0, 0},
         1,
         "no GPU here computes in double precision; the first accelerator that does"},
        {{1, 0, 0, 0}, 0, NULL},
        {{0, 0, 0, 0}, 2, "the first GPU"},
    };

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c) {
        struct contensou_device_info list[4];

        memcpy(list, four, sizeof four);
        for (int i = 0; i < 4; ++i)
            list[i].fp64 = cases[c].fp64[i];
        assert_int_equal(contensou__device_choice_apply(list, 4, NULL, &err), 0);
        for (int i = 0; i < 4; ++i)
            assert_int_equal(list[i].chosen, i == cases[c].chosen);
        if (cases[c].why)
            assert_string_equal(list[cases[c].chosen].why, cases[c].why);
    }
}

/* A driver whose vectors have one number, such as Mesa's llvmpipe, was given packs and took minutes to compile them. */
static void packs_are_for_cpus_with_vectors(void **state)
{
    const struct contensou_device_info pocl = {.name = "",
                                               .platform = "",
                                               .driver = "",
                                               .type = "CPU",
                                               .width_double = 4,
                                               .width_float = 8};
    const struct contensou_device_info llvmpipe = {
        .name = "", .platform = "", .driver = "", .type = "CPU", .width_float = 1};
    const struct contensou_device_info gpu = {.name = "",
                                              .platform = "",
                                              .driver = "",
                                              .type = "GPU",
                                              .width_double = 1,
                                              .width_float = 4};

    (void)state;
    assert_int_equal(contensou__device_choice_packs(&pocl, 0), 1);
    assert_int_equal(contensou__device_choice_packs(&pocl, 1), 1);
    assert_int_equal(contensou__device_choice_packs(&llvmpipe, 1), 0);
    assert_int_equal(contensou__device_choice_packs(&gpu, 1), 0);
}

/* PoCL 3.0 on AMD's processors with AVX-512: in packs of eight, 494 of 512 lanes of README's sweep "finished" after no step. */
static void packs_are_no_wider_than_a_driver_hands_over(void **state)
{
    struct contensou_device_info about = {
        .type = "CPU",
        .name = "pthread-AMD EPYC 9R14",
        .driver = "3.0-rc2",
        .version = "OpenCL 3.0 PoCL HSTR: pthread-x86_64-unknown-linux-gnu-znver3",
        .platform = "Portable Computing Language",
        .width_double = 8,
        .width_float = 16};

    (void)state;
    assert_int_equal(contensou__device_choice_widest(&about, 0), 4);
    assert_int_equal(contensou__device_choice_widest(&about, 1), 8);
    assert_int_equal(contensou__device_choice_slips(&about, 0), 4);
    about.version = "OpenCL 3.0 PoCL HSTR: pthread-x86_64-unknown-linux-gnu-skylake-avx512";
    assert_int_equal(contensou__device_choice_widest(&about, 0), 16);
    about.version = "";
    about.driver = "3.1+debian";
    assert_int_equal(contensou__device_choice_widest(&about, 0), 16);
    about.driver = "3.0-rc2";
    about.name = "pthread-Intel(R) Xeon(R) Processor";
    assert_int_equal(contensou__device_choice_widest(&about, 1), 16);
}

static void an_index_chooses(void **state)
{
    struct contensou_device_info list[4];

    (void)state;
    assert_int_equal(choose(list, 4, "0"), 0);
    assert_int_equal(choose(list, 4, "3"), 3);
}

static void a_piece_of_a_name_chooses_whatever_its_case(void **state)
{
    struct contensou_device_info list[4];

    (void)state;
    assert_int_equal(choose(list, 4, "ZNVER"), 0);
    assert_int_equal(choose(list, 4, "portable"), 0);
    assert_int_equal(choose(list, 4, "pro"), 3);
}

static void a_name_that_fits_several_takes_the_first_and_says_so(void **state)
{
    struct contensou_device_info list[4];

    (void)state;
    assert_int_equal(choose(list, 4, "radeon"), 2);
    assert_non_null(strstr(list[2].why, "fits 2 devices"));
}

static void the_environment_chooses_when_nothing_else_does(void **state)
{
    struct contensou_device_info list[4];

    (void)state;
    setenv("CONTENSOU_DEVICE", "1", 1);
    assert_int_equal(choose(list, 4, NULL), 1);
    assert_non_null(strstr(list[1].why, "CONTENSOU_DEVICE"));
    assert_int_equal(choose(list, 4, "0"), 0);
    setenv("CONTENSOU_DEVICE", "", 1);
    assert_int_equal(choose(list, 4, NULL), 2);
    setenv("CONTENSOU_DEVICE", "nothing like it", 1);
    assert_int_equal(choose(list, 4, NULL), -1);
    assert_non_null(strstr(err.message, "CONTENSOU_DEVICE"));
}

static void an_index_out_of_range_names_the_range_and_the_devices(void **state)
{
    struct contensou_device_info list[4];

    (void)state;
    assert_int_equal(choose(list, 4, "4"), -1);
    assert_int_equal(err.status, CONTENSOU_ENOTFOUND);
    assert_non_null(strstr(err.message, "from 0 to 3"));
    assert_non_null(strstr(err.message, "2: Radeon VII (AMD APP), 3: Radeon Pro"));
    assert_int_equal(choose(list, 4, "18446744073709551616"), -1); /* 2^64 */
    assert_int_equal(choose(list, 4, "-1"), -1);
}

static void a_wrong_name_names_the_devices(void **state)
{
    struct contensou_device_info list[4];

    (void)state;
    assert_int_equal(choose(list, 4, "geforce"), -1);
    assert_int_equal(err.status, CONTENSOU_ENOTFOUND);
    assert_non_null(strstr(err.message, "'geforce'"));
    assert_non_null(strstr(err.message, "0: cpu-znver3 (Portable Computing Language), 1: FPGA"));
}

/* The loader reads its folder of drivers once, so that a process of its own has to look. */
static void no_platform_names_the_package_that_gives_one(void **state)
{
    const char *temporary = getenv("TMPDIR");
    char folder[256], message[sizeof err.message] = "";
    int ends[2], result = -1;
    ssize_t got;
    pid_t child;

    (void)state;
    snprintf(folder, sizeof folder, "%s/contensou-XXXXXX", temporary ? temporary : "/tmp");
    assert_non_null(mkdtemp(folder));
    assert_int_equal(pipe(ends), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct contensou_device_info *list;
        struct contensou_error child_err = {0};
        size_t count;
        enum contensou_status status;

        setenv("OCL_ICD_VENDORS", folder, 1); /* ocl-icd; the Khronos loader has the same name */
        status = contensou_device_list(&list, &count, NULL, &child_err);
        if (write(ends[1], child_err.message, sizeof child_err.message) < 0 || list)
            _exit(100);
        _exit(-status);
    }
    close(ends[1]);
    got = read(ends[0], message, sizeof message);
    close(ends[0]);
    assert_int_equal(waitpid(child, &result, 0), child);
    rmdir(folder);
    assert_true(got > 0 && WIFEXITED(result));
    assert_int_equal(-WEXITSTATUS(result), CONTENSOU_EDEVICE);
    assert_non_null(strstr(message, "pocl-opencl-icd"));
}

static void the_list_describes_the_devices_of_this_machine(void **state)
{
    struct contensou_device_info *list = NULL;
    size_t count = 0;
    int chosen = 0;

    (void)state;
    if (contensou_device_list(&list, &count, NULL, &err))
        fail_msg("%s", err.message);
    assert_true(count >= 1);
    for (size_t i = 0; i < count; ++i) {
        const struct contensou_device_info *info = &list[i];

        assert_int_equal(info->index, i);
        assert_true(info->name[0] && info->platform[0] && info->driver[0]);
        assert_int_equal(strncmp(info->version, "OpenCL ", 7), 0); /* as the standard has it */
        assert_true(info->units >= 1);
        assert_true(info->memory >= info->max_buffer);
        /* The standard's minima for full profiles: a quarter of all or 1 GiB, and 32 KiB. */
        assert_true(info->max_buffer >= info->memory / 4 || info->max_buffer >= 1u << 30);
        assert_true(info->local_memory >= 32 * 1024);
        assert_int_equal(info->width_double > 0, info->fp64);
        chosen += info->chosen;
    }
    assert_int_equal(chosen, 1);
    contensou_device_list_free(list);
}

static void a_device_opens_by_index_name_and_environment(void **state)
{
    struct contensou_device *device = NULL;
    char name[256];

    (void)state;
    if (contensou_device_open(&device, "0", &err))
        fail_msg("%s", err.message);
    snprintf(name, sizeof name, "%s", contensou_device_about(device)->name);
    assert_int_equal(contensou_device_about(device)->index, 0);
    contensou_device_close(device);

    assert_int_equal(contensou_device_open(&device, name, &err), CONTENSOU_OK);
    assert_string_equal(contensou_device_about(device)->name, name);
    contensou_device_close(device);

    setenv("CONTENSOU_DEVICE", name, 1);
    assert_int_equal(contensou_device_open(&device, NULL, &err), CONTENSOU_OK);
    assert_non_null(strstr(contensou_device_about(device)->why, "CONTENSOU_DEVICE"));
    contensou_device_close(device);
    contensou_device_close(NULL);
}

static void a_wrong_choice_opens_nothing(void **state)
{
    struct contensou_device *device = (struct contensou_device *)&err;
    struct contensou_device_info *list = (struct contensou_device_info *)&err;
    size_t count = 7;

    (void)state;
    assert_int_equal(contensou_device_open(&device, "99", &err), CONTENSOU_ENOTFOUND);
    assert_null(device);
    assert_int_equal(contensou_device_list(&list, &count, "no such", &err), CONTENSOU_ENOTFOUND);
    assert_null(list);
    assert_int_equal(count, 0);
    assert_int_equal(contensou_device_open(&device, "no such", NULL), CONTENSOU_ENOTFOUND);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_platform_names_the_package_that_gives_one), /* before any OpenCL call */
        cmocka_unit_test_setup(no_choice_takes_a_gpu_then_an_accelerator_then_a_cpu,
                               forget_variable),
        cmocka_unit_test_setup(a_device_with_double_precision_comes_first, forget_variable),
        cmocka_unit_test(packs_are_for_cpus_with_vectors),
        cmocka_unit_test(packs_are_no_wider_than_a_driver_hands_over),
        cmocka_unit_test_setup(an_index_chooses, forget_variable),
        cmocka_unit_test_setup(a_piece_of_a_name_chooses_whatever_its_case, forget_variable),
        cmocka_unit_test_setup(a_name_that_fits_several_takes_the_first_and_says_so,
                               forget_variable),
        cmocka_unit_test_setup(the_environment_chooses_when_nothing_else_does, forget_variable),
        cmocka_unit_test_setup(an_index_out_of_range_names_the_range_and_the_devices,
                               forget_variable),
        cmocka_unit_test_setup(a_wrong_name_names_the_devices, forget_variable),
        cmocka_unit_test_setup(the_list_describes_the_devices_of_this_machine, forget_variable),
        cmocka_unit_test_setup(a_device_opens_by_index_name_and_environment, forget_variable),
        cmocka_unit_test_setup(a_wrong_choice_opens_nothing, forget_variable),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

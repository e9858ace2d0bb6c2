/* test_young_processor.c: the object of a device as PoCL 3.0 has it, made by hand: its processor is named where it says that it is
 * not known, and nothing else is written. SPDX-License-Identifier: MIT */
#include "cl/young_processor.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* The places are those of PoCL 3.0's own debugging information (ptype /o struct _cl_device_id). */
enum { triplet = 632 / sizeof(char *), cpu = 640 / sizeof(char *), members = 128 };

static const struct contensou_device_info pip = {
    .platform = "Portable Computing Language",
    .driver = "3.0-rc2",
    .version = "OpenCL 3.0 PoCL HSTR: pthread-x86_64-unknown-linux-gnu-generic"};

static int is_x86(void)
{
#ifdef __x86_64__
    return 1;
#else
    return 0;
#endif
}

static void fill(const char *member[members])
{
    memset(member, 0, members * sizeof *member);
    member[triplet] = "x86_64-unknown-linux-gnu";
    member[cpu] = "generic";
}

/* What is not the object that is expected stays as it is. */
static void expect_untouched(const char *member[members], const struct contensou_device_info *given)
{
    const char *before[members];
    struct contensou_device_info copy = *given, *const about = &copy;

    memcpy(before, member, sizeof before);
    assert_int_equal(contensou__young_processor_name((void *)member, about), 0);
    assert_memory_equal(before, member, sizeof before);
}

static void unknown_processor_gets_a_name(void **state)
{
    static const char start[] = "OpenCL 3.0 PoCL HSTR: pthread-x86_64-unknown-linux-gnu-";
    const char *member[members], *before[members];
    struct contensou_device_info about = pip;

    (void)state;
    if (!is_x86())
        skip();
    fill(member);
    memcpy(before, member, sizeof before);
    assert_int_equal(contensou__young_processor_name((void *)member, &about), 1);
    assert_string_not_equal(member[cpu], "generic");
    assert_memory_equal(about.version, start, sizeof start - 1);
    assert_string_equal(about.version + sizeof start - 1, member[cpu]);
    before[cpu] = member[cpu];
    assert_memory_equal(before, member, sizeof before);
    assert_int_equal(contensou__young_processor_name((void *)member, &about), 0);
    about = pip; /* devices are asked for once more; the driver says what it said */
    assert_int_equal(contensou__young_processor_name((void *)member, &about), 1);
    assert_string_equal(about.version + sizeof start - 1, member[cpu]);
    assert_memory_equal(before, member, sizeof before);
}

/* Zen 4 goes by the name of Zen 3; a processor without AVX-512 keeps it. */
static void name_without_avx512_is_replaced_where_there_is_avx512(void **state)
{
    const char *member[members];
    struct contensou_device_info about = pip;

    (void)state;
    fill(member);
    member[cpu] = "znver3";
    about.version = "OpenCL 3.0 PoCL HSTR: pthread-x86_64-unknown-linux-gnu-znver3";
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")) {
        assert_int_equal(contensou__young_processor_name((void *)member, &about), 1);
        assert_string_equal(member[cpu], "skylake-avx512");
        return;
    }
#endif
    assert_int_equal(contensou__young_processor_name((void *)member, &about), 0);
    assert_string_equal(member[cpu], "znver3");
}

static void what_differs_stays(void **state)
{
    const char *member[members];
    struct contensou_device_info other = pip;

    (void)state;
    fill(member);
    member[cpu] = "znver3";
    expect_untouched(member, &pip);
    member[cpu] = (const char *)(uintptr_t)16; /* leads nowhere */
    expect_untouched(member, &pip);
    fill(member);
    member[triplet] = "x86_64-pc-linux-gnu";
    expect_untouched(member, &pip);
    member[triplet] = NULL;
    expect_untouched(member, &pip);
    fill(member);
    other.driver = "3.1+debian";
    expect_untouched(member, &other);
    other = pip;
    other.version = "OpenCL 3.0 PoCL HSTR: pthread-x86_64-unknown-linux-gnu-haswell";
    member[cpu] = "haswell";
    expect_untouched(member, &other);
    other.version = "OpenCL 1.2";
    expect_untouched(member, &other);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_processor_gets_a_name),
        cmocka_unit_test(name_without_avx512_is_replaced_where_there_is_avx512),
        cmocka_unit_test(what_differs_stays),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

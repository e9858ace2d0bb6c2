/* test_power.c: the logarithm and the power of the kernels on a device against the C library in long double.
 * SPDX-License-Identifier: MIT */
#include "cl/program.h"
#include "source/bundle.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { count = 4096 };

static const char driver[] = "kernel void take(global const number *x, global number *y)\n"
                             "{\n"
                             "    const size_t i = get_global_id(0);\n"
                             "    const real t = load_pack(i, x);\n"
                             "    store_pack(power_log2(t), i, y);\n"
                             "    store_pack(power_exp2(t - 1.0), i, y + 4096);\n"
                             "}\n";

/* From 2^-range to 2^range, a quarter of them next to 1. */
static double place(int i, double range)
{
    const double u = (i + 0.5) / count;

    return i % 4 ? exp2(range * (2 * u - 1)) : 1 + (u - 0.5) * 0.1;
}

/* Largest errors in units of the last place (of 1 for logarithms below 1): of the logarithm, and of the power where
 * it is a normal number. */
static void take(int single, int pack, double worst[2])
{
    static double x[count], y[2 * count];
    static float narrow[count], narrow_y[2 * count];
    const size_t word = single ? sizeof(float) : sizeof(double);
    const double unit = single ? FLT_EPSILON : DBL_EPSILON, range = single ? 120 : 1000;
    struct contensou__bundle b = {.user_path = "take.cl", .user_text = driver};
    struct contensou__text text = {0};
    struct contensou__buffer *in = NULL, *out = NULL;
    struct contensou__program *program = NULL;
    struct contensou_device *device = NULL;
    struct contensou_error err = {0};
    char options[120];

    for (int i = 0; i < count; ++i)
        x[i] = narrow[i] = (float)place(i, range);
    for (int i = 0; i < count && !single; ++i)
        x[i] = place(i, range);
    contensou__bundle_include(&b, "core/power.h");
    contensou__bundle_include(&b, "take.cl");
    snprintf(options, sizeof options, "-cl-std=CL1.2 -cl-mad-enable -D PACK=%d %s", pack,
             single ? "-cl-single-precision-constant" : "-D REAL_IS_DOUBLE");
    if (contensou_device_open(&device, NULL, &err) || contensou__bundle_write(&b, &text, &err) ||
        contensou__program_build(&program, device, text.data, options, &err) ||
        contensou__buffer_create(&in, device, count * word, single ? (void *)narrow : (void *)x,
                                 &err) ||
        contensou__buffer_create(&out, device, 2 * count * word, NULL, &err) ||
        contensou__program_run(program, "take", (size_t)(count / pack),
                               pack > 1, /* as contensou__patch_program_group */
                               (struct contensou__arg[]){{.buffer = in}, {.buffer = out}}, 2, NULL,
                               &err) ||
        contensou__buffer_read(out, 0, 2 * count * word, single ? (void *)narrow_y : (void *)y,
                               &err))
        fail_msg("%s", err.message);
    worst[0] = worst[1] = 0;
    for (int i = 0; i < count; ++i) {
        const double *p = single ? NULL : y;
        const double log_got = p ? p[i] : narrow_y[i];
        const double exp_got = p ? p[count + i] : narrow_y[count + i];
        const long double log_right = log2l(x[i]), exp_right = exp2l((long double)x[i] - 1);

        worst[0] = fmax(worst[0], (double)(fabsl(log_got - log_right) /
                                           (unit * fmaxl(1e-3L, fabsl(log_right)))));
        if (x[i] < 8) /* taking 1 off larger ones rounds them */
            worst[1] = fmax(worst[1], (double)(fabsl(exp_got - exp_right) / (unit * exp_right)));
    }
    contensou__buffer_free(out);
    contensou__buffer_free(in);
    contensou__program_free(program);
    contensou__text_free(&text);
    contensou_device_close(device);
}

static void logarithm_and_power_are_right_to_a_few_units(void **state)
{
    static const int packs[] = {1, 4, 16};

    (void)state;
    for (int single = 0; single < 2; ++single)
        for (int k = 0; k < 3; ++k) {
            double worst[2];

            take(single, packs[k], worst);
            if (!(worst[0] < 6 && worst[1] < 6))
                fail_msg("single %d, packs of %d: logarithm off by %.1f units, power by %.1f",
                         single, packs[k], worst[0], worst[1]);
        }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logarithm_and_power_are_right_to_a_few_units),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_power.c: the logarithms and the power of the kernels on a device against the C library in long double.
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

enum { count = 4096, kinds = 4 };

static const char driver[] =
    "kernel void take(global const number *x, global number *y)\n"
    "{\n"
    "    const size_t i = get_global_id(0);\n"
    "    const real t = load_pack(i, x);\n"
    "    store_pack(power_log2(t), i, y);\n"
    "    store_pack(power_exp2(t - 1.0), i, y + 4096);\n"
    "    store_pack(power_log2_ratio(t, (real)0.6875), i, y + 8192);\n"
    "    store_pack(power_log2_octave(fmin(fmax(t, (real)1.0), (real)2.0)),\n"
    "               i, y + 12288);\n"
    "}\n";

/* From 2^-range to 2^range, a quarter of them next to 1, and one from 1 to 2. */
static double place(int i, double range)
{
    const double u = (i + 0.5) / count;

    return i % 4 == 0 ? 1 + (u - 0.5) * 0.1 : i % 4 == 1 ? 1 + u : exp2(range * (2 * u - 1));
}

/* Largest errors in units of the last place (of 1 for logarithms below 1): of the logarithm, of the power where
 * it is a normal number, of the logarithm of a ratio, and of that of numbers from 1 to 2 (in units of 1). */
static void take(int single, int pack, double worst[kinds])
{
    static double x[count], y[kinds * count];
    static float narrow[count], narrow_y[kinds * count];
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
        contensou__buffer_create(&out, device, kinds * count * word, NULL, &err) ||
        contensou__program_run(program, "take", (size_t)(count / pack),
                               pack > 1, /* as contensou__patch_program_group */
                               (struct contensou__arg[]){{.buffer = in}, {.buffer = out}}, 2, NULL,
                               &err) ||
        contensou__buffer_read(out, 0, kinds * count * word, single ? (void *)narrow_y : (void *)y,
                               &err))
        fail_msg("%s", err.message);
    for (int i = 0; i < kinds * count && single; ++i)
        y[i] = narrow_y[i];
    for (int k = 0; k < kinds; ++k)
        worst[k] = 0;
    for (int i = 0; i < count; ++i) {
        const long double right[kinds] = {log2l(x[i]), exp2l((long double)x[i] - 1),
                                          log2l(x[i] / 0.6875L), log2l(fmin(fmax(x[i], 1), 2))};

        for (int k = 0; k < kinds; ++k) {
            const long double size = k == 1 ? right[k] : fmaxl(1e-3L, fabsl(right[k]));

            if (k == 1 && x[i] >= 8) /* taking 1 off larger ones rounds them */
                continue;
            worst[k] = fmax(worst[k], (double)(fabsl(y[k * count + i] - right[k]) /
                                               (unit * (k == 3 ? 1 : size))));
        }
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
            double worst[kinds];

            take(single, packs[k], worst);
            print_message("single %d, packs of %d: %.1f %.1f %.1f %.1f units\n", single, packs[k],
                          worst[0], worst[1], worst[2], worst[3]);
            if (!(worst[0] < 6 && worst[1] < 6 && worst[2] < 6 && worst[3] < 2))
                fail_msg("single %d, packs of %d: logarithm off by %.1f units, power by %.1f, of a "
                         "ratio by %.1f, from 1 to 2 by %.1f",
                         single, packs[k], worst[0], worst[1], worst[2], worst[3]);
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

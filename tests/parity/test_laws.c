/* test_laws.c: every law on the device against the same text compiled as C, in both precisions and in
 * packs. SPDX-License-Identifier: MIT */
#include "device/patch_program.h"
#include "laws/law.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* The wrench of a law, one pack of slips per work-item. Arrays as in drivers/eval.cl; the parameters are the same for all
 * slips. */
static const char driver[] =
    "kernel void law(const ulong n, global const slips_number *slip, global slips_number *out,\n"
    "                const number reach, global const number *params_in, global const number "
    "*table)\n"
    "{\n"
    "    const size_t i = get_global_id(0);\n"
    "    union {\n"
    "        struct law_params p;\n"
    "        real field[law_params_count];\n"
    "    } params;\n"
    "    struct slips_load in;\n"
    "\n"
    "    if (i * PACK >= n)\n"
    "        return;\n"
    "    for (int k = 0; k < law_params_count; ++k)\n"
    "        params.field[k] = params_in[k];\n"
    "    in = slips_read(i, n, slip, reach);\n"
    "    slips_write(i, n, out, law_wrench(&params.p, table, in.slip, patch_jacobian), in,\n"
    "                patch_jacobian);\n"
    "}\n";

static void bind(const struct contensou__law *law, int jacobian, struct contensou__bundle *b)
{
    contensou__law_bind(law, b);
    contensou__bundle_number(b, "patch_jacobian", jacobian);
    contensou__bundle_include(b, "drivers/slips.h");
    b->user_path = "law.cl";
    b->user_text = driver;
    contensou__bundle_include(b, b->user_path);
}

/* Fields of n members, in the device's precision, padded with the last member. */
static enum contensou_status send(const struct contensou__patch_program *p, size_t n, size_t padded,
                                  const double *slip, struct contensou__buffer **out,
                                  struct contensou_error *err)
{
    double *wide = malloc(3 * padded * sizeof *wide);
    enum contensou_status status;

    if (!wide)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu slips", n);
    for (size_t k = 0; k < 3; ++k)
        for (size_t i = 0; i < padded; ++i)
            wide[k * padded + i] = slip[k * n + (i < n ? i : n - 1)];
    status = contensou__patch_program_upload(p, out, wide, 3 * padded, err);
    free(wide);
    return status;
}

static enum contensou_status receive(const struct contensou__patch_program *p, size_t n,
                                     size_t padded, struct contensou__buffer *from, size_t field,
                                     double *to, struct contensou_error *err)
{
    float *narrow = p->single ? malloc(n * sizeof *narrow) : NULL;
    enum contensou_status status;

    if (p->single && !narrow)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu wrenches", n);
    status = contensou__buffer_read(from, field * padded * p->word, n * p->word,
                                    p->single ? (void *)narrow : (void *)to, err);
    for (size_t i = 0; i < n && p->single && !status; ++i)
        to[i] = narrow[i];
    free(narrow);
    return status;
}

static enum contensou_status launch(const struct contensou__patch_program *p, size_t padded,
                                    double reach, struct contensou__buffer *in,
                                    struct contensou__buffer *out, struct contensou_error *err)
{
    const uint64_t n = padded;
    const float reach_single = (float)reach;
    const struct contensou__arg args[6] = {
        {.value = &n, .size = sizeof n},
        {.buffer = in},
        {.buffer = out},
        {.value = p->single ? (const void *)&reach_single : (const void *)&reach, .size = p->word},
        {.buffer = p->params},
        {.buffer = p->table}};

    return contensou__program_run(p->program, "law", padded / (size_t)p->pack,
                                  contensou__patch_program_group(p->device, p->pack, 0), args, 6,
                                  NULL, err);
}

static enum contensou_status
run(const struct contensou__law *law, const struct contensou_patch *patch,
    struct contensou_device *device, const struct contensou_eval_options *options, size_t n,
    const double *slip, double *wrench, double *symmetric, struct contensou_error *err)
{
    const size_t fields = symmetric ? 9 : 3;
    struct contensou__patch_program p = {0};
    struct contensou__bundle bundle = {0};
    struct contensou__buffer *in = NULL, *out = NULL;
    size_t padded = 0;
    enum contensou_status status = contensou__patch_program_begin(&p, patch, device, options, err);

    if (status || !n)
        goto done;
    padded = (n + (size_t)p.pack - 1) / (size_t)p.pack * (size_t)p.pack;
    bind(law, symmetric != NULL, &bundle);
    status =
        contensou__patch_program_upload(&p, &p.params, law->value, (size_t)law->field_count, err);
    if (!status)
        status = contensou__patch_program_upload(&p, &p.table, law->table, law->count, err);
    if (!status)
        status = contensou__patch_program_build(&p, &bundle, err);
    if (!status)
        status = send(&p, n, padded, slip, &in, err);
    if (!status)
        status = contensou__buffer_create(&out, device, fields * padded * p.word, NULL, err);
    if (!status)
        status = launch(&p, padded, fmax(contensou_patch_radius(patch), 1e-100), in, out, err);
    for (size_t k = 0; k < fields && !status; ++k)
        status =
            receive(&p, n, padded, out, k, k < 3 ? wrench + k * n : symmetric + (k - 3) * n, err);

done:
    contensou__buffer_free(out);
    contensou__buffer_free(in);
    contensou__patch_program_end(&p);
    return status;
}

enum { slips = 200 };

static const struct {
    const char *shape, *pressure;
    double tilt;
} contacts[] = {{"disk", "uniform", 0},
                {"disk", "hertz", 0.5},
                {"ellipse:1,0.5", "hertz", 0},
                {"polygon:" CONTENSOU_CHECK_VALUES "/triangle.csv", "uniform", 0}};

/* Directions all around, pure slides and spins among them, of sizes from 1e-8 to 1e8. */
static void put_slips(double *slip)
{
    for (int i = 0; i < slips; ++i) {
        const double theta = i < 2 ? 0 : i < 4 ? 1.5707963267948966 : 0.037 * i * i, phi = 1.1 * i;
        const double size = pow(10, i % 17 - 8);

        slip[i] = size * cos(theta) * cos(phi);
        slip[slips + i] = size * cos(theta) * sin(phi);
        slip[2 * slips + i] = size * sin(theta);
    }
}

/* The largest difference of the wrench, and of the Jacobian times the size of the slip. */
static void compare(const struct contensou__law *law, const struct contensou_patch *patch,
                    struct contensou_device *device, const struct contensou_eval_options *options,
                    double worst[2])
{
    double slip[3 * slips], wrench[3 * slips], symmetric[6 * slips];
    struct contensou_error err = {0};

    put_slips(slip);
    if (run(law, patch, device, options, slips, slip, wrench, symmetric, &err))
        fail_msg("%s: %s", law->name, err.message);
    worst[0] = worst[1] = 0;
    for (int i = 0; i < slips; ++i) {
        const double s[3] = {slip[i], slip[slips + i], slip[2 * slips + i]};
        const double size = fmax(hypot(s[0], s[1]), fabs(s[2]));
        /* at a pure slide or spin a law may have no slope */
        const int smooth = hypot(s[0], s[1]) > 1e-3 * size && fabs(s[2]) > 1e-3 * size;
        double out[9];

        contensou__law_wrench(law, s, 1, out);
        for (int k = 0; k < 3; ++k)
            worst[0] = fmax(worst[0], fabs(wrench[k * slips + i] - out[k]));
        for (int k = 0; k < 6 && smooth; ++k)
            worst[1] = fmax(worst[1], size * fabs(symmetric[k * slips + i] - out[3 + k]));
    }
}

static void all_laws(const struct contensou_eval_options *options, double wrench, double jacobian)
{
    struct contensou_device *device = NULL;
    struct contensou_error err = {0};

    assert_int_equal(contensou_device_open(&device, NULL, &err), CONTENSOU_OK);
    for (size_t c = 0; c < sizeof contacts / sizeof *contacts; ++c) {
        const struct contensou_patch_spec spec = {.size = sizeof spec,
                                                  .shape = contacts[c].shape,
                                                  .pressure = contacts[c].pressure,
                                                  .tilt_k = contacts[c].tilt};
        struct contensou_patch *patch = NULL;

        if (contensou_patch_create(&patch, &spec, &err))
            fail_msg("%s", err.message);
        for (size_t l = 0; l < contensou__registry_model_count; ++l) {
            struct contensou__law law;
            double worst[2];

            if (contensou__law_create(&law, contensou__registry_models[l], patch, &err))
                continue; /* not for this contact: test_fit_laws.c says which */
            compare(&law, patch, device, options, worst);
            if (!(worst[0] < wrench && worst[1] < jacobian))
                fail_msg("%s on %s: wrench off by %.2e, Jacobian by %.2e; allowed %.0e, %.0e",
                         law.name, contacts[c].shape, worst[0], worst[1], wrench, jacobian);
            contensou__law_free(&law);
        }
        contensou_patch_free(patch);
    }
    contensou_device_close(device);
}

/* exp and log of the device are within a few units in the last place; m n log v magnifies them. */
static void laws_in_double_agree_with_the_host(void **state)
{
    (void)state;
    all_laws(&(struct contensou_eval_options){.size = sizeof(struct contensou_eval_options)}, 1e-13,
             1e-10);
}

static void laws_without_packs_agree_with_the_host(void **state)
{
    (void)state;
    all_laws(
        &(struct contensou_eval_options){.size = sizeof(struct contensou_eval_options), .pack = 1},
        1e-13, 1e-10);
}

static void laws_in_single_agree_with_the_host(void **state)
{
    (void)state;
    all_laws(&(struct contensou_eval_options){.size = sizeof(struct contensou_eval_options),
                                              .precision = CONTENSOU_PRECISION_SINGLE},
             3e-5, 3e-2);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws_in_double_agree_with_the_host),
        cmocka_unit_test(laws_without_packs_agree_with_the_host),
        cmocka_unit_test(laws_in_single_agree_with_the_host),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

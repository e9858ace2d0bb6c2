/* test_friction.c: the laws of simulations on the device: what they give without eps is the plain law of the host, and
 * no lane of a pack depends on its neighbours. SPDX-License-Identifier: MIT */
#include "laws/friction.h"
#include "cl/program.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { count = 512 };

static const char driver[] =
    "kernel void ask(global const number *slip, global const number *fields,\n"
    "                global const number *shared, global number *out)\n"
    "{\n"
    "    const size_t i = get_global_id(0);\n"
    "    real field[friction_fields + 1];\n"
    "    struct friction law;\n"
    "    struct slip s;\n"
    "    struct wrench f;\n"
    "    for (int k = 0; k < friction_fields; ++k)\n"
    "        field[k] = fields[k];\n"
    "    law = friction_make(field, shared);\n"
    "    s.vx = load_pack(i, slip);\n"
    "    s.vy = load_pack(i, slip + 512);\n"
    "    s.w = load_pack(i, slip + 1024);\n"
    "    f = friction_wrench(&law, s, 1);\n"
    "    store_pack(f.Tx, i, out);\n"
    "    store_pack(f.Ty, i, out + 512);\n"
    "    store_pack(f.M, i, out + 1024);\n"
    "    store_pack(f.xx + f.xy + f.kxy + f.yw, i, out + 1536);\n"
    "    store_pack(f.ww + f.xw + f.kxw + f.kyw, i, out + 2048);\n"
    "    store_pack(friction_slide(&law, s), i, out + 2560);\n"
    "}\n";
enum { outputs = 6 };

static const struct {
    const char *name, *shape, *pressure;
    double tilt;
} cases[] = {{"I00", "disk", "uniform", 0},         {"I11", "disk", "uniform", 0},
             {"I22", "annulus:0.5", "uniform", 0},  {"I11", "disk", "hertz", 0.5},
             {"ellipsoid", "disk", "uniform", 0},   {"pade2", "disk", "hertz", 0.5},
             {"potential4", "disk", "uniform", 0},  {"potential6", "disk", "hertz", 0},
             {"potential8", "disk", "uniform", 0},  {"potential4", "ellipse:1,0.5", "hertz", 0},
             {"integral", "disk", "hertz", 0},      {"integral", "rectangle:1,0.5", "uniform", 0},
             {"table", "disk", "uniform", 0},       {"table", "annulus:0.5", "uniform", 0},
             {"table", "ellipse:1,0.5", "hertz", 0}};

/* Directions all around, pure slides and spins among them, of lengths from 1e-6 to 1. */
static void put_slips(double *slip, int turn)
{
    for (int k = 0; k < count; ++k) {
        const int i = (k + turn) % count;
        const double theta = i % 7 == 3 ? 0 : i % 7 == 5 ? 1.5707963267948966 : 0.037 * i * i;
        const double phi = 1.1 * i, size = pow(10, -6.0 * i / count);

        slip[k] = i % 7 == 5 ? 0 : size * cos(theta) * cos(phi);
        slip[count + k] = i % 7 == 5 ? 0 : size * cos(theta) * sin(phi);
        slip[2 * count + k] = size * sin(theta);
    }
}

static void narrow(const double *from, float *to, size_t n)
{
    for (size_t i = 0; i < n; ++i)
        to[i] = (float)from[i];
}

/* The law's outputs in the device's precision, as doubles. */
static void ask(const struct contensou__friction *f, double eps, int pack, const double *slip,
                struct contensou_device *device, double *out)
{
    const size_t word = f->single ? sizeof(float) : sizeof(double);
    const size_t shared_count = f->shared_count ? f->shared_count : 1;
    static struct contensou__bundle b;
    struct contensou__text text = {0};
    struct contensou__program *program = NULL;
    struct contensou__buffer *in = NULL, *fields = NULL, *shared = NULL, *to = NULL;
    struct contensou_error err = {0};
    double value[3 + contensou__law_most], lane[3 + contensou__law_most] = {0};
    double *wide = calloc(shared_count + 3 * count, sizeof *wide);
    float *small = calloc(shared_count + 3 * count + outputs * count, sizeof *small);
    float small_lane[3 + contensou__law_most];
    char options[120];

    assert_true(wide && small);
    b = (struct contensou__bundle){.user_path = "ask.cl", .user_text = driver};
    for (int i = 0; i < f->field_count; ++i)
        value[i] = f->fields[i].value;
    value[0] = eps;
    value[1] = eps > 0 ? 2.7 : 1;
    contensou__bundle_include(&b, "core/wrench.h");
    contensou__friction_bind(f, &b);
    contensou__bundle_include(&b, "ask.cl");
    memcpy(wide, f->shared ? f->shared : value, (f->shared ? f->shared_count : 1) * sizeof *wide);
    narrow(wide, small, shared_count);
    narrow(slip, small + shared_count, 3 * count);
    snprintf(options, sizeof options, "-cl-std=CL1.2 -cl-mad-enable -D PACK=%d %s", pack,
             f->single ? "-cl-single-precision-constant" : "-D REAL_IS_DOUBLE");
    if (contensou__friction_lane(f, value, lane, &err) || contensou__bundle_write(&b, &text, &err))
        fail_msg("%s: %s", f->name, err.message);
    narrow(lane, small_lane, 3 + contensou__law_most);
    if (contensou__program_build(&program, device, text.data, options, &err) ||
        contensou__buffer_create(
            &in, device, 3 * count * word,
            f->single ? (const void *)(small + shared_count) : (const void *)slip, &err) ||
        contensou__buffer_create(&fields, device, (3 + contensou__law_most) * word,
                                 f->single ? (void *)small_lane : (void *)lane, &err) ||
        contensou__buffer_create(&shared, device, shared_count * word,
                                 f->single ? (void *)small : (void *)wide, &err) ||
        contensou__buffer_create(&to, device, outputs * count * word, NULL, &err) ||
        contensou__program_run(
            program, "ask", (size_t)(count / pack),
            pack > 1, /* as contensou__patch_program_group */
            (struct contensou__arg[]){
                {.buffer = in}, {.buffer = fields}, {.buffer = shared}, {.buffer = to}},
            4, NULL, &err) ||
        contensou__buffer_read(to, 0, outputs * count * word,
                               f->single ? (void *)small : (void *)out, &err))
        fail_msg("%s: %s", f->name, err.message);
    for (int i = 0; i < outputs * count && f->single; ++i)
        out[i] = small[i];
    contensou__buffer_free(to);
    contensou__buffer_free(shared);
    contensou__buffer_free(fields);
    contensou__buffer_free(in);
    contensou__program_free(program);
    contensou__text_free(&text);
    free(small);
    free(wide);
}

static void create(struct contensou__friction *f, size_t c, int single)
{
    const struct contensou_patch_spec spec = {.size = sizeof spec,
                                              .shape = cases[c].shape,
                                              .pressure = cases[c].pressure,
                                              .tilt_k = cases[c].tilt,
                                              .tilt_beta = 0.7};
    struct contensou_patch *patch = NULL;
    struct contensou_error err = {0};

    if (contensou_patch_create(&patch, &spec, &err) ||
        contensou__friction_create(f, cases[c].name, patch, 1e-3, single, &err))
        fail_msg("%s on %s: %s", cases[c].name, cases[c].shape, err.message);
    contensou_patch_free(patch);
}

/* The plain wrench: contensou__law_wrench for models; for integral and table that of the patch's tables, which other
 * tests hold against cubature. */
static void compare(size_t c, int single, int pack, double allowed, struct contensou_device *device)
{
    static double slip[3 * count], out[outputs * count];
    struct contensou__friction f;

    create(&f, c, single);
    put_slips(slip, 0);
    ask(&f, 0, pack, slip, device, out);
    for (int i = 0; i < count; ++i) {
        const double s[3] = {slip[i], slip[count + i], slip[2 * count + i]};
        double right[9], error = 0;

        if (f.law.params)
            contensou__law_wrench(&f.law, s, 0, right);
        else
            contensou__patch_data_wrench(&f.patch, s, 0, right);
        for (int k = 0; k < 3; ++k)
            error = fmax(error, fabs(out[k * count + i] - right[k]));
        if (!(error < allowed + 2 * f.table_error))
            fail_msg("%s on %s, packs of %d, at %g %g %g: off by %.2e", f.name, cases[c].shape,
                     pack, s[0], s[1], s[2], error);
    }
    contensou__friction_free(&f);
}

static void without_eps_they_are_the_plain_laws(void **state)
{
    struct contensou_device *device = NULL;
    struct contensou_error err = {0};

    (void)state;
    assert_int_equal(contensou_device_open(&device, NULL, &err), CONTENSOU_OK);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c) {
        if (c % 2)
            compare(c, 1, 8, 3e-5, device);
        else
            compare(c, 0, 8, 2e-12, device);
    }
    compare(1, 0, 1, 2e-12, device);
    compare(13, 0, 1, 2e-12, device);
    compare(14, 1, 1, 3e-5, device);
    contensou_device_close(device);
}

/* The same slips, each in another lane of another pack, give the same bits, and finite ones. */
static void no_lane_depends_on_its_neighbours(void **state)
{
    static double slip[2][3 * count], out[2][outputs * count];
    struct contensou_device *device = NULL;
    struct contensou_error err = {0};
    const int turn = 37;

    (void)state;
    assert_int_equal(contensou_device_open(&device, NULL, &err), CONTENSOU_OK);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c) {
        struct contensou__friction f;

        create(&f, c, c % 2);
        for (int k = 0; k < 2; ++k) {
            put_slips(slip[k], k * turn);
            ask(&f, 1e-3, 8, slip[k], device, out[k]);
        }
        for (int i = 0; i < outputs * count; ++i) {
            const int from = i / count * count + (i % count + turn) % count;

            if (!isfinite(out[0][i]) || out[1][i] != out[0][from])
                fail_msg("%s on %s: output %d of slip %d is %.17g in one lane and %.17g in another",
                         f.name, cases[c].shape, i / count, from % count, out[0][from], out[1][i]);
        }
        contensou__friction_free(&f);
    }
    contensou_device_close(device);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_eps_they_are_the_plain_laws),
        cmocka_unit_test(no_lane_depends_on_its_neighbours),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

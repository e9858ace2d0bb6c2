/* transitions.c: slip-stick transitions: one case on this processor, under [3]'s law or any other, and
 * many on a device. SPDX-License-Identifier: MIT */
#include <contensou/transitions.h>

#include "base/threads.h"
#include "base/try.h"
#include "base/versioned.h"
#include "device/patch_program.h"
#include "analysis/transitions_flow.h"

#include "contact/transitions.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { group_size = 64, device_columns = 12, columns = 13, largest_part = 1 << 16 };
enum { unstable_foci_column = 6, stable_column = 2, degenerate_column = 7, cycle_column = 12 };

static_check(fields, (int)transitions_case_count == (int)CONTENSOU_TRANSITIONS_FIELDS);
static_check(points, (int)transitions_most <= (int)CONTENSOU_TRANSITIONS_MOST);
static_check(layout, sizeof(struct contensou_transitions_case) ==
                         CONTENSOU_TRANSITIONS_FIELDS * sizeof(double));

const char *contensou_transitions_type_name(enum contensou_transitions_type type)
{
    static const char *const names[] = {"stable node",   "stable focus",   "saddle",
                                        "unstable node", "unstable focus", "centre",
                                        "degenerate"};

    return names[type];
}

static const char *const field_names[CONTENSOU_TRANSITIONS_FIELDS] = {
    "m11", "m12", "m13",       "m22",    "m23",     "m33",     "b1",
    "b2",  "b3",  "mu_lambda", "mu_tau", "c_omega", "lambda_n"};

const char *contensou_transitions_field(size_t field)
{
    return field < CONTENSOU_TRANSITIONS_FIELDS ? field_names[field] : NULL;
}

/* Says which number makes no case. */
static enum contensou_status check(const struct contensou_transitions_case *one, int law,
                                   struct contensou_error *err)
{
    double value[CONTENSOU_TRANSITIONS_FIELDS];
    const double *m = one->mass;
    const double p = m[1] / sqrt(m[0] * m[3]), q = m[2] / sqrt(m[0] * m[5]);
    const double r = m[4] / sqrt(m[3] * m[5]), d2 = 1 - p * p,
                 d3 = d2 - q * q - r * r + 2 * p * q * r;

    memcpy(value, one, sizeof value);
    for (int i = 0; i < CONTENSOU_TRANSITIONS_FIELDS; ++i)
        if (!isfinite(value[i]))
            return contensou_fail(err, CONTENSOU_EARGUMENT, "%s is not a finite number",
                                  field_names[i]);
    for (int i = law ? 11 : 9; i < CONTENSOU_TRANSITIONS_FIELDS; ++i)
        if (!(value[i] > 0))
            return contensou_fail(err, CONTENSOU_EARGUMENT, "%s = %g is not above 0; give more",
                                  field_names[i], value[i]);
    for (int i = 0; i < 6; i += i == 0 ? 3 : 2)
        if (!(m[i] > 0))
            return contensou_fail(
                err, CONTENSOU_EARGUMENT,
                "the mass matrix is not positive definite: %s = %g is not above 0", field_names[i],
                m[i]);
    if (fabs(d2) <= 1e-14 || (d2 > 0 && fabs(d3) <= 1e-14 * d2))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the mass matrix is singular: its determinant is zero to rounding; a "
                              "local mass matrix is positive definite");
    if (!(d2 > 0 && d3 > 0))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the mass matrix is not positive definite: its %s; a local mass "
                              "matrix is, such as 2,0,0,1,0,0.1",
                              d2 > 0 ? "determinant is below 0"
                                     : "upper left 2 x 2 minor is below 0");
    return CONTENSOU_OK;
}

/* The flow of [3]'s law, as the kernels' formulas have it. */
static void pull_case(const void *data, const double n[3], double v[3])
{
    transitions_pull(data, n, v);
}

static void finish(struct contensou_transitions_result *r, double c_omega)
{
    contensou__transitions_flow_settle(r);
    r->stick_admissible = r->stick_load <= 1;
    r->ambiguous = 0;
    for (int i = 0; i < r->count; ++i) {
        struct contensou_transitions_point *p = &r->point[i];
        const double length = hypot(hypot(p->n[0], p->n[1]), p->n[2] / c_omega);
        const int stable = p->type == CONTENSOU_TRANSITIONS_STABLE_NODE ||
                           p->type == CONTENSOU_TRANSITIONS_STABLE_FOCUS;

        for (int k = 0; k < 3; ++k)
            p->slip[k] = (k == 2 ? p->n[k] / c_omega : p->n[k]) / length;
        r->ambiguous |= stable && r->stick_admissible && p->rdot > 0;
    }
}

static void solve(const struct contensou_transitions_case *one, struct transitions_flow *flow,
                  struct contensou_transitions_result *r)
{
    struct transitions_case c;
    struct transitions_secular ignored;
    struct transitions_result found;
    real load;

    memcpy(&c, one, sizeof c);
    found = transitions_solve(&c);
    transitions_prepare(&c, flow, &ignored, &load);
    *r = (struct contensou_transitions_result){.stick_load = found.load, .count = (int)found.count};
    for (int i = 0; i < r->count; ++i) {
        const struct transitions_point *p = &found.point[i];
        struct contensou_transitions_point *to = &r->point[i];
        const double root = sqrt(fabs(p->disc));

        memcpy(to->n, p->n, sizeof to->n);
        to->rdot = p->rho;
        to->eigenvalue[0][0] = p->focus ? p->mean : p->mean + root;
        to->eigenvalue[1][0] = p->focus ? p->mean : p->mean - root;
        to->eigenvalue[0][1] = p->focus ? root : 0;
        to->eigenvalue[1][1] = p->focus ? -root : 0;
        to->type = contensou__transitions_flow_type(p->mean, p->disc, p->focus, p->flat);
    }
    finish(r, one->c_omega);
}

/* Then the flow descends a potential and has no cycles. */
static int is_symmetric(const struct transitions_flow *f)
{
    double skew = 0;

    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < i; ++j)
            skew = fmax(skew, fabs(f->A[i][j] - f->A[j][i]));
    return skew <= 1e-14 * f->size;
}

enum contensou_status contensou_transitions(const struct contensou_transitions_case *one,
                                            struct contensou_transitions_result *result,
                                            struct contensou_error *err)
{
    struct transitions_flow flow;

    TRY(check(one, 0, err));
    solve(one, &flow, result);
    if (!result->count)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the numbers of the case are too large or too small for double "
                              "precision; choose other units");
    if (!is_symmetric(&flow))
        result->limit_cycle = contensou__transitions_flow_cycle(
            &(struct contensou__transitions_flow){pull_case, &flow, flow.size}, result, 1, 100000);
    return CONTENSOU_OK;
}

/* A law with the numbers of a case. */
struct under_law {
    const struct contensou_transitions_law *law;
    double inverse[3][3], drive[3], c_omega, lambda_n;
};

static void bring(struct under_law *u, const struct contensou_transitions_case *one,
                  const struct contensou_transitions_law *law)
{
    struct transitions_case c;

    *u = (struct under_law){.law = law, .c_omega = one->c_omega, .lambda_n = one->lambda_n};
    memcpy(&c, one, sizeof c);
    transitions_inverse(&c, u->inverse);
    memcpy(u->drive, one->drive, sizeof u->drive);
}

static void friction(const struct under_law *u, const double n[3], double f[3])
{
    u->law->wrench(u->law->law, (const double[3]){n[0], n[1], n[2] / u->c_omega}, f);
}

static void pull_law(const void *data, const double n[3], double v[3])
{
    const struct under_law *u = data;
    double f[3];

    friction(u, n, f);
    for (int i = 0; i < 3; ++i) {
        v[i] = u->drive[i];
        for (int j = 0; j < 3; ++j)
            v[i] -= u->lambda_n * u->inverse[i][j] * f[j];
    }
    v[2] *= u->c_omega;
}

/* The load in the units of n, and a flow whose stable fixed points are the slips that hold loads
 * along it: towards the load where friction points elsewhere. */
struct toward {
    const struct under_law *u;
    double load[3];
};

static void pull_toward(const void *data, const double n[3], double v[3])
{
    const struct toward *t = data;
    double f[3], length;

    friction(t->u, n, f);
    f[2] /= t->u->c_omega;
    length = sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]);
    for (int k = 0; k < 3; ++k)
        v[k] = t->load[k] - f[k] / length;
}

static double stick_load(const struct under_law *u, const struct contensou_transitions_case *one)
{
    const double *m = one->mass, *b = one->drive;
    double load[3] = {m[0] * b[0] + m[1] * b[1] + m[2] * b[2],
                      m[1] * b[0] + m[3] * b[1] + m[4] * b[2],
                      (m[2] * b[0] + m[4] * b[1] + m[5] * b[2]) / one->c_omega};
    const double size = sqrt(load[0] * load[0] + load[1] * load[1] + load[2] * load[2]);
    struct toward t = {.u = u};
    const struct contensou__transitions_flow flow = {pull_toward, &t, 2};
    struct contensou_transitions_result found = {0};
    double most = 0;

    if (size == 0)
        return 0;
    for (int k = 0; k < 3; ++k)
        t.load[k] = load[k] / size;
    if (!contensou__transitions_flow_search(&flow, 16, &found))
        return NAN;
    for (int i = 0; i < found.count; ++i) {
        double v[3], f[3];

        pull_toward(&t, found.point[i].n, v);
        friction(u, found.point[i].n, f);
        f[2] /= one->c_omega;
        if (v[0] * v[0] + v[1] * v[1] + v[2] * v[2] < 1e-16)
            most =
                fmax(most, size / (one->lambda_n * sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2])));
    }
    return most > 0 ? most : NAN;
}

static int is_degenerate(const struct contensou_transitions_result *r)
{
    for (int i = 0; i < r->count; ++i)
        if (r->point[i].type == CONTENSOU_TRANSITIONS_DEGENERATE)
            return 1;
    return 0;
}

static double size_of(const struct under_law *u)
{
    double size = 0;

    for (int i = 0; i < 6; ++i) {
        const double n[3] = {i / 2 == 0 ? 1 - i % 2 * 2 : 0, i / 2 == 1 ? 1 - i % 2 * 2 : 0,
                             i / 2 == 2 ? 1 - i % 2 * 2 : 0};
        double v[3];

        pull_law(u, n, v);
        size = fmax(size, sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
    }
    return 2 * size;
}

enum contensou_status contensou_transitions_of_law(const struct contensou_transitions_case *one,
                                                   const struct contensou_transitions_law *law,
                                                   struct contensou_transitions_result *result,
                                                   struct contensou_error *err)
{
    static const int grids[] = {24, 72, 200};
    struct under_law u;
    struct contensou__transitions_flow flow = {pull_law, &u, 0};

    TRY(check(one, 1, err));
    bring(&u, one, law);
    flow.size = size_of(&u);
    *result = (struct contensou_transitions_result){.stick_load = stick_load(&u, one)};
    for (int i = 0; i < 3 && result->index != 2; ++i) {
        result->count = 0;
        if (!contensou__transitions_flow_search(&flow, grids[i], result))
            return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a grid of directions");
        finish(result, one->c_omega);
        if (is_degenerate(result))
            break;
    }
    if (isnan(result->stick_load))
        return contensou_fail(err, CONTENSOU_EOUTCOME,
                              "no slip was found whose friction holds the load of stick");
    result->limit_cycle =
        law->gradient ? 0 : contensou__transitions_flow_cycle(&flow, result, 1, 20000);
    return CONTENSOU_OK;
}

enum contensou_status contensou_transitions_pull(const struct contensou_transitions_case *one,
                                                 const struct contensou_transitions_law *law,
                                                 const double n[3], double v[3],
                                                 struct contensou_error *err)
{
    struct transitions_case c;
    struct transitions_secular ignored;
    struct transitions_flow flow;
    struct under_law u;
    real load;

    TRY(check(one, law != NULL, err));
    memcpy(&c, one, sizeof c);
    if (law) {
        bring(&u, one, law);
        pull_law(&u, n, v);
    } else {
        transitions_prepare(&c, &flow, &ignored, &load);
        pull_case(&flow, n, v);
    }
    return CONTENSOU_OK;
}

/* Many cases. */
struct contensou_transitions_ensemble {
    struct contensou__patch_program base;
    struct contensou__patch_program_pass pass;
};

static const char *const column_names[columns] = {
    "outcome",       "fixed_points", "stable",  "saddles",    "unstable",         "foci",
    "unstable_foci", "degenerate",   "escapes", "stick_load", "stick_admissible", "ambiguous",
    "limit_cycle"};

size_t contensou_transitions_column_count(void)
{
    return columns;
}

const char *contensou_transitions_column(size_t column)
{
    return column < columns ? column_names[column] : NULL;
}

static void release(struct contensou_transitions_ensemble **e)
{
    contensou_transitions_free(*e);
}

enum contensou_status contensou_transitions_create(struct contensou_transitions_ensemble **out,
                                                   struct contensou_device *device,
                                                   const struct contensou_eval_options *options,
                                                   struct contensou_error *err)
{
    const uint64_t largest = contensou_device_about(device)->max_buffer;
    OWNED(release) struct contensou_transitions_ensemble *e = NULL;
    struct contensou__bundle bundle = {0};
    struct contensou_eval_options o;
    int grouped;

    *out = NULL;
    TRY(contensou__versioned_take(&o, sizeof o, options, "contensou_eval_options", err));
    e = calloc(1, sizeof *e);
    TRY(contensou__try_memory(e, err, "an ensemble"));
    TRY(contensou__patch_program_begin(&e->base, NULL, device, &o, err));
    grouped = contensou__patch_program_grouped(&e->base);
    /* on CPUs one work-item a group: a case has arrays, and drivers keep those of a whole group */
    e->pass = (struct contensou__patch_program_pass){.kernel = "transitions",
                                                     .members = "cases",
                                                     .in = CONTENSOU_TRANSITIONS_FIELDS,
                                                     .out = device_columns,
                                                     .local = grouped ? group_size : 1,
                                                     .capacity = grouped ? (size_t)largest_part * 4
                                                                         : largest_part / 4};
    while (e->pass.capacity > group_size && e->pass.in * e->pass.capacity * e->base.word > largest)
        e->pass.capacity /= 2;
    contensou__bundle_include(&bundle, "drivers/transitions.cl");
    TRY(contensou__patch_program_build(&e->base, &bundle, err));
    TRY(contensou__patch_program_begin_pass(&e->base, &e->pass, err));
    *out = e;
    e = NULL;
    return CONTENSOU_OK;
}

void contensou_transitions_free(struct contensou_transitions_ensemble *e)
{
    if (!e)
        return;
    contensou__patch_program_end_pass(&e->pass);
    contensou__patch_program_end(&e->base);
    free(e);
}

/* Cases from..from + count of n, padded with the last. */
static enum contensou_status run_part(struct contensou_transitions_ensemble *e, size_t n,
                                      size_t from, size_t count, const double *in, double *row,
                                      struct contensou_error *err)
{
    const struct contensou__patch_program *const p = &e->base;
    const size_t pack = (size_t)p->pack, padded = (count + pack - 1) / pack * pack;

    for (size_t k = 0; k < CONTENSOU_TRANSITIONS_FIELDS; ++k)
        for (size_t i = 0; i < padded; ++i)
            contensou__patch_program_put(p, e->pass.staging, k * padded + i,
                                         in[k * n + from + (i < count ? i : count - 1)]);
    TRY(contensou__patch_program_run_pass(p, &e->pass, padded, err));
    for (size_t k = 0; k < device_columns; ++k)
        for (size_t i = 0; i < count; ++i)
            row[k * n + from + i] =
                contensou__patch_program_get(p, e->pass.staging, k * padded + i);
    return CONTENSOU_OK;
}

/* 1 or 0 where the counts decide; otherwise the flow is followed. */
static double cycle(size_t n, size_t i, const double *in, const double *row)
{
    struct contensou_transitions_case one;
    struct contensou_transitions_result found;
    struct transitions_flow flow;
    double value[CONTENSOU_TRANSITIONS_FIELDS];
    int end;

    if (row[i] != 0 || row[degenerate_column * n + i] > 0)
        return NAN;
    if (row[stable_column * n + i] == 0)
        return 1;
    if (row[unstable_foci_column * n + i] == 0)
        return 0;
    for (size_t k = 0; k < CONTENSOU_TRANSITIONS_FIELDS; ++k)
        value[k] = in[k * n + i];
    memcpy(&one, value, sizeof one);
    solve(&one, &flow, &found);
    end = contensou__transitions_flow_cycle(
        &(struct contensou__transitions_flow){pull_case, &flow, flow.size}, &found, 0, 20000);
    return end < 0 ? (double)NAN : end;
}

/* Many cases and what became of them. */
struct rows {
    size_t n;
    const double *in;
    double *row;
};

static void find_cycles(void *rows, size_t part, size_t from, size_t to)
{
    const struct rows *const r = rows;

    (void)part;
    for (size_t i = from; i < to; ++i)
        r->row[cycle_column * r->n + i] = cycle(r->n, i, r->in, r->row);
}

enum contensou_status contensou_transitions_run(struct contensou_transitions_ensemble *e, size_t n,
                                                const double *in, double *row,
                                                struct contensou_error *err)
{
    enum { worth_it = 500 };
    struct rows rows = {n, in, row};

    for (size_t from = 0; from < n; from += e->pass.capacity)
        TRY(run_part(e, n, from, n - from < e->pass.capacity ? n - from : e->pass.capacity, in, row,
                     err));
    contensou__threads_run(n, worth_it, find_cycles, &rows);
    for (size_t i = 0; i < n; ++i)
        for (size_t k = 1; k < cycle_column && row[i] != 0; ++k)
            row[k * n + i] = NAN; /* no case, no numbers */
    return CONTENSOU_OK;
}

const char *contensou_transitions_program(const struct contensou_transitions_ensemble *e)
{
    return e->base.text.data;
}

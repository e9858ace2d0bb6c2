/* identify_search.c: least squares between unit vectors of measured and predicted wrenches and slips, by NLopt's SLSQP
 * with loads at or above 0, and cross-validation. SPDX-License-Identifier: MIT */
#include "fit/identify_search.h"

#include "base/random.h"
#include "base/setting.h"
#include "base/try.h"
#include "base/stop.h"
#include "base/threads.h"
#include "fit/fit_rows.h"
#include "fit/residual_gp.h"
#include "fit/vector3.h"

#include <math.h>
#include <nlopt.h>
#include <stdlib.h>
#include <string.h>

enum { extras = contensou__identify_law_extras, most_unknowns = contensou__identify_law_most };
enum { default_folds = 5, enough_rows = 1000, least_blocks = 20 };

/* What a row is in a search. */
enum { row_held_out, row_counts, row_aside };

/* The unit vector of what was found less the measured one, and, unless J is NULL, its derivatives: of[] are those of what
 * was found. */
static void put_errors(int unknowns, const double found[3], const double measured[3],
                       double (*of)[3], double r[3], double (*J)[most_unknowns])
{
    const double size = norm(found);

    for (int k = 0; k < 3; ++k)
        r[k] = found[k] / size - measured[k];
    for (int c = 0; J && c < unknowns; ++c) {
        const double part = dot(found, of[c]) / (size * size);

        for (int k = 0; k < 3; ++k)
            J[k][c] = (of[c][k] - part * found[k]) / size;
    }
}

void contensou__identify_search_errors(const struct contensou__identify_search *w, size_t i,
                                       double r[6], double (*J)[most_unknowns])
{
    const struct contensou__identify_row *row = &w->row[i];
    const struct contensou__identify_law *m = w->m;
    double of[most_unknowns][3], g[3], H[6], *s = w->last[i];

    memset(r, 0, 6 * sizeof *r);
    if (J)
        memset(J, 0, 6 * sizeof *J);
    if (w->target != CONTENSOU_TARGET_SLIP) {
        contensou__identify_law_wrench(m, row->slip, g, H, J ? of : NULL);
        if (J)
            contensou__identify_law_by_extras(m, w->free, row->slip, g, H, of + m->cells);
        put_errors(w->unknowns, g, row->load, of, r, J);
    }
    if (w->target != CONTENSOU_TARGET_WRENCH) {
        contensou__identify_law_slip(m, row->load, s);
        if (J) {
            contensou__identify_law_wrench(m, s, g, H, of);
            contensou__identify_law_by_extras(m, w->free, s, g, H, of + m->cells);
            contensou__identify_law_slip_by(row->load, H, w->unknowns, of);
        }
        put_errors(w->unknowns, s, row->slip, of, r + 3, J ? J + 3 : NULL);
    }
}

/* The sums of one part of the rows. */
struct sums {
    double value, count, gradient[most_unknowns];
};

struct sum_work {
    const struct contensou__identify_search *w;
    int slopes;
    struct sums part[contensou__threads_parts];
};

static void add_rows(void *context, size_t part, size_t from, size_t to)
{
    struct sum_work *work = context;
    const struct contensou__identify_search *w = work->w;
    struct sums *sum = &work->part[part];
    double r[6], J[6][most_unknowns];

    *sum = (struct sums){0};
    for (size_t i = from; i < to; ++i) {
        if (w->used[i] != row_counts)
            continue;
        sum->count += w->row[i].weight;
        contensou__identify_search_errors(w, i, r, work->slopes ? J : NULL);
        for (int k = 0; k < 6; ++k) {
            sum->value += w->row[i].weight * r[k] * r[k];
            for (int c = 0; c < w->unknowns && work->slopes; ++c)
                sum->gradient[c] += 2 * w->row[i].weight * r[k] * J[k][c];
        }
    }
}

/* The mean square over the rows that count, with a regularisation that draws loads towards those of the given pressure and a
 * penalty that keeps their sum at 1. */
static double objective(unsigned n, const double *p, double *gradient, void *context)
{
    struct contensou__identify_search *w = context;
    struct sum_work work = {.w = w, .slopes = gradient != NULL};
    double value = 0, count = 0, sum = 0;
    size_t parts;

    for (unsigned c = 0; c < n && gradient; ++c)
        gradient[c] = 0;
    if (!w->status)
        w->status = contensou__identify_law_at(w->m, p, w->err);
    if (contensou__stop_asked(&w->progress, "evaluations", 0, 0))
        w->stopped = 1;
    if (w->stopped || w->status) {
        nlopt_force_stop(w->opt);
        return HUGE_VAL;
    }
    parts = contensou__threads_run(w->rows, w->part, add_rows, &work);
    for (size_t k = 0; k < parts; ++k) {
        value += work.part[k].value;
        count += work.part[k].count;
        for (unsigned c = 0; c < n && gradient; ++c)
            gradient[c] += work.part[k].gradient[c];
    }
    count = fmax(count, 1e-300);
    value /= count;
    for (unsigned c = 0; c < n && gradient; ++c)
        gradient[c] /= count;
    for (int c = 0; c < w->m->cells; ++c)
        sum += p[c];
    value += (sum - 1) * (sum - 1);
    for (int c = 0; c < w->m->cells; ++c) {
        const double away = p[c] / w->m->mass[c] - 1;

        value += w->smoothing * w->m->mass[c] * away * away;
        if (gradient)
            gradient[c] += 2 * (sum - 1) + 2 * w->smoothing * away;
    }
    return value;
}

/* What keeps the pressure of a tilt at or above 0: of the rule itself, whose border may have corners, where one
 * derivative says too little, and of places on the border of the shape, for which it is linear. */
enum { corners = 24 };

struct tilt_limits {
    const struct contensou__identify_law *m;
    double at[corners + 1][2]; /* the last is that of the rule */
};

static void make_limits(struct tilt_limits *t, const struct contensou__identify_law *m)
{
    t->m = m;
    for (int k = 0; k < corners; ++k) {
        const double angle = 6.283185307179586 * k / corners;
        const double along[2] = {cos(angle), sin(angle)};

        contensou__identify_law_tilt_depth(m, along, t->at[k]);
    }
}

static void tilt_limits(unsigned count, double *out, unsigned n, const double *p, double *gradient,
                        void *context)
{
    struct tilt_limits *const t = context;
    const size_t cells = (size_t)t->m->cells;
    const double *tilt = p + cells + CONTENSOU_IDENTIFY_TILT_X;

    contensou__identify_law_tilt_depth(t->m, tilt, t->at[corners]);
    for (size_t k = 0; k < count; ++k) {
        out[k] = -1 - tilt[0] * t->at[k][0] - tilt[1] * t->at[k][1];
        for (size_t u = 0; u < n && gradient; ++u)
            gradient[k * n + u] = 0;
        for (size_t i = 0; i < 2 && gradient; ++i)
            gradient[k * n + cells + CONTENSOU_IDENTIFY_TILT_X + i] = -t->at[k][i];
    }
}

/* A search ends within its tolerance of the border: what is beyond it goes back. */
static void admit_tilt(const struct contensou__identify_law *m, double *p)
{
    double *const tilt = p + m->cells + CONTENSOU_IDENTIFY_TILT_X, at[2];
    const double depth = contensou__identify_law_tilt_depth(m, tilt, at);

    for (int i = 0; i < 2 && depth > 1; ++i)
        tilt[i] /= depth;
}

void contensou__identify_search_start(const struct contensou__identify_search *w, double *p)
{
    const int cells = w->m->cells;

    if (w->begun) {
        memcpy(p, w->begin, sizeof w->begin);
        return;
    }
    memset(p, 0, most_unknowns * sizeof *p);
    memcpy(p, w->m->mass, (size_t)cells * sizeof *p);
    p[cells + CONTENSOU_IDENTIFY_Q] = w->m->patch->round.q;
}

static void set_bounds(const struct contensou__identify_search *w, const double *p, nlopt_opt opt)
{
    const int cells = w->m->cells;
    double low[most_unknowns], high[most_unknowns];

    for (int c = 0; c < cells + extras; ++c) {
        const int k = c - cells;

        low[c] = k < 0 ? 1e-9 * w->m->mass[c] : w->bound[0][k];
        high[c] = k < 0 ? HUGE_VAL : w->bound[1][k];
        if (k < 0 ? w->fixed : !w->free[k])
            low[c] = high[c] = p[c];
    }
    nlopt_set_lower_bounds(opt, low);
    nlopt_set_upper_bounds(opt, high);
}

static void destroy(nlopt_opt *opt)
{
    nlopt_destroy(*opt);
}

enum contensou_status contensou__identify_search_run(struct contensou__identify_search *w,
                                                     double *p, int most,
                                                     struct contensou_error *err)
{
    const int cells = w->m->cells;
    struct tilt_limits limits;
    OWNED(destroy) nlopt_opt opt = nlopt_create(NLOPT_LD_SLSQP, (unsigned)w->unknowns);
    double value, sum = 0;

    TRY(contensou__try_memory(opt, err, "the search"));
    if (!w->searched)
        return contensou__identify_law_at(w->m, p, err);
    set_bounds(w, p, opt);
    nlopt_set_min_objective(opt, objective, w);
    if (w->free[CONTENSOU_IDENTIFY_TILT_X]) {
        static const double tolerance[corners + 1] = {0};

        make_limits(&limits, w->m);
        nlopt_add_inequality_mconstraint(opt, corners + 1, tilt_limits, &limits, tolerance);
    }
    nlopt_set_ftol_rel(opt, 1e-9);
    nlopt_set_xtol_rel(opt, 1e-7);
    nlopt_set_maxeval(opt, most);
    w->opt = opt;
    w->err = err;
    nlopt_optimize(opt, p, &value);
    w->opt = NULL;
    TRY(w->status);
    if (w->stopped)
        return contensou_fail(err, CONTENSOU_ESTOPPED, "stopped");
    for (int c = 0; c < cells; ++c)
        sum += p[c];
    for (int c = 0; c < cells; ++c)
        p[c] /= sum;
    if (w->free[CONTENSOU_IDENTIFY_TILT_X])
        admit_tilt(w->m, p);
    return contensou__identify_law_at(w->m, p, err);
}

static double angle(const double a[3], const double b[3])
{
    const double size = norm(a) * norm(b);
    double d[3];

    cross(a, b, d);
    return atan2(norm(d) / size, dot(a, b) / size);
}

/* Of a row: slip, wrench. */
static void angles(const struct contensou__identify_search *w, size_t i, double out[2])
{
    const struct contensou__identify_row *row = &w->row[i];
    double s[3], g[3], H[6];

    memcpy(s, row->slip, sizeof s);
    contensou__identify_law_slip(w->m, row->load, s);
    contensou__identify_law_wrench(w->m, row->slip, g, H, NULL);
    out[0] = angle(s, row->slip);
    out[1] = angle(g, row->load);
}

static enum contensou_status make_rows(struct contensou__identify_row *row,
                                       const struct contensou_fit_data *d, double unit,
                                       struct contensou_error *err)
{
    const size_t n = d->n;

    TRY(contensou__fit_rows_directions(d, err));
    for (size_t i = 0; i < n; ++i) {
        struct contensou__identify_row *r = &row[i];

        for (size_t k = 0; k < 3; ++k) {
            if (!(d->weight[k * n + i] > 0) && d->weight[i] > 0)
                return contensou_fail(err, CONTENSOU_EINPUT,
                                      "the model exact needs Tx, Ty and M in every row, as the "
                                      "direction of the load has all three");
            r->slip[k] = d->slip[k * n + i] * (k == 2 ? unit : 1);
            r->load[k] = d->wrench[k * n + i] / (k == 2 ? unit : 1);
        }
        r->weight = d->weight[i];
        r->size = norm(r->load);
        if (!(r->size > 0) && !(r->weight > 0)) {
            memcpy(r->load, r->slip, sizeof r->load); /* a row that does not count */
            r->size = norm(r->load);
        }
        scale(r->load, 1 / r->size);
        scale(r->slip, 1 / norm(r->slip));
    }
    return CONTENSOU_OK;
}

static int by_label(const void *a, const void *b)
{
    const double *const *x = a, *const *y = b;

    return (**x > **y) - (**x < **y);
}

/* Numbers the groups of rows that stay together; without labels they are blocks of neighbours. Gives their number. */
static size_t number_groups(struct contensou__identify_search *w, const double *label,
                            const double **order)
{
    const size_t block = w->rows / least_blocks > 1 ? w->rows / least_blocks : 1;
    size_t groups = 0;

    for (size_t i = 0; i < w->rows; ++i) {
        w->group[i] = i / block;
        order[i] = label ? label + i : NULL;
    }
    if (!label)
        return (w->rows + block - 1) / block;
    qsort(order, w->rows, sizeof *order, by_label);
    for (size_t i = 0; i < w->rows; ++i) {
        groups += i == 0 || *order[i] != *order[i - 1];
        w->group[order[i] - label] = groups - 1;
    }
    return groups;
}

/* Which fold a row is held out in: that of its group, and the folds have as many groups each as possible, at random. */
static enum contensou_status deal_folds(struct contensou__identify_search *w,
                                        const struct contensou_identify_options *o,
                                        struct contensou_error *err)
{
    OWNED(contensou__try_free) const double **sorted = malloc((w->rows + 1) * sizeof *sorted);
    OWNED(contensou__try_free) size_t *order = malloc((w->rows + 1) * sizeof *order);

    TRY(contensou__try_memory(order ? sorted : NULL, err, "%zu rows", w->rows));
    w->groups = number_groups(w, o->group, sorted);
    while (!o->folds && w->folds > 2 &&
           (w->rows < 2 * (size_t)w->folds || w->groups < (size_t)w->folds))
        --w->folds;
    for (size_t i = 0; i < w->groups; ++i)
        order[i] = i;
    for (size_t i = w->groups; i-- > 1;) {
        const size_t k = (size_t)(contensou__random_unit(o->seed, i, "folds") * (double)(i + 1));
        const size_t other = k > i ? i : k, kept = order[i];

        order[i] = order[other];
        order[other] = kept;
    }
    for (size_t i = 0; i < w->rows; ++i)
        w->fold[i] = (int)(order[w->group[i]] % (size_t)w->folds);
    return CONTENSOU_OK;
}

/* What is free, and how far it may go: wide enough for contacts that were measured roughly. */
static void choose_unknowns(struct contensou__identify_search *w,
                            const struct contensou_identify_options *o)
{
    static const double most[extras] = {1, 1, 0.7, 0.5, 0.5, 1e6, 1e6, 20};
    static const double least[extras] = {-1, -1, -0.7, -0.5, -0.5, -1e6, -1e6, -0.85};
    const int wanted[extras] = {o->anisotropy,
                                o->anisotropy,
                                o->free_a,
                                o->free_center,
                                o->free_center,
                                o->free_tilt && o->fixed,
                                o->free_tilt && o->fixed,
                                o->free_q && o->fixed};

    memcpy(w->free, wanted, sizeof wanted);
    memcpy(w->bound[0], least, sizeof least);
    memcpy(w->bound[1], most, sizeof most);
    w->unknowns = w->m->cells + extras;
    w->searched = !o->fixed;
    for (int k = 0; k < extras; ++k)
        w->searched |= w->free[k];
}

static enum contensou_status check_counts(const struct contensou__identify_search *w,
                                          const struct contensou_identify_options *o,
                                          struct contensou_error *err)
{
    const int validates = o->folds > 0 || (o->smoothing == 0 && !o->fixed);

    if (!o->fixed && w->rows < (size_t)w->m->cells)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%zu rows cannot tell the loads of %d cells; give more rows or "
                              "fewer cells (" SETTING("map") " N)",
                              w->rows, w->m->cells);
    if (w->folds > 1 && validates && w->rows < 2 * (size_t)w->folds)
        return contensou_fail(
            err, CONTENSOU_EINPUT,
            "%zu rows are too few for %d folds; " SETTING("folds") " takes at most %zu here",
            w->rows, w->folds, w->rows / 2);
    if (validates && w->groups < (size_t)w->folds)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%zu groups of rows are too few for %d folds; " SETTING(
                                  "folds") " takes at most as many as there are groups",
                              w->groups, w->folds);
    return CONTENSOU_OK;
}

/* Holds the rows of a fold out, of none where it is -1; where some rows are enough the others are set aside, at random. */
static void use(struct contensou__identify_search *w, int fold)
{
    for (size_t i = 0; i < w->rows; ++i)
        w->used[i] =
            w->some && contensou__random_unit(1, i, "aside") * (double)w->rows > enough_rows
                ? row_aside
                : w->fold[i] != fold;
}

enum contensou_status contensou__identify_search_create(struct contensou__identify_search *w,
                                                        struct contensou__identify_law *m,
                                                        const struct contensou_identify_options *o,
                                                        struct contensou_error *err)
{
    const size_t rows = o->data->n;

    *w = (struct contensou__identify_search){.m = m,
                                             .rows = rows,
                                             .target = o->target,
                                             .fixed = o->fixed,
                                             .folds = o->folds > 0 ? o->folds : default_folds,
                                             .smoothing = o->smoothing > 0 ? o->smoothing : 0,
                                             .part = contensou__identify_search_part,
                                             .progress = o->progress};
    w->row = calloc(rows + 1, sizeof *w->row);
    w->fold = calloc(rows + 1, sizeof *w->fold);
    w->group = calloc(rows + 1, sizeof *w->group);
    w->held = calloc(2 * rows + 1, sizeof *w->held);
    w->used = malloc(rows + 1);
    w->last = calloc(rows + 1, sizeof *w->last);
    TRY(contensou__try_memory(w->row && w->fold && w->group && w->held && w->used ? w->last : NULL,
                              err, "%zu rows", rows));
    TRY(make_rows(w->row, o->data, m->unit, err));
    TRY(deal_folds(w, o, err));
    TRY(check_counts(w, o, err));
    for (size_t i = 0; i < rows; ++i)
        memcpy(w->last[i], w->row[i].slip, sizeof w->last[i]);
    choose_unknowns(w, o);
    w->some = w->searched && rows > 2 * enough_rows;
    use(w, -1);
    return CONTENSOU_OK;
}

void contensou__identify_search_free(struct contensou__identify_search *w)
{
    free(w->last);
    free(w->used);
    free(w->held);
    free(w->group);
    free(w->fold);
    free(w->row);
}

struct angle_work {
    const struct contensou__identify_search *w;
    int which; /* of the rows */
    double *angle;
};

static void put_angles(void *context, size_t part, size_t from, size_t to)
{
    const struct angle_work *work = context;
    const struct contensou__identify_search *w = work->w;

    (void)part;
    for (size_t i = from; i < to; ++i)
        if (w->used[i] == work->which) {
            double a[2];

            angles(w, i, a);
            work->angle[i] = a[0];
            work->angle[w->rows + i] = a[1];
        }
}

void contensou__identify_search_angles(const struct contensou__identify_search *w, double *angle)
{
    contensou__threads_run(w->rows, w->part, put_angles,
                           &(struct angle_work){w, row_counts, angle});
}

/* The slip of a row as the law predicts it, a unit vector. */
static void predict(const struct contensou__identify_search *w, size_t i, double s[3])
{
    memcpy(s, w->row[i].slip, sizeof w->row[i].slip);
    contensou__identify_law_slip(w->m, w->row[i].load, s);
    scale(s, 1 / norm(s));
}

enum contensou_status contensou__identify_search_residual(struct contensou__identify_search *w,
                                                          struct contensou_residual_gp **out,
                                                          struct contensou_error *err)
{
    OWNED(contensou__try_free) double(*load)[3] = malloc((7 * w->rows + 1) * sizeof(double));
    double(*const off)[3] = load + w->rows, *const weight = (double *)(off + w->rows);

    TRY(contensou__try_memory(load, err, "a residual"));
    for (size_t i = 0; i < w->rows; ++i) {
        const struct contensou__identify_row *const row = &w->row[i];

        weight[i] = w->used[i] == row_counts ? row->weight : 0;
        memcpy(load[i], row->load, sizeof load[i]);
        predict(w, i, off[i]);
        for (int k = 0; k < 3; ++k)
            off[i][k] = row->slip[k] - off[i][k];
    }
    return contensou__residual_gp_fit(out, w->rows, (const double(*)[3])load,
                                      (const double(*)[3])off, weight, w->m->unit, err);
}

static void free_residual(struct contensou_residual_gp **residual)
{
    contensou_residual_gp_free(*residual);
}

/* The angles of slips held out with the residual of the others. */
static enum contensou_status correct(struct contensou__identify_search *w,
                                     struct contensou_error *err)
{
    OWNED(free_residual) struct contensou_residual_gp *residual = NULL;

    TRY(contensou__identify_search_residual(w, &residual, err));
    for (size_t i = 0; i < w->rows; ++i)
        if (w->used[i] == row_held_out) {
            const double *const l = w->row[i].load, unit = w->m->unit;
            const double given[3] = {l[0], l[1], l[2] * unit};
            double s[3];

            predict(w, i, s);
            s[2] /= unit;
            contensou_residual_gp_slip(residual, given, s);
            s[2] *= unit;
            w->corrected[i] = angle(s, w->row[i].slip);
        }
    return CONTENSOU_OK;
}

enum contensou_status contensou__identify_search_validate(struct contensou__identify_search *w,
                                                          double out[2],
                                                          struct contensou_error *err)
{
    double sum[3] = {0}, p[most_unknowns];

    for (size_t i = 0; i < 2 * w->rows; ++i)
        w->held[i] = NAN;
    for (int f = 0; f < w->folds; ++f) {
        use(w, f);
        contensou__identify_search_start(w, p);
        TRY(contensou__identify_search_run(w, p, 120, err));
        contensou__threads_run(w->rows, w->part, put_angles,
                               &(struct angle_work){w, row_held_out, w->held});
        if (w->corrected)
            TRY(correct(w, err));
    }
    use(w, -1);
    for (size_t i = 0; i < w->rows; ++i)
        if (isfinite(w->held[i])) {
            sum[0] += w->row[i].weight * w->held[i];
            sum[1] += w->row[i].weight * w->held[w->rows + i];
            sum[2] += w->row[i].weight;
        }
    out[0] = sum[0] / sum[2];
    out[1] = sum[1] / sum[2];
    return CONTENSOU_OK;
}

const double contensou__identify_search_smoothings[contensou__identify_search_smoothing_count] = {
    3e-5, 3e-4, 3e-3, 3e-2};

enum contensou_status contensou__identify_search_smooth(struct contensou__identify_search *w,
                                                        struct contensou_error *err)
{
    const double *const tried = contensou__identify_search_smoothings;
    double best = INFINITY, kept = tried[0], held[2];

    for (size_t k = 0; k < contensou__identify_search_smoothing_count; ++k) {
        w->smoothing = tried[k];
        TRY(contensou__identify_search_validate(w, held, err));
        if (held[w->target == CONTENSOU_TARGET_WRENCH] < best) {
            best = held[w->target == CONTENSOU_TARGET_WRENCH];
            kept = tried[k];
        }
    }
    w->smoothing = kept;
    return CONTENSOU_OK;
}

double contensou__identify_search_smoothing_of_all(const struct contensou__identify_search *w)
{
    return w->rows > 2 * enough_rows ? w->smoothing * (double)enough_rows / (double)w->rows
                                     : w->smoothing;
}

enum contensou_status contensou__identify_search_begin(struct contensou__identify_search *w,
                                                       int smoothed, struct contensou_error *err)
{
    if (!w->some)
        return CONTENSOU_OK;
    contensou__identify_search_start(w, w->begin);
    TRY(contensou__identify_search_run(w, w->begin, 400, err));
    w->begun = 1;
    w->some = 0;
    use(w, -1);
    if (smoothed)
        w->smoothing = contensou__identify_search_smoothing_of_all(w);
    return CONTENSOU_OK;
}

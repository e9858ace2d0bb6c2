/* limit.c: the limit surface of a patch on a device: loads in, xi and angles out.
 * SPDX-License-Identifier: MIT */
#include "device/limit.h"

#include "base/try.h"
#include "base/versioned.h"
#include "contact/patch.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { group_size = 64, results = 4 };

static enum contensou_status prepare_smooth(struct contensou_limit *l,
                                            const struct contensou_patch *patch, const void *what,
                                            struct contensou__bundle *b,
                                            struct contensou_error *err)
{
    (void)what;
    TRY(contensou__patch_program_exact(&l->base, patch, b, err));
    contensou__bundle_include(b, "laws/limit_smooth.h");
    contensou__bundle_define(b, "patch_corner", "limit_smooth_corner");
    contensou__bundle_include(b, "drivers/limit.cl");
    return CONTENSOU_OK;
}

/* The points one after the other, about their centre and in units of their radius about it. */
static enum contensou_status settle_points(const double *cells, size_t count, double *rows,
                                           double params[4], struct contensou_error *err)
{
    double dx = 0, dy = 0, size = 0;

    for (size_t i = 0; i < count; ++i) {
        dx += cells[2 * count + i] * cells[i];
        dy += cells[2 * count + i] * cells[count + i];
    }
    for (size_t i = 0; i < count; ++i)
        size = fmax(size, hypot(cells[i] - dx, cells[count + i] - dy));
    if (!(size > 1e-14 * (fabs(dx) + fabs(dy))))
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "all cells are at one point, which holds no torque about itself; a "
                              "limit surface needs at least two points");
    for (size_t i = 0; i < count; ++i) {
        rows[3 * i] = (cells[i] - dx) / size;
        rows[3 * i + 1] = (cells[count + i] - dy) / size;
        rows[3 * i + 2] = cells[2 * count + i];
    }
    params[0] = dx;
    params[1] = dy;
    params[2] = size;
    params[3] = (double)count;
    return CONTENSOU_OK;
}

static enum contensou_status prepare_points(struct contensou_limit *l,
                                            const struct contensou_patch *patch, const void *what,
                                            struct contensou__bundle *b,
                                            struct contensou_error *err)
{
    static const char *const role[] = {"_params", "_params_count", "_wrench", "_corner"};
    OWNED(contensou__try_free) double *cells = NULL, *rows = NULL;
    double params[4];
    size_t count = 0;

    (void)what;
    TRY(contensou_patch_cells(patch, 1, &cells, &count, err));
    rows = malloc(3 * (count + 1) * sizeof *rows);
    TRY(contensou__try_memory(rows, err, "%zu cells", count));
    TRY(settle_points(cells, count, rows, params, err));
    contensou__bundle_include(b, "laws/limit_cells.h");
    for (size_t k = 0; k < sizeof role / sizeof *role; ++k) {
        char name[64];

        snprintf(name, sizeof name, "patch%s", role[k]);
        contensou__bundle_role(b, name, "limit_cells", role[k]);
    }
    contensou__bundle_number(b, "patch_twice", 0);
    contensou__bundle_number(b, "patch_tilted", 0);
    contensou__bundle_include(b, "drivers/limit.cl");
    TRY(contensou__patch_program_upload(&l->base, &l->base.params, params, 4, err));
    return contensou__patch_program_upload(&l->base, &l->base.table, rows, 3 * count, err);
}

static void release(struct contensou_limit **l)
{
    contensou_limit_free(*l);
}

enum contensou_status contensou__limit_build(struct contensou_limit **out,
                                             const struct contensou_patch *patch,
                                             struct contensou_device *device,
                                             const struct contensou_eval_options *options,
                                             contensou__limit_prepare *prepare, const void *what,
                                             struct contensou_error *err)
{
    struct contensou__bundle bundle = {0};
    struct contensou_eval_options o;
    OWNED(release) struct contensou_limit *l = NULL;

    *out = NULL;
    TRY(contensou__versioned_take(&o, sizeof o, options, "contensou_eval_options", err));
    l = calloc(1, sizeof *l);
    TRY(contensou__try_memory(l, err, "a limit surface"));
    o.method = CONTENSOU_METHOD_AUTO;
    TRY(contensou__patch_program_begin(&l->base, patch, device, &o, err));
    l->pass = (struct contensou__patch_program_pass){
        .kernel = "limit",
        .members = "loads",
        .in = 3,
        .out = results,
        .local = contensou__patch_program_group(device, l->base.pack, group_size),
        .capacity = contensou__patch_program_capacity(&l->base, results)};
    l->reach = fmax(contensou_patch_radius(patch), 1e-100);
    l->stretch = patch->stretch;
    l->alike = patch->kind == contensou__patch_round && patch->round.a == patch->round.b;
    TRY(prepare(l, patch, what, &bundle, err));
    TRY(contensou__patch_program_build(&l->base, &bundle, err));
    TRY(contensou__patch_program_begin_pass(&l->base, &l->pass, err));
    l->order = malloc(l->pass.capacity * sizeof *l->order);
    TRY(contensou__try_memory(l->order, err, "%zu loads", l->pass.capacity));
    *out = l;
    l = NULL;
    return CONTENSOU_OK;
}

enum contensou_status contensou_limit_create(struct contensou_limit **out,
                                             const struct contensou_patch *patch,
                                             struct contensou_device *device,
                                             const struct contensou_eval_options *options,
                                             struct contensou_error *err)
{
    return contensou__limit_build(
        out, patch, device, options,
        contensou_patch_has_exact(patch) ? prepare_smooth : prepare_points, NULL, err);
}

void contensou_limit_free(struct contensou_limit *limit)
{
    if (!limit)
        return;
    free(limit->order);
    contensou__patch_program_end_pass(&limit->pass);
    contensou__patch_program_end(&limit->base);
    free(limit);
}

/* The part [from, from + count) of n loads, padded to a multiple of the pack. */
struct part {
    size_t n, from, count, padded;
};

/* What a load is divided by for single precision, whose range it may exceed; 1 for double. */
static double unit_of(const struct contensou_limit *l, struct part p, const double *load, size_t i)
{
    const double *at = load + p.from + i;
    const double most = fmax(fmax(fabs(at[0]), fabs(at[p.n])), fabs(at[2 * p.n]) / l->reach);

    return l->base.single && most > 0 && isfinite(most) ? most : 1;
}

/* Loads are ordered by the share of the moment, in bands, and within a band by the direction of the force, there and back, as most
 * contacts are symmetric. */
enum { bands = 64, turns = 32 };

static inline int part_of(double part, double of, int count)
{
    const int k = (int)(count * (part / of));

    return k < count ? k : count - 1;
}

static inline int cell_of(double Tx, double Ty, double M)
{
    const double x = fabs(Tx), y = fabs(Ty), w = fabs(M), all = x + y + w;
    const int valid = all > 0 && all < HUGE_VAL;
    const int band = valid ? part_of(w, all, bands) : 0;
    const int turn = valid && x + y > 0 ? part_of(y, x + y, turns) : 0;

    return band * turns + (band % 2 ? turns - 1 - turn : turn);
}

void contensou__limit_order(double reach, size_t count, const double *Tx, const double *Ty,
                            const double *M, uint32_t *order)
{
    uint32_t end[bands * turns] = {0};
    size_t jumps = 0;

    for (size_t i = 0, last = 0; i < count; ++i) {
        const size_t cell = (size_t)cell_of(Tx[i], Ty[i], M[i] / reach);

        ++end[cell];
        jumps += cell / turns != last / turns;
        last = cell;
    }
    for (int k = 1; k < bands * turns; ++k)
        end[k] += end[k - 1];
    for (size_t i = count; i-- > 0;)
        if (8 * jumps < count) /* neighbours are alike as they come */
            order[i] = (uint32_t)i;
        else
            order[--end[cell_of(Tx[i], Ty[i], M[i] / reach)]] = (uint32_t)i;
}

/* A last incomplete pack is filled with its last load. */
static void stage(struct contensou_limit *l, struct part p, const double *load)
{
    for (size_t i = 0; i < p.padded; ++i) {
        const size_t from = l->order[i < p.count ? i : p.count - 1];
        const double unit = unit_of(l, p, load, from);

        for (size_t k = 0; k < 3; ++k)
            contensou__patch_program_put(&l->base, l->pass.staging, k * p.padded + i,
                                         load[k * p.n + p.from + from] / unit);
    }
}

static double received(const struct contensou_limit *l, size_t i)
{
    return contensou__patch_program_get(&l->base, l->pass.staging, i);
}

static void receive(struct contensou_limit *l, struct part p, const double *load, double *result)
{
    for (size_t i = 0; i < p.count; ++i) {
        const double count = received(l, 3 * p.padded + i);
        double *to = result + p.from + l->order[i];

        to[0] = received(l, i) * unit_of(l, p, load, l->order[i]);
        to[p.n] = received(l, p.padded + i);
        to[2 * p.n] = received(l, 2 * p.padded + i);
        if (count > l->most)
            l->most = (int)count;
        l->unsolved += count == -1;
        l->ambiguous += count == -2;
    }
}

/* Loads in the coordinates of the program. */
static enum contensou_status run_plain(struct contensou_limit *limit, size_t n, const double *load,
                                       double *result, struct contensou_error *err)
{
    const size_t pack = (size_t)limit->base.pack, most = limit->pass.capacity;

    for (size_t from = 0; from < n; from += most) {
        const size_t count = n - from < most ? n - from : most;
        const struct part p = {n, from, count, (count + pack - 1) / pack * pack};

        for (size_t i = 0; i < count && limit->alike; ++i)
            limit->order[i] = (uint32_t)i;
        if (!limit->alike)
            contensou__limit_order(limit->reach, count, load + from, load + n + from,
                                   load + 2 * n + from, limit->order);
        stage(limit, p, load);
        TRY(contensou__patch_program_run_pass(&limit->base, &limit->pass, p.padded, err));
        receive(limit, p, load, result);
    }
    return CONTENSOU_OK;
}

/* The slip of a direction there, as a direction here. */
static void turn_back(const struct contensou__stretch *stretch, double *theta, double *phi)
{
    double s[3] = {isnan(*phi) ? 0 : cos(*theta) * cos(*phi),
                   isnan(*phi) ? 0 : cos(*theta) * sin(*phi), sin(*theta)};

    contensou__stretch_slip_back(stretch, s);
    *theta = atan2(s[2], hypot(s[0], s[1]));
    *phi = isnan(*phi) ? NAN : atan2(s[1], s[0]);
}

enum contensou_status contensou_limit_run(struct contensou_limit *limit, size_t n,
                                          const double *load, double *result,
                                          struct contensou_error *err)
{
    OWNED(contensou__try_free) double *plain = NULL;

    if (!limit->stretch.is)
        return run_plain(limit, n, load, result, err);
    plain = calloc(3 * n + 1, sizeof *plain);
    TRY(contensou__try_memory(plain, err, "%zu loads", n));
    for (size_t i = 0; i < n; ++i) {
        double one[3] = {load[i], load[n + i], load[2 * n + i]};

        contensou__stretch_load(&limit->stretch, one);
        for (size_t k = 0; k < 3; ++k)
            plain[k * n + i] = one[k];
    }
    TRY(run_plain(limit, n, plain, result, err));
    for (size_t i = 0; i < n; ++i)
        turn_back(&limit->stretch, &result[n + i], &result[2 * n + i]);
    return CONTENSOU_OK;
}

int contensou_limit_most(const struct contensou_limit *limit)
{
    return limit->most;
}

size_t contensou_limit_unsolved_count(const struct contensou_limit *limit)
{
    return limit->unsolved;
}

size_t contensou_limit_ambiguous_count(const struct contensou_limit *limit)
{
    return limit->ambiguous;
}

int contensou_limit_folds(const struct contensou_limit *limit)
{
    return limit->folds;
}

const char *contensou_limit_program(const struct contensou_limit *limit)
{
    return limit->base.text.data;
}

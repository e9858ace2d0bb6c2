/* friction_round_table.c: the table of circular patches, kernels/laws/round_table.h.
 * SPDX-License-Identifier: MIT */
#include "laws/friction_parts.h"

#include "base/try.h"
#include "laws/round_table.h"

#include <stdlib.h>
#include <string.h>

/* g, g' and g'' at p, from the exact wrench and its Jacobian at v = 1 - p, a w = p. */
static void exact(const struct contensou__patch_data *t, double a, double p, double g[3])
{
    const double slip[3] = {1 - p, 0, p / a};
    double f[9];

    contensou__patch_data_wrench(t, slip, 1, f);
    g[0] = (1 - p) * f[0] + p * f[2] / a;
    g[1] = f[2] / a - f[0];
    g[2] = f[3] - 2 * f[6] / a + f[8] / (a * a);
}

/* The polynomial of degree 5 in x from 0 to h with these values, slopes and curvatures at both ends. */
static void hermite(const double from[3], const double to[3], double h, double k[6])
{
    const double d0 = to[0] - (from[0] + h * (from[1] + 0.5 * h * from[2]));
    const double d1 = h * (to[1] - (from[1] + h * from[2])), d2 = h * h * (to[2] - from[2]);
    const double h3 = h * h * h;

    k[0] = from[0];
    k[1] = from[1];
    k[2] = 0.5 * from[2];
    k[3] = (10 * d0 - 4 * d1 + 0.5 * d2) / h3;
    k[4] = (-15 * d0 + 7 * d1 - d2) / (h3 * h);
    k[5] = (6 * d0 - 3 * d1 + 0.5 * d2) / (h3 * h * h);
}

/* One side of a rim, as far as reach; returns the number of intervals. The last one is for rounding: it begins
 * where the side ends. */
static int put_side(const struct contensou__patch_data *t, double a, double rim, double sign,
                    double reach, double scale, double *k)
{
    const int count = (int)ceil(sqrt(reach) * scale) + 1;
    double from[3], to[3], x0 = 0;

    exact(t, a, rim, from);
    from[1] *= sign;
    for (int i = 0; i < count; ++i, k += round_table_terms) {
        const double next = (i + 1) / scale * ((i + 1) / scale), x1 = fmin(next, reach);

        if (x1 > x0) {
            exact(t, a, rim + sign * x1, to);
            to[1] *= sign;
            hermite(from, to, x1 - x0, k);
            memcpy(from, to, sizeof to);
        } else {
            k[0] = from[0], k[1] = from[1], k[2] = 0.5 * from[2];
            k[3] = k[4] = k[5] = 0;
        }
        x0 = x1;
    }
    return count;
}

/* Makes the table for this scale; the caller's shared numbers are replaced. */
static enum contensou_status build(struct contensou__friction *f,
                                   const struct contensou_patch *patch, double scale,
                                   struct contensou_error *err)
{
    const double a = patch->round.a, hole = patch->round.hole;
    const double inner = hole > 0 ? 1 / (1 + hole) : 0.75;
    const double border = hole > 0 ? 0.5 * (0.5 + inner) : 2;
    const double rim[4] = {0.5, 0.5, inner, inner}, sign[4] = {-1, 1, -1, 1};
    const double reach[4] = {0.5, hole > 0 ? border - 0.5 : 0.5, hole > 0 ? inner - border : 0,
                             hole > 0 ? 1 - inner : 0};
    const size_t most = round_table_head + 4 * round_table_terms * ((size_t)scale + 3);
    OWNED(contensou__try_free) double *t = malloc(most * sizeof *t);
    int at = 0;

    TRY(contensou__try_memory(t, err, "the law %s", f->name));
    t[0] = a;
    t[1] = scale;
    t[2] = inner;
    t[3] = border;
    for (int k = 0; k < 4; ++k) {
        t[4 + k] = at;
        if (reach[k] > 0)
            at += put_side(&f->patch, a, rim[k], sign[k], reach[k], scale,
                           t + round_table_head + round_table_terms * at);
    }
    f->shared_count = 0;
    return contensou__friction_share(f, t, round_table_head + (size_t)(round_table_terms * at),
                                     err);
}

static void wrench(const struct contensou__friction *f, const double slip[3], double out[3])
{
    const struct round_table_params law = round_table_make(NULL, f->shared);
    const struct wrench w =
        round_table_wrench(&law, f->shared, (struct slip){slip[0], slip[1], slip[2]}, 0);

    out[0] = w.Tx;
    out[1] = w.Ty;
    out[2] = w.M;
}

static double error_of(const struct contensou__friction *f, double a)
{
    double slip[3 * contensou__friction_table_tried], worst = 0;

    contensou__friction_table_slips(a, slip);
    for (int i = 0; i < contensou__friction_table_tried; ++i) {
        double out[9], got[3];

        contensou__patch_data_wrench(&f->patch, slip + 3 * i, 0, out);
        wrench(f, slip + 3 * i, got);
        worst = fmax(worst, contensou__friction_table_difference(got, out, a));
    }
    return worst;
}

enum contensou_status contensou__friction_round_table(struct contensou__friction *f,
                                                      const struct contensou_patch *patch,
                                                      const double *like,
                                                      struct contensou_error *err)
{
    if (like)
        return build(f, patch, like[1], err);
    for (double scale = 64; scale <= 2048; scale *= 2) {
        TRY(build(f, patch, scale, err));
        f->table_error = error_of(f, patch->round.a);
        if (f->table_error < 0.3e-6)
            break;
    }
    return CONTENSOU_OK;
}

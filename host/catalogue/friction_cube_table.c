/* friction_cube_table.c: the table of patches of any shape, kernels/laws/table_friction.h.
 * SPDX-License-Identifier: MIT */
#include "catalogue/friction_parts.h"

#include "laws/table_friction.h"

#include <stdlib.h>
#include <string.h>

/* Splines are made on a larger grid, and end conditions die away before they reach the face. */
enum { margin = 14 };

static double dissipation(const struct contensou__tables *t, const double size[2], int face,
                          double s, double u)
{
    const double slip[3][3] = {
        {size[0], s * size[1], u}, {s * size[0], size[1], u}, {s * size[0], u * size[1], 1}};
    const double *d = slip[face];
    double f[9];

    contensou__tables_wrench(t, d, 0, f);
    return d[0] * f[0] + d[1] * f[1] + d[2] * f[2];
}

/* Turns n values, stride apart, into the coefficients of the cubic spline through them, with no curvature at
 * its ends: (c_{i-1} + 4 c_i + c_{i+1})/6 = f_i. */
static void solve(double *f, int n, size_t stride, double *factor)
{
    factor[0] = 0;
    for (int i = 1; i + 1 < n; ++i) {
        const double pivot = 1 / (4 - factor[i - 1]);

        factor[i] = pivot;
        f[(size_t)i * stride] = (6 * f[(size_t)i * stride] - f[(size_t)(i - 1) * stride]) * pivot;
    }
    for (int i = n - 2; i > 0; --i)
        f[(size_t)i * stride] -= factor[i] * f[(size_t)(i + 1) * stride];
}

/* The (cells + 3)^2 coefficients of a face. */
static enum contensou_status put_face(const struct contensou__tables *t, const double size[2],
                                      int face, int cells, double *to, struct contensou_error *err)
{
    const int n = cells + 1 + 2 * margin;
    double *f = malloc((size_t)n * (size_t)(n + 1) * sizeof *f),
           *factor = f + (size_t)n * (size_t)n;

    if (!f)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a table of %d by %d", n, n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            f[i * n + j] = dissipation(t, size, face, 2.0 * (i - margin) / cells - 1,
                                       2.0 * (j - margin) / cells - 1);
    for (int i = 0; i < n; ++i)
        solve(f + (size_t)i * (size_t)n, n, 1, factor);
    for (int j = 0; j < n; ++j)
        solve(f + j, n, (size_t)n, factor);
    for (int i = 0; i < cells + 3; ++i, to += cells + 3)
        memcpy(to, f + (size_t)(i + margin - 1) * (size_t)n + margin - 1,
               (size_t)(cells + 3) * sizeof *to);
    free(f);
    return CONTENSOU_OK;
}

static enum contensou_status build(struct contensou__friction *f, const double size[2],
                                   const int cells[3], struct contensou_error *err)
{
    size_t count = table_head;
    double *t;
    enum contensou_status status = CONTENSOU_OK;

    for (int k = 0; k < 3; ++k)
        count += (size_t)(cells[k] + 3) * (size_t)(cells[k] + 3);
    t = malloc(count * sizeof *t);
    if (!t)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the law %s", f->name);
    t[0] = size[0];
    t[1] = size[1];
    count = table_head;
    for (int k = 0; k < 3 && !status; ++k) {
        t[2 + 2 * k] = cells[k];
        t[3 + 2 * k] = (double)count;
        status = put_face(&f->patch, size, k, cells[k], t + count, err);
        count += (size_t)(cells[k] + 3) * (size_t)(cells[k] + 3);
    }
    f->shared_count = 0;
    if (!status)
        status = contensou__friction_share(f, t, count, err);
    free(t);
    return status;
}

static void wrench(const struct contensou__friction *f, const double slip[3], double out[3])
{
    const double field[3] = {0, 0, 1};
    const struct table_friction law = table_friction_make(field, f->shared);
    const struct wrench w =
        table_friction_wrench(&law, (struct slip){slip[0], slip[1], slip[2]}, 0);

    out[0] = w.Tx;
    out[1] = w.Ty;
    out[2] = w.M;
}

/* How far the patch reaches in x and y from the reference point. */
static void reaches(const struct contensou_patch *patch, double *x, double *y)
{
    *x = *y = 0;
    if (patch->kind == contensou__patch_round) {
        *x = fabs(patch->center[0]) + patch->round.a;
        *y = fabs(patch->center[1]) + patch->round.b;
    }
    for (size_t i = 0; i < patch->outline.count; ++i) {
        *x = fmax(*x, fabs(patch->outline.edge[i].ax - patch->center[0]));
        *y = fmax(*y, fabs(patch->outline.edge[i].ay - patch->center[1]));
    }
}

static enum contensou_status measure(struct contensou__friction *f,
                                     const struct contensou_patch *patch, const double size[2],
                                     int cells, struct contensou_error *err)
{
    const int side = cells < 192 ? 96 : 192;
    const enum contensou_status status = build(f, size, (const int[3]){side, side, cells}, err);

    if (!status)
        f->table_error = contensou__friction_table_error(f, contensou_patch_radius(patch), wrench);
    return status;
}

/* Where the centre of rotation, (-vy, vx)/w, is on the outline F is least smooth: the faces are laid so that these
 * slips are all on the face w, which is the one that needs many intervals. */
enum contensou_status contensou__friction_cube_table(struct contensou__friction *f,
                                                     const struct contensou_patch *patch,
                                                     struct contensou_error *err)
{
    static const int sizes[] = {96, 192, 384, 640, 896, 1280};
    enum contensou_status status = CONTENSOU_OK;
    double x, y, best = INFINITY;
    int at = 0;

    reaches(patch, &x, &y);
    for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes) && !status; ++i) {
        status = measure(f, patch, (const double[2]){1.1 * y, 1.1 * x}, sizes[i], err);
        if (f->table_error > best)
            break;
        best = f->table_error;
        at = i;
        if (best < 0.8 * contensou__friction_table_goal)
            break;
    }
    if (!status && f->table_error > best) /* in single precision finer tables round more */
        status = measure(f, patch, (const double[2]){1.1 * y, 1.1 * x}, sizes[at], err);
    return status;
}

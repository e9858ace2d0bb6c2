/* stretch.c: kernels/core/stretch.h compiled as C. SPDX-License-Identifier: MIT */
#include "contact/stretch.h"

#include "core/stretch.h"

#include <string.h>

static struct stretch matrix(const struct contensou__stretch *s)
{
    return (struct stretch){s->F[0], s->F[1], s->F[2], s->F[3]};
}

void contensou__stretch_slip(const struct contensou__stretch *s, double slip[3])
{
    if (s->is) {
        const struct slip there = stretch_slip(matrix(s), (struct slip){slip[0], slip[1], slip[2]});

        slip[0] = there.vx;
        slip[1] = there.vy;
    }
}

void contensou__stretch_wrench(const struct contensou__stretch *s, int jacobian, double *out)
{
    struct wrench f = wrench_zero();

    if (!s->is)
        return;
    f.Tx = out[0];
    f.Ty = out[1];
    f.M = out[2];
    if (jacobian) {
        f.xx = out[3];
        f.xy = out[4];
        f.yy = out[5];
        f.xw = out[6];
        f.yw = out[7];
        f.ww = out[8];
    }
    if (jacobian > 1) {
        f.kxy = out[9];
        f.kxw = out[10];
        f.kyw = out[11];
    }
    f = stretch_wrench(matrix(s), f, jacobian);
    memcpy(out,
           (const double[12]){f.Tx, f.Ty, f.M, f.xx, f.xy, f.yy, f.xw, f.yw, f.ww, f.kxy, f.kxw,
                              f.kyw},
           (size_t)(jacobian ? 6 + 3 * jacobian : 3) * sizeof *out);
}

void contensou__stretch_slips(const struct contensou__stretch *s, size_t n, const double *slip,
                              double *plain)
{
    for (size_t i = 0; i < n; ++i) {
        double one[3] = {slip[i], slip[n + i], slip[2 * n + i]};

        contensou__stretch_slip(s, one);
        for (size_t k = 0; k < 3; ++k)
            plain[k * n + i] = one[k];
    }
}

void contensou__stretch_wrenches(const struct contensou__stretch *s, size_t n, double *wrench,
                                 double *jacobian)
{
    static const size_t place[6] = {0, 1, 4, 2, 5, 8}, twin[6] = {0, 3, 4, 6, 7, 8};

    for (size_t i = 0; i < n; ++i) {
        double out[9];

        for (size_t k = 0; k < 3; ++k)
            out[k] = wrench[k * n + i];
        for (size_t k = 0; k < 6 && jacobian; ++k)
            out[3 + k] = jacobian[place[k] * n + i];
        contensou__stretch_wrench(s, jacobian != NULL, out);
        for (size_t k = 0; k < 3; ++k)
            wrench[k * n + i] = out[k];
        for (size_t k = 0; k < 6 && jacobian; ++k)
            jacobian[place[k] * n + i] = jacobian[twin[k] * n + i] = out[3 + k];
    }
}

void contensou__stretch_point(const double F[4], double *x, double *y)
{
    const double px = F[3] * *x - F[2] * *y, py = F[0] * *y - F[1] * *x;

    *x = px;
    *y = py;
}

void contensou__stretch_load(const struct contensou__stretch *s, double load[3])
{
    if (s->is)
        contensou__stretch_point(s->F, &load[0], &load[1]);
}

void contensou__stretch_slip_back(const struct contensou__stretch *s, double slip[3])
{
    const double *F = s->F, transposed[4] = {F[0], F[2], F[1], F[3]};

    if (s->is)
        contensou__stretch_point(transposed, &slip[0], &slip[1]);
}

/* cubature_reference.c: integrals over patches by adaptive quadrature.
 * SPDX-License-Identifier: MIT */
#include "support/cubature_inner.h"

#include "problems/patches.h"

#include <cubature.h>

#include <math.h>
#include <string.h>

enum { most_inner = 1500, most_outer = 3000 };
static const double outer_error = 5e-14,
                    inner_error = 3e-14; /* hcubature cannot go below 1.1e-14 */

void cubature_add(const struct cubature_job *job, double x, double y, double weight, double *sum)
{
    const double pressure = weight * (1 + job->g[0] * x + job->g[1] * y);
    double value[cubature_most + 1];

    job->f->at(x - job->spec->center[0], y - job->spec->center[1], job->f->data, value);
    value[job->f->count] = 1;
    for (unsigned k = 0; k <= job->f->count; ++k)
        sum[k] += pressure * value[k];
}

struct line {
    cubature_line f;
    void *data;
    double low, high;
    int clustered;
};

static int along_line(unsigned dim, const double *t, void *data, unsigned count, double *value)
{
    const struct line *l = data;
    const double s = t[0], length = l->high - l->low;
    double weight = length;

    (void)dim;
    if (l->clustered) {
        const double share = s < 0.5 ? s : 1 - s;
        const double way = length * share * share * share * (10 - 15 * share + 6 * share * share);

        weight *= 30 * s * s * (1 - s) * (1 - s);
        l->f(s < 0.5 ? l->low + way : l->high - way, l->data, value);
    } else
        l->f(l->low + length * s, l->data, value);
    for (unsigned k = 0; k < count; ++k)
        value[k] *= weight;
    return 0;
}

static void integrate(const struct cubature_job *job, struct line l, double error, size_t most,
                      double *sum, double *admitted)
{
    const unsigned count = job->f->count + 1;
    const double zero = 0, one = 1;
    double value[cubature_most + 1], estimate[cubature_most + 1];

    if (!(l.high > l.low))
        return;
    /* the last value is the mass, so that errors are relative to that of the line or the patch */
    hcubature(count, along_line, &l, 1, &zero, &one, most, error * job->f->loose * job->mass,
              error * job->f->loose, ERROR_LINF, value, estimate);
    for (unsigned k = 0; k < count; ++k) {
        sum[k] += value[k];
        *admitted = fmax(*admitted, estimate[k]);
    }
}

void cubature_outer(struct cubature_job *job, double low, double high, cubature_line f, void *data,
                    double *sum)
{
    double admitted = 0;

    integrate(job, (struct line){f, data, low, high, 1}, outer_error, most_outer, sum, &admitted);
    job->error += admitted;
}

void cubature_smooth(const struct cubature_job *job, double low, double high, cubature_line f,
                     void *data, double *sum)
{
    double admitted = 0;

    integrate(job, (struct line){f, data, low, high, 0}, inner_error, most_inner, sum, &admitted);
}

double cubature_reference(const struct contensou_patch_spec *spec,
                          const struct cubature_function *f, double *mean)
{
    struct cubature_job job = {
        .spec = spec,
        .f = f,
        .g = {spec->tilt_k * cos(spec->tilt_beta), -spec->tilt_k * sin(spec->tilt_beta)},
        .singular = {f->singular[0] + spec->center[0], f->singular[1] + spec->center[1]}};
    double sum[cubature_most + 1] = {0};

    if (patches_is(spec, "disk") || patches_is(spec, "annulus") || patches_is(spec, "ellipse"))
        cubature_rings(&job, sum);
    else
        cubature_strips(&job, sum);
    for (unsigned k = 0; k < f->count; ++k)
        mean[k] = sum[k] / sum[f->count];
    return job.error / sum[f->count];
}

/* A slip, and B = R diag(sqrt(ratio), 1/sqrt(ratio)) R' of the anisotropy: friction is the gradient of |B V|. */
struct sliding {
    double slip[3], xx, xy, yy;
};

static struct sliding sliding_of(const struct contensou_patch_spec *spec, const double slip[3])
{
    const double ratio = spec->anisotropy[0] > 0 ? spec->anisotropy[0] : 1;
    const double c = cos(spec->anisotropy[1]), s = sin(spec->anisotropy[1]);
    const double along = sqrt(ratio), across = 1 / along;

    return (struct sliding){{slip[0], slip[1], slip[2]},
                            along * c * c + across * s * s,
                            (along - across) * c * s,
                            along * s * s + across * c * c};
}

/* u = B V, its length. */
static double moved(const struct sliding *of, double x, double y, double u[2])
{
    const double Vx = of->slip[0] - of->slip[2] * y, Vy = of->slip[1] + of->slip[2] * x;

    u[0] = of->xx * Vx + of->xy * Vy;
    u[1] = of->xy * Vx + of->yy * Vy;
    return hypot(u[0], u[1]);
}

static void wrench_at(double x, double y, const void *data, double *value)
{
    const struct sliding *of = data;
    double u[2];
    const double size = moved(of, x, y, u);
    const double e1 = size > 0 ? (of->xx * u[0] + of->xy * u[1]) / size : 0;
    const double e2 = size > 0 ? (of->xy * u[0] + of->yy * u[1]) / size : 0;

    value[0] = e1;
    value[1] = e2;
    value[2] = x * e2 - y * e1;
}

static void jacobian_at(double x, double y, const void *data, double *value)
{
    const struct sliding *of = data;
    double u[2];
    const double V = moved(of, x, y, u), n1 = (of->xy * u[0] - of->xx * u[1]) / V,
                 n2 = (of->yy * u[0] - of->xy * u[1]) / V, n3 = x * n2 - y * n1;
    const double all[6] = {n1 * n1, n1 * n2, n2 * n2, n1 * n3, n2 * n3, n3 * n3};

    for (int k = 0; k < 6; ++k)
        value[k] = V > 0 ? all[k] / V : 0;
}

static struct cubature_function of_slip(const struct sliding *of, unsigned count)
{
    const double *slip = of->slip;
    struct cubature_function f = {.at = count == 3 ? wrench_at : jacobian_at,
                                  .data = of,
                                  .count = count,
                                  .singular = {1e30, 1e30},
                                  .loose = count == 3 ? 1 : 500};

    if (fabs(slip[2]) > 1e-30 * hypot(slip[0], slip[1])) {
        f.singular[0] = -slip[1] / slip[2];
        f.singular[1] = slip[0] / slip[2];
    }
    return f;
}

double cubature_wrench(const struct contensou_patch_spec *spec, const double slip[3],
                       double wrench[3])
{
    const struct sliding of = sliding_of(spec, slip);
    const struct cubature_function f = of_slip(&of, 3);

    return cubature_reference(spec, &f, wrench);
}

double cubature_jacobian(const struct contensou_patch_spec *spec, const double slip[3],
                         double jacobian[6])
{
    const struct sliding of = sliding_of(spec, slip);
    const struct cubature_function f = of_slip(&of, 6);

    return cubature_reference(spec, &f, jacobian);
}

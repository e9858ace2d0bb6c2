/* cubature_rings.c: disks, annuli and ellipses as rings around their middle; cubature_reference.h.
 * SPDX-License-Identifier: MIT */
#include "support/cubature_inner.h"

#include "problems/patches.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

struct rings {
    struct cubature_job *job;
    double a, b, q;
    double k, angle; /* of the singular point in X = (x/a, y/b) */
    double rho, delta, side;
};

static double angle_of(const struct rings *r, double t)
{
    return r->delta > 0 ? r->delta * sinh(t) : t;
}

/* One point of a ring: angle from the singular point on one side of it. */
static void on_ring(double t, void *data, double *value)
{
    const struct rings *r = data;
    const double angle = r->angle + r->side * angle_of(r, t);
    const double weight = r->delta > 0 ? r->delta * cosh(t) : 1;

    for (unsigned k = 0; k <= r->job->f->count; ++k)
        value[k] = 0;
    cubature_add(r->job, r->a * r->rho * cos(angle), r->b * r->rho * sin(angle), weight / (2 * pi),
                 value);
}

/* The ring outside of which the share u of the mass lies. */
static void ring(double u, void *data, double *value)
{
    struct rings *r = data;

    for (unsigned k = 0; k <= r->job->f->count; ++k)
        value[k] = 0;
    r->rho = sqrt(fmax(0, 1 - pow(u, 1 / (r->q + 1))));
    r->delta = 0;
    if (fabs(r->k - r->rho) < 0.5 * r->rho)
        r->delta = fmax(fabs(r->k - r->rho) / r->rho, 1e-18);
    for (int side = -1; side < 2; side += 2) {
        r->side = side;
        cubature_smooth(r->job, 0, r->delta > 0 ? asinh(pi / r->delta) : pi, on_ring, r, value);
    }
}

void cubature_rings(struct cubature_job *job, double *sum)
{
    struct rings r = {.job = job, .a = 1, .b = 1, .q = patches_exponent(job->spec)};
    double size[2], hole = 0, C[2], all, at;

    patches_sizes(job->spec, size);
    if (patches_is(job->spec, "annulus"))
        hole = size[0];
    if (patches_is(job->spec, "ellipse")) {
        r.a = size[0];
        r.b = size[1];
    }
    C[0] = job->singular[0] / r.a;
    C[1] = job->singular[1] / r.b;
    r.k = hypot(C[0], C[1]);
    r.angle = atan2(C[1], C[0]);
    all = pow(1 - hole * hole, r.q + 1); /* the largest u */
    job->mass = all;
    at = r.k < 1 && r.k > hole ? pow((1 - r.k) * (1 + r.k), r.q + 1) : 0;
    cubature_outer(job, 0, at, ring, &r, sum);
    cubature_outer(job, at, all, ring, &r, sum);
}

/* cell_mass.c: the part of a patch in a rectangular window. SPDX-License-Identifier: MIT */
#include "contact/cell_mass.h"

#include "base/pi.h"

#include <math.h>
#include <string.h>

/* Gauss-Legendre on (-1, 1). */
enum { nodes = 8 };
static const double gauss_x[nodes] = {
    -0.96028985649753623, -0.79666647741362674, -0.52553240991632899, -0.18343464249564980,
    0.18343464249564980,  0.52553240991632899,  0.79666647741362674,  0.96028985649753623};
static const double gauss_w[nodes] = {0.10122853629037626, 0.22238103445337447, 0.31370664587788729,
                                      0.36268378337836198, 0.36268378337836198, 0.31370664587788729,
                                      0.22238103445337447, 0.10122853629037626};

static double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

static void add(double m[3], double mass, double x, double y, const double g[2])
{
    const double p = mass * (1 + g[0] * x + g[1] * y);

    m[0] += p;
    m[1] += p * x;
    m[2] += p * y;
}

/* Shares of an interval and weights of a double-exponential rule, which meets any power at its ends. */
enum { end_nodes = 26 };
static const double end_step = 0.14;

/* (1 - X^2 - Y^2)^q over the part of Y0 < Y < Y1 inside the disk at X = sin alpha, with Y = cos alpha
 * sin beta; weight is that of alpha. */
static void add_column(double m[3], double q, double alpha, double weight, double Y0, double Y1,
                       const double scale[2], const double g[2])
{
    const double R = cos(alpha), beta0 = asin(clamp(Y0 / R, -1, 1)),
                 beta1 = asin(clamp(Y1 / R, -1, 1));
    const double length = beta1 - beta0, outer = weight * pow(R, 2 * q + 2);

    for (int j = -end_nodes; j <= end_nodes && length > 0; ++j) {
        const double t = j * end_step, e = exp(-pi * sinh(fabs(t))), share = e / (1 + e);
        const double near = length * share;
        const double beta = j < 0 ? beta0 + near : beta1 - near;
        /* cos beta where beta is next to +-pi/2: from what is left to there */
        const double left = j < 0 ? pi / 2 + beta0 + near : pi / 2 - beta1 + near;
        const double cosine = left < 0.5 ? sin(left) : cos(beta);
        const double rule = end_step * pi * cosh(t) * e / ((1 + e) * (1 + e)) * length;

        if (cosine > 0)
            add(m, outer * rule * pow(cosine, 2 * q + 1), scale[0] * sin(alpha),
                scale[1] * R * sin(beta), g);
    }
}

/* One strip of the unit disk, alpha0 < alpha < alpha1, X = sin alpha. At its ends, where the rim enters
 * or leaves the window, the length of a column is like a root: alpha is stretched there. */
static void add_strip(double m[3], double q, double alpha0, double alpha1, double Y0, double Y1,
                      const double scale[2], const double g[2])
{
    for (int part = 0; part < 2; ++part)
        for (int i = 0; i < nodes; ++i) {
            const double s = 0.25 * (1 + gauss_x[i]) + 0.5 * part;
            const double alpha = alpha0 + (alpha1 - alpha0) * s * s * (3 - 2 * s);

            add_column(m, q, alpha, (alpha1 - alpha0) * 6 * s * (1 - s) * 0.25 * gauss_w[i], Y0, Y1,
                       scale, g);
        }
}

/* A window well inside the disk: the pressure is smooth on it. */
static void add_inner(double m[3], double q, const double W[4], const double scale[2],
                      const double g[2])
{
    for (int i = 0; i < nodes; ++i)
        for (int j = 0; j < nodes; ++j) {
            const double X = 0.5 * (W[0] + W[1]) + 0.5 * (W[1] - W[0]) * gauss_x[i];
            const double Y = 0.5 * (W[2] + W[3]) + 0.5 * (W[3] - W[2]) * gauss_x[j];
            const double p = q == 0     ? 1
                             : q == 0.5 ? sqrt(1 - X * X - Y * Y)
                                        : pow(1 - X * X - Y * Y, q);

            add(m, 0.25 * (W[1] - W[0]) * (W[3] - W[2]) * gauss_w[i] * gauss_w[j] * p, scale[0] * X,
                scale[1] * Y, g);
        }
}

/* The disk of the given scale (semi-axes) under (1 - X^2 - Y^2)^q. */
static void add_disk(double m[3], double q, const double scale[2], const double window[4],
                     const double g[2])
{
    const double W[4] = {clamp(window[0] / scale[0], -1, 1), clamp(window[1] / scale[0], -1, 1),
                         clamp(window[2] / scale[1], -1, 1), clamp(window[3] / scale[1], -1, 1)};
    const double far_x = fmax(fabs(W[0]), fabs(W[1])), far_y = fmax(fabs(W[2]), fabs(W[3]));
    const double wide = W[1] - W[0], high = W[3] - W[2];
    double at[8];
    int count = 0;

    if (!(wide > 0 && high > 0))
        return;
    if (hypot(far_x + 2 * wide, far_y + 2 * high) < 1) {
        add_inner(m, q, W, scale, g);
        return;
    }
    /* cut where the rim enters or leaves the window */
    at[count++] = W[0];
    for (int k = 0; k < 4; ++k) {
        const double Y = W[2 + (k & 1)], X = sqrt(fmax(0, 1 - Y * Y)) * (k & 2 ? 1 : -1);

        if (X > W[0] && X < W[1])
            at[count++] = X;
    }
    at[count++] = W[1];
    for (int i = 1; i < count; ++i)
        for (int j = i; j > 0 && at[j] < at[j - 1]; --j) {
            const double t = at[j];

            at[j] = at[j - 1];
            at[j - 1] = t;
        }
    for (int i = 0; i + 1 < count; ++i)
        add_strip(m, q, asin(at[i]), asin(at[i + 1]), W[2], W[3], scale, g);
}

void contensou__cell_mass_round(const struct contensou__round *r, const double window[4],
                                double m[3])
{
    memset(m, 0, 3 * sizeof *m);
    add_disk(m, r->q, (const double[2]){r->a, r->b}, window, r->g);
    if (r->hole > 0) {
        double inner[3] = {0, 0, 0};

        add_disk(inner, r->q, (const double[2]){r->hole, r->hole}, window, r->g);
        for (int k = 0; k < 3; ++k)
            m[k] -= r->hole * r->hole * inner[k];
        if (m[0] < 1e-13 * (inner[0] + m[0]))
            m[0] = 0;
    }
}

/* What lies below the edge from x0 to x1 of the window, down to its bottom: the signed sum over the
 * edges of a closed contour is what lies inside. In pieces, each with the edge inside the window or
 * clamped to its top; on each the integrand is a polynomial. */
static void add_below(double m[3], const struct contensou__edge *e, const double window[4],
                      const double g[2])
{
    const double from = clamp(e->ax, window[0], window[1]), to = clamp(e->bx, window[0], window[1]);
    const double slope = (e->by - e->ay) / (e->bx - e->ax);
    double at[4] = {from, to, to, to};
    int count = 1;

    for (int k = 2; k < 4; ++k) { /* where it crosses bottom and top */
        const double x = e->ax + (window[k] - e->ay) / slope;

        if (x > fmin(from, to) && x < fmax(from, to))
            at[count++] = x;
    }
    if (count == 3 && fabs(at[2] - from) < fabs(at[1] - from)) {
        const double t = at[1];

        at[1] = at[2];
        at[2] = t;
    }
    at[count] = to;
    for (int piece = 0; piece < count; ++piece)
        for (int i = 0; i < nodes; ++i) {
            const double middle = 0.5 * (at[piece] + at[piece + 1]);
            const double reach = 0.5 * (at[piece + 1] - at[piece]), x = middle + reach * gauss_x[i];
            const double top = clamp(e->ay + slope * (x - e->ax), window[2], window[3]);
            const double h = top - window[2], y = window[2] + 0.5 * h;
            const double weight = -e->weight * reach * gauss_w[i] * h;
            const double p = 1 + g[0] * x + g[1] * y;

            m[0] += weight * p;
            m[1] += weight * p * x;
            m[2] += weight * (p * y + g[1] * h * h / 12);
        }
}

void contensou__cell_mass_outline(const struct contensou__outline *o, const double g[2],
                                  const double window[4], double m[3])
{
    const double area = (window[1] - window[0]) * (window[3] - window[2]);

    memset(m, 0, 3 * sizeof *m);
    for (size_t i = 0; i < o->count; ++i) {
        const struct contensou__edge *e = &o->edge[i];

        if (e->ax == e->bx || fmax(e->ax, e->bx) <= window[0] || fmin(e->ax, e->bx) >= window[1] ||
            fmax(e->ay, e->by) <= window[2])
            continue;
        add_below(m, e, window, g);
    }
    if (m[0] < 1e-13 * area) /* only rounding is left */
        m[0] = 0;
}

/* patch_moment.c: the moments c_ijk = <x^i y^j r^-k> of [1](3.4) about the reference point.
 *
 * In polar coordinates about the reference point the singularity r^-k is gone, and a sum over edges
 * or an integral over directions is left. n = i + j - k.
 *
 * For odd n below -2 the integral along a ray diverges at the reference point, and its finite part is
 * taken: int_0^R r^(n+1) dr = R^(n+2)/(n+2). Where the pressure is smooth about the point, these are
 * what the Taylor series of <|x - c|> at c = 0 consists of. SPDX-License-Identifier: MIT */
#include "base/pi.h"
#include "base/try.h"
#include "contact/gauss.h"
#include "contact/patch.h"

#include <math.h>

struct order {
    int i, j, k, n;
};

static double power(double x, int n)
{
    return n == 0 ? 1 : pow(x, n);
}

enum { nodes = 16 };

/* One edge: its triangle with the reference point gives h/(n+2) int x^i y^j r^-k (p0 + (g.x) (n+2)/
 * (n+3)) du. With u = |h| sinh t the integrand is smooth on the scale 1 in t however near the point
 * is to the edge; where it is a polynomial in u, one panel has it exactly. */
static double edge_moment(const struct contensou__edge *e, const double center[2], double p0,
                          const double g[2], struct order o, const long double *x,
                          const long double *w)
{
    const double ax = e->ax - center[0], ay = e->ay - center[1];
    const double length = hypot(e->bx - e->ax, e->by - e->ay);
    const double tx = (e->bx - e->ax) / length, ty = (e->by - e->ay) / length;
    const double h = ax * ty - ay * tx, u1 = ax * tx + ay * ty, H = fabs(h);
    const int plain = o.k == 0 && o.n + 1 < 2 * nodes;
    double sum = 0;

    if (H <= 1e-300 + 1e-17 * length)
        return 0;
    const double t1 = plain ? u1 : asinh(u1 / H), t2 = plain ? 0 : asinh((u1 + length) / H);
    const int panels = plain ? 1 : (int)ceil((t2 - t1) / 0.8) + 1;
    const double width = plain ? length : (t2 - t1) / panels;

    for (int panel = 0; panel < panels; ++panel)
        for (int i = 0; i < nodes; ++i) {
            const double t = t1 + width * (panel + 0.5 + 0.5 * (double)x[i]);
            const double u = plain ? t : H * sinh(t), px = h * ty + u * tx, py = -h * tx + u * ty;
            const double slope = g[0] * px + g[1] * py;
            const double along = slope == 0 ? 0 : slope * (o.n + 2) / (o.n + 3);

            sum += 0.5 * width * (double)w[i] * power(px, o.i) * power(py, o.j) *
                   (plain ? 1 : power(H * cosh(t), 1 - o.k)) * (p0 + along);
        }
    return e->weight * h * sum / (o.n + 2);
}

static enum contensou_status outline_moment(const struct contensou_patch *p, struct order o,
                                            double *value, struct contensou_error *err)
{
    const double p0 = 1 + p->g[0] * p->center[0] + p->g[1] * p->center[1];
    long double x[nodes], w[nodes], sum = 0;

    TRY(contensou__gauss_rule(nodes, 0, x, w, err));
    for (size_t i = 0; i < p->outline.count; ++i)
        sum += edge_moment(&p->outline.edge[i], p->center, p0, p->g, o, x, w);
    *value = (double)(sum * p->density);
    return CONTENSOU_OK;
}

/* Nodes of the double-exponential rule on a ray, as shares of the way from the nearer end. */
enum { ray_nodes = 75 };
static const double ray_step = 1.0 / 16;

struct ray_rule {
    double share[ray_nodes + 1], weight[ray_nodes + 1];
};

static void make_rule(struct ray_rule *rule)
{
    for (int s = 0; s <= ray_nodes; ++s) {
        const double t = s * ray_step, q = exp(-pi * sinh(t));

        rule->share[s] = q / (1 + q);
        rule->weight[s] = ray_step * pi * cosh(t) * q / ((1 + q) * (1 + q));
    }
}

/* int over the ray from the reference point in the direction (ex, ey) of r^(n+1) times the pressure
 * of the full ellipse; P, its place in units of the semi-axes, is outside or inside. The ends, where
 * the pressure is a power and r may be one too, are met by a double-exponential rule. */
static double ray(const struct contensou__round *r, const struct ray_rule *rule, const double P[2],
                  double ex, double ey, int n)
{
    const double E1 = ex / r->a, E2 = ey / r->b, ga = E1 * E1 + E2 * E2;
    const double be = E1 * P[0] + E2 * P[1], cross = E1 * P[1] - E2 * P[0];
    const double D = 1 - cross * cross / ga, half = sqrt(fmax(D, 0) / ga);
    const double start = -be / ga - half, low = fmax(start, 0), length = -be / ga + half - low;
    double sum = 0;

    if (!(D > 0) || !(length > 0))
        return 0;
    for (int s = -ray_nodes; s <= ray_nodes; ++s) {
        const int k = s < 0 ? -s : s;
        const double near = length * rule->share[k];
        const double from_low = s < 0 ? near : length - near,
                     to_high = s < 0 ? length - near : near;
        const double rad = low + from_low, base = ga * to_high * (from_low + (low - start));
        const double tilt =
            1 + r->g[0] * (rad * ex - r->middle[0]) + r->g[1] * (rad * ey - r->middle[1]);

        if (base > 0 && rad > 0)
            sum += rule->weight[k] * length * power(rad, n + 1) *
                   (r->q == 0     ? 1
                    : r->q == 0.5 ? sqrt(base)
                                  : pow(base, r->q)) *
                   tilt;
    }
    return sum;
}

/* Gamma(x)/Gamma(x + 1 + q), 0 at the poles of the lower one; x is no pole of the upper. */
static double gamma_ratio(double x, double q)
{
    const double y = x + q + 1;

    if (x > 0)
        return exp(lgamma(x) - lgamma(y));
    return y <= 0 && y == rint(y) ? 0 : tgamma(x) / tgamma(y);
}

/* The same from the middle of the ellipse, in closed form. */
static double ray_from_middle(const struct contensou__round *r, double ex, double ey, int n)
{
    const double ga = ex * ex / (r->a * r->a) + ey * ey / (r->b * r->b);
    double sum = 0;

    for (int k = 0; k < 2; ++k) { /* the pressure, and what the tilt adds */
        const double half = 0.5 * (n + 2 + k), g = k ? r->g[0] * ex + r->g[1] * ey : 1;

        if (g != 0)
            sum += g * 0.5 * pow(ga, -half) * exp(lgamma(r->q + 1)) * gamma_ratio(half, r->q);
    }
    return sum;
}

/* The integrand of one direction of the ray, in X: its share of the moment per unit of angle. */
static double direction(const struct contensou__round *r, const struct ray_rule *rule,
                        const double P[2], double k, double angle, struct order o)
{
    const double fx = r->a * cos(angle), fy = r->b * sin(angle), f = hypot(fx, fy);
    const double ex = fx / f, ey = fy / f;

    return r->a * r->b / (f * f) * power(ex, o.i) * power(ey, o.j) *
           (k == 0 ? ray_from_middle(r, ex, ey, o.n) : ray(r, rule, P, ex, ey, o.n));
}

/* Reference point inside: the midpoint rule over the whole turn, with as many directions as it takes. */
static double moment_inside(const struct contensou__round *r, const struct ray_rule *rule,
                            const double P[2], double k, struct order o)
{
    double last = 0;

    for (int count = 32; count <= 16384; count *= 2) {
        double sum = 0, size = 0;

        for (int s = 0; s < count; ++s) {
            const double part =
                2 * pi / count * direction(r, rule, P, k, 2 * pi * (s + 0.5) / count, o);

            sum += part;
            size += fabs(part);
        }
        if (count > 32 && fabs(sum - last) <= 3e-15 * size)
            return sum;
        last = sum;
    }
    return last;
}

/* Outside: only the directions that meet the ellipse, sin(angle) = cos(turn)/k about the one to its
 * middle; at the ends the chords shrink like a power, which a double-exponential rule meets. */
static double moment_outside(const struct contensou__round *r, const struct ray_rule *rule,
                             const double P[2], double k, struct order o)
{
    const double towards = atan2(-P[1], -P[0]);
    double sum = 0;

    for (int s = -ray_nodes; s <= ray_nodes; ++s) {
        const int i = s < 0 ? -s : s;
        const double near = pi * rule->share[i], turn = s < 0 ? near : pi - near;
        const double cosine = cos(turn), sine = sin(near);
        const double angle = towards + asin(cosine / k);
        const double weight = pi * rule->weight[i] * sine / sqrt((k - 1) * (k + 1) + sine * sine);

        if (weight > 0)
            sum += weight * direction(r, rule, P, k, angle, o);
    }
    return sum;
}

static double full_moment(const struct contensou__round *r, struct order o)
{
    const double P[2] = {-r->middle[0] / r->a, -r->middle[1] / r->b}, k = hypot(P[0], P[1]);
    const double norm = (r->q + 1) / (pi * r->a * r->b);
    struct ray_rule rule;

    make_rule(&rule);
    return norm * (k < 1 ? moment_inside(r, &rule, P, k, o) : moment_outside(r, &rule, P, k, o));
}

static double round_moment(const struct contensou__round *r, struct order o)
{
    struct contensou__round inner = *r;

    if (r->hole == 0)
        return full_moment(r, o);
    inner.a = inner.b = r->hole;
    return (full_moment(r, o) - r->hole * r->hole * full_moment(&inner, o)) /
           (1 - r->hole * r->hole);
}

static enum contensou_status points_moment(const struct contensou_patch *p, struct order o,
                                           double *value, struct contensou_error *err)
{
    long double sum = 0;

    for (size_t s = 0; s < p->points; ++s) {
        const double x = p->point[s], y = p->point[p->points + s], r = hypot(x, y);

        if (r == 0 && o.n < 0)
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "the moment c_%d,%d,%d does not exist: a cell lies on the "
                                  "reference point",
                                  o.i, o.j, o.k);
        if (r > 0)
            sum +=
                p->point[2 * p->points + s] * power(x / r, o.i) * power(y / r, o.j) * power(r, o.n);
        else if (o.i == 0 && o.j == 0 && o.n == 0)
            sum += p->point[2 * p->points + s];
    }
    *value = (double)sum;
    return CONTENSOU_OK;
}

/* A finite part is meaningful where the pressure is smooth about the reference point: inside an area
 * without a border or a step of pressure there, or outside of all. */
static enum contensou_status check_smooth(const struct contensou_patch *p,
                                          struct contensou_error *err)
{
    const double radius = contensou_patch_radius(p);
    const int tilted = p->g[0] != 0 || p->g[1] != 0;
    double nearest = HUGE_VAL;

    if (p->kind == contensou__patch_points)
        return CONTENSOU_OK;
    if (tilted ||
        (p->kind == contensou__patch_round && (p->round.middle[0] != 0 || p->round.middle[1] != 0)))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "moments of that order are known about the middle of an untilted "
                              "contact only");
    for (size_t i = 0; i < p->outline.count && p->kind == contensou__patch_outline; ++i) {
        const struct contensou__edge *e = &p->outline.edge[i];
        const double ax = e->ax - p->center[0], ay = e->ay - p->center[1];
        const double dx = e->bx - e->ax, dy = e->by - e->ay, square = dx * dx + dy * dy;
        const double t = fmin(fmax(-(ax * dx + ay * dy) / square, 0), 1);

        if (e->weight != 0)
            nearest = fmin(nearest, hypot(ax + t * dx, ay + t * dy));
    }
    if (nearest < 1e-3 * radius)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the pressure has a border or a step at the reference point (nearer "
                              "than 1e-3 of the radius), where moments of that order do not exist");
    return CONTENSOU_OK;
}

enum contensou_status contensou_patch_moment(const struct contensou_patch *patch, int i, int j,
                                             int k, double *value, struct contensou_error *err)
{
    const struct order o = {i, j, k, i + j - k};

    if (i < 0 || j < 0 || (o.n <= -2 && o.n % 2 == 0))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the moment c_%d,%d,%d is not defined; i and j are 0 or more and "
                              "i + j - k is above -2, or odd",
                              i, j, k);
    if (o.n < -2)
        TRY(check_smooth(patch, err));
    if (patch->kind == contensou__patch_outline)
        return outline_moment(patch, o, value, err);
    if (patch->kind == contensou__patch_points)
        return points_moment(patch, o, value, err);
    *value = round_moment(&patch->round, o);
    return CONTENSOU_OK;
}

/* patch.c: contact patches: shapes and pressures by name, a patch from its description, its moments, its cells, and what
 * device programs need to know of it. SPDX-License-Identifier: MIT */
#include "contact/patch.h"

#include "base/versioned.h"

#include "base/names.h"
#include "base/numbers.h"
#include "base/pi.h"
#include "base/stop.h"
#include "contact/cell_mass.h"
#include "contact/gauss.h"
#include "contact/map_tree.h"
#include "contact/patch_data.h"
#include "contact/points.h"
#include "patches/disk.h"
#include "patches/edges.h"
#include "patches/ellipse_wrench.h"
#include "patches/map.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Which shapes and pressures exist. */

#define SHAPE(name) &contensou__shape_##name,
const struct contensou__patch_shape *const contensou__patch_shapes[] = {ALL_SHAPES(SHAPE)};

#define PRESSURE(name, example, low, high, text) {#name, example, low, high, text},
const struct contensou__patch_pressure contensou__patch_pressures[] = {ALL_PRESSURES(PRESSURE)};

enum { name_size = 32 };

/* Which of the names "name:rest" begins with; *rest is NULL where there is no colon. */
static enum contensou_status find_name(const char *text, const char *what, const char *const *names,
                                       size_t count, size_t *at, const char **rest,
                                       struct contensou_error *err)
{
    const char *const colon = strchr(text, ':');
    const int length = colon ? (int)(colon - text) : (int)strlen(text);
    char name[name_size];
    int found;

    snprintf(name, sizeof name, "%.*s", length, text);
    *rest = colon ? colon + 1 : NULL;
    found = contensou__names_find(name, names, count);
    *at = found < 0 ? 0 : (size_t)found;
    return found < 0 ? contensou__names_fail(err, what, name, names, count) : CONTENSOU_OK;
}

enum contensou_status contensou__patch_find_shape(const char *text,
                                                  const struct contensou__patch_shape **row,
                                                  const char **rest, struct contensou_error *err)
{
    const char *names[contensou__patch_shape_count];
    size_t at;
    enum contensou_status status;

    for (size_t i = 0; i < contensou__patch_shape_count; ++i)
        names[i] = contensou__patch_shapes[i]->name;
    status = find_name(text, "shape", names, contensou__patch_shape_count, &at, rest, err);
    *row = contensou__patch_shapes[at];
    return status;
}

static enum contensou_status find_pressure(const char *text,
                                           const struct contensou__patch_pressure **row,
                                           const char **rest, struct contensou_error *err)
{
    const char *names[contensou__patch_pressure_count];
    size_t at;
    enum contensou_status status;

    for (size_t i = 0; i < contensou__patch_pressure_count; ++i)
        names[i] = contensou__patch_pressures[i].name;
    status = find_name(text, "pressure", names, contensou__patch_pressure_count, &at, rest, err);
    *row = &contensou__patch_pressures[at];
    return status;
}

int contensou__patch_brings_pressure(const char *shape)
{
    const struct contensou__patch_shape *row;
    struct contensou_error unknown;
    const char *rest;

    return !contensou__patch_find_shape(shape, &row, &rest, &unknown) &&
           row->takes == contensou__patch_own;
}

const char *contensou__patch_pressure_shown(const struct contensou_patch_spec *spec)
{
    return spec->pressure && *spec->pressure               ? spec->pressure
           : contensou__patch_brings_pressure(spec->shape) ? "of the file"
                                                           : "uniform";
}

enum contensou_status contensou__patch_check_sizes(const char *name, const char *rest,
                                                   const double *size, int count,
                                                   struct contensou_error *err)
{
    for (int i = 0; i < count; ++i)
        if (!(size[i] > 0))
            return contensou_fail(err, CONTENSOU_EARGUMENT, "%s:%s is not possible; %s positive",
                                  name, rest, count == 2 ? "both sizes must be" : "sizes are");
    for (int i = 0; i < count; ++i)
        if (!(size[i] > 1e-100 && size[i] < 1e100))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "%s:%s is not possible; sizes lie between 1e-100 and 1e100", name,
                                  rest);
    return CONTENSOU_OK;
}

void contensou__patch_syntax(const struct contensou__patch_shape *shape,
                             struct contensou__text *out)
{
    contensou__text_printf(out, "%s", shape->name);
    if (shape->wants == contensou__patch_file)
        contensou__text_printf(out, ":FILE");
    for (int i = 0; shape->needs[i]; ++i)
        contensou__text_printf(out, "%s%s",
                               i                  ? ","
                               : shape->otherwise ? "[:"
                                                  : ":",
                               shape->needs[i]);
    contensou__text_printf(out, "%s", shape->otherwise ? "]" : "");
}

const char *contensou__patch_takes_text(const struct contensou__patch_shape *shape)
{
    return (const char *const[]){"all", "uniform", "its own"}[shape->takes];
}

const char *contensou__patch_methods_text(const struct contensou__patch_shape *shape)
{
    return shape->has_exact ? "exact, cells" : "cells";
}

/* Gegenbauer polynomials of index -1/2. */

long double contensou__patch_gegenbauer(int n, int l)
{
    long double product = l > 0 ? 2 : 1;

    for (int part = 0; part < 2; ++part)
        for (int i = 0, k = part ? (n + l) / 2 : (n - l) / 2; i < k; ++i)
            product *= (i - 0.5L) / (i + 1);
    return product;
}

/* The formulas of kernels/patches compiled as C. */

void contensou__patch_data_bind(const struct contensou__patch_data *t, struct contensou__bundle *b)
{
    static const char *const include[] = {"patches/disk.h", "patches/ellipse_wrench.h",
                                          "patches/edges.h", "patches/map.h"};
    static const char *const prefix[] = {"disk", "ellipse", "edges", "map"};

    if (t->grained) { /* a disk has none: ellipse.h serves it */
        const char *const name = t->kind == contensou__patch_data_edges ? "edges" : "ellipse";
        char path[64];

        contensou__bundle_define(b, "shape_number", "real");
        snprintf(path, sizeof path, "patches/grained_%s.h", name);
        contensou__bundle_include(b, path);
        snprintf(path, sizeof path, "grained_%s", name);
        contensou__bundle_role(b, "patch_wrench_grained", path, "_wrench");
    }
    contensou__bundle_include(b, include[t->kind]);
    contensou__bundle_role(b, "patch_params", prefix[t->kind], "_params");
    contensou__bundle_role(b, "patch_params_count", prefix[t->kind], "_params_count");
    contensou__bundle_role(b, "patch_wrench", prefix[t->kind], "_wrench");
    contensou__bundle_role(b, "patch_rule", prefix[t->kind], "_rule");
    contensou__bundle_role(b, "patch_rules", prefix[t->kind], "_rules");
    contensou__bundle_number(b, "patch_twice", t->twice);
    contensou__bundle_number(b, "patch_tilted", t->tilted);
}

void contensou__patch_data_free(struct contensou__patch_data *t)
{
    free(t->table);
    *t = (struct contensou__patch_data){0};
}

static struct wrench by_kind(const struct contensou__patch_data *t, struct slip s, int jacobian)
{
    union {
        struct disk_params disk;
        struct ellipse_params ellipse;
        struct edges_params edges;
        struct map_params map;
    } p;

    memcpy(&p, t->params, (size_t)t->param_count * sizeof(double));
    switch (t->kind) {
    case contensou__patch_data_disk:
        return disk_wrench(&p.disk, t->table, s, t->twice, t->tilted, jacobian);
    case contensou__patch_data_ellipse:
        return ellipse_wrench(&p.ellipse, t->table, s, t->twice, t->tilted, jacobian);
    case contensou__patch_data_edges:
        return edges_wrench(&p.edges, t->table, s, t->twice, t->tilted, jacobian);
    case contensou__patch_data_map:
        return map_wrench(&p.map, t->table, s, t->twice, t->tilted, jacobian);
    }
    return wrench_zero();
}

void contensou__patch_data_wrench(const struct contensou__patch_data *t, const double slip[3],
                                  int jacobian, double out[9])
{
    double s[3] = {slip[0], slip[1], slip[2]};
    struct wrench f;

    contensou__stretch_slip(&t->stretch, s);
    f = by_kind(t, (struct slip){.vx = s[0], .vy = s[1], .w = s[2]}, jacobian);

    out[0] = f.Tx;
    out[1] = f.Ty;
    out[2] = f.M;
    if (jacobian) {
        const double rest[6] = {f.xx, f.xy, f.yy, f.xw, f.yw, f.ww};

        memcpy(out + 3, rest, sizeof rest);
    }
    contensou__stretch_wrench(&t->stretch, jacobian, out);
}

/* The moments c_ijk = <x^i y^j r^-k> of [1](3.4) about the reference point.
 *
 * In polar coordinates about the reference point the singularity r^-k is gone, and a sum over edges
 * or an integral over directions is left. n = i + j - k.
 *
 * For odd n below -2 the integral along a ray diverges at the reference point, and its finite part is
 * taken: int_0^R r^(n+1) dr = R^(n+2)/(n+2). Where the pressure is smooth about the point, these are
 * what the Taylor series of <|x - c|> at c = 0 consists of. */

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
 * is to the edge. */
static double edge_moment(const struct contensou__edge *e, const double center[2], double p0,
                          const double g[2], struct order o, const long double *x,
                          const long double *w)
{
    const double ax = e->ax - center[0], ay = e->ay - center[1];
    const double length = hypot(e->bx - e->ax, e->by - e->ay);
    const double tx = (e->bx - e->ax) / length, ty = (e->by - e->ay) / length;
    const double h = ax * ty - ay * tx, u1 = ax * tx + ay * ty, H = fabs(h);
    double sum = 0;

    if (H <= 1e-300 + 1e-17 * length)
        return 0;
    if (o.k == 0 && o.n + 1 < 2 * nodes) { /* a polynomial, which one panel has exactly */
        for (int i = 0; i < nodes; ++i) {
            const double u = u1 + length * (0.5 + 0.5 * (double)x[i]);
            const double px = h * ty + u * tx, py = -h * tx + u * ty;
            const double along = (g[0] * px + g[1] * py) * (o.n + 2) / (o.n + 3);

            sum += 0.5 * length * (double)w[i] * power(px, o.i) * power(py, o.j) * (p0 + along);
        }
        return e->weight * h * sum / (o.n + 2);
    }
    const double t1 = asinh(u1 / H), t2 = asinh((u1 + length) / H);
    const int panels = (int)ceil((t2 - t1) / 0.8) + 1;

    for (int panel = 0; panel < panels; ++panel)
        for (int i = 0; i < nodes; ++i) {
            const double width = (t2 - t1) / panels;
            const double t = t1 + width * (panel + 0.5 + 0.5 * (double)x[i]);
            const double u = H * sinh(t), r = H * cosh(t);
            const double px = h * ty + u * tx, py = -h * tx + u * ty;
            const double slope = g[0] * px + g[1] * py;
            const double along = slope == 0 ? 0 : slope * (o.n + 2) / (o.n + 3);

            sum += 0.5 * width * (double)w[i] * power(px, o.i) * power(py, o.j) *
                   power(r, 1 - o.k) * (p0 + along);
        }
    return e->weight * h * sum / (o.n + 2);
}

static enum contensou_status outline_moment(const struct contensou_patch *p, struct order o,
                                            double *value, struct contensou_error *err)
{
    const double p0 = 1 + p->g[0] * p->center[0] + p->g[1] * p->center[1];
    long double x[nodes], w[nodes], sum = 0;
    const enum contensou_status status = contensou__gauss_rule(nodes, 0, x, w, err);

    for (size_t i = 0; i < p->outline.count && !status; ++i)
        sum += edge_moment(&p->outline.edge[i], p->center, p0, p->g, o, x, w);
    *value = (double)(sum * p->density);
    return status;
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
    if (o.n < -2) {
        const enum contensou_status status = check_smooth(patch, err);

        if (status)
            return status;
    }
    if (patch->kind == contensou__patch_outline)
        return outline_moment(patch, o, value, err);
    if (patch->kind == contensou__patch_points)
        return points_moment(patch, o, value, err);
    *value = round_moment(&patch->round, o);
    return CONTENSOU_OK;
}

/* A patch as cells, each with the true mass of its part of the patch at the centre
 * of that mass, so that the rim is as fine as the pressure itself and not a staircase. */

struct cells {
    double *x, *y, *mass;
    size_t count;
};

static enum contensou_status allocate(struct cells *c, size_t count, struct contensou_error *err)
{
    c->count = 0;
    c->x = malloc(3 * (count ? count : 1) * sizeof *c->x);
    if (!c->x)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu cells", count);
    c->y = c->x + count;
    c->mass = c->y + count;
    return CONTENSOU_OK;
}

/* m = mass and its first moments; empty cells are left out. */
static void add(struct cells *c, const double m[3], const double center[2])
{
    if (!(m[0] > 0))
        return;
    c->x[c->count] = m[1] / m[0] - center[0];
    c->y[c->count] = m[2] / m[0] - center[1];
    c->mass[c->count++] = m[0];
}

/* How many cells go along each side when n go along the larger. */
static void divide(const double box[4], int n, int count[2])
{
    const double width = box[1] - box[0], height = box[3] - box[2], larger = fmax(width, height);

    count[0] = (int)fmax(1, rint(n * width / larger));
    count[1] = (int)fmax(1, rint(n * height / larger));
}

/* A grid over the bounding box, with the mass of each window found by the shape's own function. */
static enum contensou_status grid(const struct contensou_patch *p, const double box[4], int n,
                                  struct cells *c, struct contensou_error *err)
{
    int count[2];
    enum contensou_status status;

    divide(box, n, count);
    status = allocate(c, (size_t)count[0] * (size_t)count[1], err);
    for (int j = 0; j < count[1] && !status; ++j) {
        for (int i = 0; i < count[0]; ++i) {
            const double dx = (box[1] - box[0]) / count[0], dy = (box[3] - box[2]) / count[1];
            const double window[4] = {box[0] + i * dx, box[0] + (i + 1) * dx, box[2] + j * dy,
                                      box[2] + (j + 1) * dy};
            double m[3];

            if (p->kind == contensou__patch_round)
                contensou__cell_mass_round(&p->round, window, m);
            else
                contensou__cell_mass_outline(&p->outline, p->g, window, m);
            add(c, m, p->center);
        }
        status = contensou__stop_check("the cells of a patch", err);
    }
    return status;
}

/* The cells of a map, each divided alike. */
static enum contensou_status divided_map(const struct contensou_patch *p, int n, struct cells *c,
                                         struct contensou_error *err)
{
    const struct contensou__outline *o = &p->outline;
    const int larger = o->nx > o->ny ? o->nx : o->ny, parts = (n + larger - 1) / larger;
    const int nx = o->nx * parts, ny = o->ny * parts;
    const double dx = (o->box[1] - o->box[0]) / nx, dy = (o->box[3] - o->box[2]) / ny;
    enum contensou_status status = allocate(c, (size_t)nx * (size_t)ny, err);

    for (int j = 0; j < ny && !status; ++j) {
        for (int i = 0; i < nx; ++i) {
            const double x = o->box[0] + (i + 0.5) * dx, y = o->box[2] + (j + 0.5) * dy;
            const double area = o->pressure[j / parts * o->nx + i / parts] * dx * dy;
            const double at = 1 + p->g[0] * x + p->g[1] * y;
            const double m[3] = {area * at, area * (x * at + p->g[0] * dx * dx / 12),
                                 area * (y * at + p->g[1] * dy * dy / 12)};

            add(c, m, p->center);
        }
        status = contensou__stop_check("the cells of a patch", err);
    }
    return status;
}

enum contensou_status contensou_patch_cells(const struct contensou_patch *patch, int n,
                                            double **cells, size_t *count,
                                            struct contensou_error *err)
{
    struct cells c = {0};
    enum contensou_status status = CONTENSOU_OK;
    long double total = 0;

    *cells = NULL;
    *count = 0;
    if (n < 1 || n > CONTENSOU_PATCH_CELLS)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "%d cells along the larger side are not possible; 1 to %d are", n,
                              CONTENSOU_PATCH_CELLS);
    if (patch->kind == contensou__patch_points) {
        status = allocate(&c, patch->points, err);
        if (!status)
            memcpy(c.x, patch->point, 3 * patch->points * sizeof *c.x);
        c.count = patch->points;
    } else if (patch->kind == contensou__patch_round) {
        const double a = patch->round.a, b = patch->round.b;

        status = grid(patch, (const double[4]){-a, a, -b, b}, n, &c, err);
    } else if (patch->outline.nx > 0)
        status = divided_map(patch, n, &c, err);
    else
        status = grid(patch, patch->outline.box, n, &c, err);
    if (status) {
        free(c.x);
        return status;
    }
    for (size_t i = 0; i < c.count; ++i)
        total += c.mass[i];
    for (size_t i = 0; i < c.count; ++i)
        c.mass[i] = (double)(c.mass[i] / total);
    memmove(c.x + c.count, c.y, c.count * sizeof *c.x);
    memmove(c.x + 2 * c.count, c.mass, c.count * sizeof *c.x);
    *cells = c.x;
    *count = c.count;
    return CONTENSOU_OK;
}

/* The exponent of the pressure (1 - s)^q. */
static enum contensou_status read_exponent(const char *text, double *q, struct contensou_error *err)
{
    const struct contensou__patch_pressure *row = NULL;
    const char *rest;
    enum contensou_status status = find_pressure(text, &row, &rest, err);

    if (status)
        return status;
    *q = row->low;
    if (row->low == row->high)
        return rest ? contensou_fail(err, CONTENSOU_EARGUMENT, "the pressure '%s' takes no number",
                                     row->name)
                    : CONTENSOU_OK;
    if (!rest || !*rest)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the pressure '%s' needs its exponent, as in %s", row->name,
                              row->example);
    status = contensou__numbers_parse(rest, "the exponent of the pressure", q, err);
    if (!status && !(*q >= row->low && *q <= row->high))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the pressure %s has its exponent outside %g to %g", text, row->low,
                              row->high);
    return status;
}

/* What is not uniform needs a shape that takes it. */
static enum contensou_status check_pair(const struct contensou__patch_shape *shape,
                                        const char *pressure, double q, struct contensou_error *err)
{
    struct contensou__text list = {0};

    if (q == 0 || shape->takes == contensou__patch_all)
        return CONTENSOU_OK;
    for (size_t i = 0; i < contensou__patch_shape_count; ++i)
        if (contensou__patch_shapes[i]->takes == contensou__patch_all)
            contensou__text_printf(&list, "%s%s", list.size ? ", " : "",
                                   contensou__patch_shapes[i]->name);
    contensou_fail(err, CONTENSOU_EARGUMENT,
                   "the pressure '%s' needs one of the shapes %s; the shape '%s' takes uniform",
                   pressure, list.data ? list.data : "", shape->name);
    contensou__text_free(&list);
    return CONTENSOU_EARGUMENT;
}

/* Fills the part of the patch that its shape decides. */
static enum contensou_status make_shape(struct contensou_patch *p,
                                        const struct contensou__patch_shape *shape,
                                        const char *rest, double q, struct contensou_error *err)
{
    double size[contensou__patch_most] = {0};
    char what[64];
    size_t count = 0;
    enum contensou_status status = CONTENSOU_OK;

    while (shape->needs[count])
        ++count;
    if (count == 0 && (shape->wants == contensou__patch_file ? !rest || !*rest : rest != NULL))
        return contensou_fail(err, CONTENSOU_EARGUMENT, "the shape '%s' is written %s", shape->name,
                              shape->example);
    if (shape->otherwise && !rest)
        memcpy(size, shape->otherwise, count * sizeof *size);
    else if (count > 0 && (!rest || !*rest))
        return contensou_fail(err, CONTENSOU_EARGUMENT, "the shape '%s' needs %s, as in %s",
                              shape->name, shape->needs_text, shape->example);
    snprintf(what, sizeof what, "the shape %s", shape->name);
    if (count > 0 && rest)
        status = contensou__numbers_list(rest, what, size, count, err);
    p->round = (struct contensou__round){.a = 1, .b = 1, .q = q};
    return status ? status : shape->make(p, size, rest, err);
}

/* The place (x, y) that lies deepest below a tilt, if it is deeper than the one before. */
static void sink(const double g[2], double x, double y, double *depth, double at[2])
{
    if (-g[0] * x - g[1] * y > *depth) {
        *depth = -g[0] * x - g[1] * y;
        at[0] = x;
        at[1] = y;
    }
}

/* The largest -g.x of the patch, and where. Points lie at `moved` from the shape's own origin. */
static double deepest(const struct contensou_patch *p, const double g[2], const double moved[2],
                      double at[2])
{
    const double a = p->round.a, b = p->round.b, r = hypot(a * g[0], b * g[1]);
    double depth = 0;

    at[0] = at[1] = 0;
    if (p->kind == contensou__patch_round)
        sink(g, r > 0 ? -a * a * g[0] / r : 0, r > 0 ? -b * b * g[1] / r : 0, &depth, at);
    else if (p->kind == contensou__patch_outline)
        for (size_t i = 0; i < p->outline.count; ++i)
            sink(g, p->outline.edge[i].ax, p->outline.edge[i].ay, &depth, at);
    else
        for (size_t i = 0; i < p->points; ++i)
            sink(g, p->point[i] + moved[0], p->point[p->points + i] + moved[1], &depth, at);
    return depth;
}

double contensou__patch_tilt_depth(const struct contensou_patch *patch, const double g[2],
                                   double at[2])
{
    return deepest(patch, g, patch->center, at);
}

static enum contensou_status apply_tilt(struct contensou_patch *p, double k, double beta,
                                        struct contensou_error *err)
{
    const double g[2] = {k * cos(beta), -k * sin(beta)}, here[2] = {0, 0};
    double depth, at[2];

    if (!isfinite(k) || !isfinite(beta))
        return contensou_fail(err, CONTENSOU_EARGUMENT, "the tilt must be two finite numbers");
    depth = deepest(p, g, here, at);
    if (depth > 1 + 1e-12)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the tilt %g makes the pressure negative on a part of %s; in this "
                              "direction its size is at most %.6g",
                              k, p->shape, fabs(k) / depth);
    memcpy(p->g, g, sizeof p->g);
    p->round.g[0] = p->g[0];
    p->round.g[1] = p->g[1];
    return CONTENSOU_OK;
}

/* x, y of a point in the coordinates in which friction is plain: F^-T. */
static void move(const double F[4], double *x, double *y)
{
    const double px = F[3] * *x - F[2] * *y, py = F[0] * *y - F[1] * *x;

    *x = px;
    *y = py;
}

/* An ellipse stays one, with axes elsewhere: F = Q'B turns them back to x and y. B is xx, xy, yy. */
static void stretch_round(struct contensou_patch *p, const double B[3], double F[4])
{
    const double a = p->round.a, b = p->round.b;
    /* S = B^-1 diag(a^2, b^2) B^-1 */
    const double xx = B[2] * B[2] * a * a + B[1] * B[1] * b * b;
    const double yy = B[1] * B[1] * a * a + B[0] * B[0] * b * b;
    const double xy = -B[1] * (B[2] * a * a + B[0] * b * b);
    const double turn = 0.5 * atan2(2 * xy, xx - yy), c = cos(turn), s = sin(turn);

    F[0] = c * B[0] + s * B[1];
    F[1] = c * B[1] + s * B[2];
    F[2] = c * B[1] - s * B[0];
    F[3] = c * B[2] - s * B[1];
    p->round.a = sqrt(0.5 * (xx + yy + hypot(xx - yy, 2 * xy)));
    p->round.b = a * b / p->round.a;
}

static void stretch_outline(struct contensou__outline *o, const double F[4])
{
    double box[4] = {HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};

    if (F[1] == 0) { /* the cells of a map stay rectangles */
        move(F, &o->box[0], &o->box[2]);
        move(F, &o->box[1], &o->box[3]);
    }
    for (size_t i = 0; i < o->count; ++i) {
        struct contensou__edge *e = &o->edge[i];

        move(F, &e->ax, &e->ay);
        move(F, &e->bx, &e->by);
        box[0] = fmin(box[0], fmin(e->ax, e->bx));
        box[1] = fmax(box[1], fmax(e->ax, e->bx));
        box[2] = fmin(box[2], fmin(e->ay, e->by));
        box[3] = fmax(box[3], fmax(e->ay, e->by));
    }
    if (F[1] == 0)
        return;
    memcpy(o->box, box, sizeof box);
    o->nx = o->ny = 0;
}

enum contensou_status contensou__patch_take_frames(struct contensou_patch *p,
                                                   const struct contensou_patch_spec *spec,
                                                   struct contensou_error *err)
{
    const unsigned most = CONTENSOU_FRAME_GROUND;

    if ((unsigned)spec->frame > most || (unsigned)spec->anisotropy_frame > most)
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "the frames of a contact, %d and %d, are none of enum contensou_frame",
            (int)spec->frame, (int)spec->anisotropy_frame);
    p->frame = spec->frame ? spec->frame : CONTENSOU_FRAME_BODY;
    p->stretch_frame = spec->anisotropy_frame ? spec->anisotropy_frame : p->frame;
    return CONTENSOU_OK;
}

/* Into the coordinates in which friction is plain (kernels/core/stretch.h). */
static enum contensou_status apply_anisotropy(struct contensou_patch *p, double ratio, double angle,
                                              struct contensou_error *err)
{
    const double half = ratio > 0 ? 0.5 * log(ratio) : 0, up = cosh(half), by = sinh(half);
    const double sine = fabs(sin(2 * angle)) < 1e-15 ? 0 : sin(2 * angle); /* along x or y */
    const double B[3] = {up + by * cos(2 * angle), by * sine, up - by * cos(2 * angle)};
    double *F = p->stretch.F, gx = p->g[0], gy = p->g[1];

    if (ratio == 0 || ratio == 1)
        return CONTENSOU_OK;
    if (!(ratio >= 0.05 && ratio <= 20) || !isfinite(angle))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the anisotropy %g, %g is not possible; the ratio of the two "
                              "frictions lies between 0.05 and 20, and the angle is finite",
                              ratio, angle);
    if (p->round.hole > 0)
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "an annulus takes no anisotropy; a polygon with a hole, or cells, do");
    p->stretch = (struct contensou__stretch){
        .is = 1, .ratio = ratio, .angle = angle, .a = p->round.a, .b = p->round.b};
    memcpy(F, (const double[4]){B[0], B[1], B[1], B[2]}, 4 * sizeof *F);
    if (p->kind == contensou__patch_round)
        stretch_round(p, B, F);
    else if (p->kind == contensou__patch_outline)
        stretch_outline(&p->outline, F);
    for (size_t i = 0; i < p->points; ++i)
        move(F, &p->point[i], &p->point[p->points + i]);
    move(F, &p->center[0], &p->center[1]);
    p->g[0] = F[0] * gx + F[1] * gy;
    p->g[1] = F[2] * gx + F[3] * gy;
    memcpy(p->round.g, p->g, sizeof p->g);
    return CONTENSOU_OK;
}

struct contensou_patch contensou__patch_plain(const struct contensou_patch *patch)
{
    struct contensou_patch plain = *patch;

    plain.stretch.is = 0;
    return plain;
}

/* Pressure to total 1, coordinates to the reference point. */
static enum contensou_status settle(struct contensou_patch *p, struct contensou_error *err)
{
    p->round.middle[0] = -p->center[0];
    p->round.middle[1] = -p->center[1];
    if (p->kind == contensou__patch_outline) {
        double mass[3], total;

        contensou__outline_mass(&p->outline, mass);
        total = mass[0] + p->g[0] * mass[1] + p->g[1] * mass[2];
        if (!(total > 0) || !isfinite(total) || !isfinite(1 / total))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "the patch %s carries no pressure that can be computed with: its "
                                  "area times the pressure is %g",
                                  p->shape, total);
        p->density = 1 / total;
        p->load = total;
    }
    if (p->kind == contensou__patch_points)
        return contensou__points_settle(p->point, p->points, p->g, p->center, p->shape, &p->load,
                                        err);
    return CONTENSOU_OK;
}

/* What the caller and the file say about units. The load is then in newtons: pressures times areas. */
static enum contensou_status settle_units(struct contensou_patch *p,
                                          const struct contensou_patch_spec *spec,
                                          struct contensou_error *err)
{
    const double filed[2] = {p->units.named[contensou__units_length] ? p->units.length : 0,
                             p->units.named[contensou__units_pressure] ? p->units.pressure : 0};
    const int pressures = contensou__patch_brings_pressure(p->shape);
    double said[2], unit[2];
    const enum contensou_status status =
        contensou__units_contact(spec->unit, "unit", &said[0], &said[1], err);

    if (status)
        return status;
    for (int k = 0; k < 2; ++k) {
        static const char *const of[2] = {"length", "pressure"}, *const si[2] = {"m", "Pa"};

        if (said[k] > 0 && filed[k] > 0 && !contensou__units_same(said[k], filed[k]))
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "the file of %s has the unit of %s %g %s, but %g %s is given: "
                                  "leave one of the two out",
                                  p->shape, of[k], filed[k], si[k], said[k], si[k]);
        unit[k] = said[k] > 0 ? said[k] : filed[k];
    }
    if (said[1] > 0 && !pressures)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "a unit of pressure is for a map or cells, whose file has pressures; "
                              "%s has none",
                              p->shape);
    p->unit = unit[0];
    p->load = pressures ? p->load * unit[0] * unit[0] * unit[1] : 0;
    return CONTENSOU_OK;
}

/* Lengths whose squares are numbers: sizes and moments have them. One support at the reference point has no length. */
static enum contensou_status check_lengths(const struct contensou_patch *p,
                                           struct contensou_error *err)
{
    const double radius = contensou_patch_radius(p);

    if (radius == 0 || (radius >= 1e-100 && radius <= 1e100))
        return CONTENSOU_OK;
    return contensou_fail(err, CONTENSOU_EARGUMENT,
                          "the patch %s reaches %g from its reference point; lengths lie between "
                          "1e-100 and 1e100: choose another unit of length",
                          p->shape, radius);
}

/* Fills kind and shape of a patch. */
/* The tree of a large map takes a second to grow: each precision has one, which those who ask get a copy of. */
struct contensou__patch_trees {
    pthread_mutex_t lock;
    struct contensou__patch_data of[2];
};

static void free_trees(struct contensou__patch_trees *trees)
{
    if (!trees)
        return;
    contensou__patch_data_free(&trees->of[0]);
    contensou__patch_data_free(&trees->of[1]);
    pthread_mutex_destroy(&trees->lock);
    free(trees);
}

static enum contensou_status plant(struct contensou_patch *p, struct contensou_error *err)
{
    if (p->kind != contensou__patch_outline || !contensou__map_tree_pays(&p->outline))
        return CONTENSOU_OK;
    p->trees = calloc(1, sizeof *p->trees);
    if (!p->trees)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a patch");
    pthread_mutex_init(&p->trees->lock, NULL);
    return CONTENSOU_OK;
}

typedef enum contensou_status fill(struct contensou_patch *p, const void *from,
                                   struct contensou_error *err);

/* What all patches have in common; `name` takes the place of a shape that is not given. */
static enum contensou_status make(struct contensou_patch **out,
                                  const struct contensou_patch_spec *given, const char *name,
                                  fill *fill_shape, const void *from, struct contensou_error *err)
{
    struct contensou_patch_spec taken;
    const struct contensou_patch_spec *const spec = &taken;
    struct contensou_patch *p = NULL;
    enum contensou_status status =
        contensou__versioned_take(&taken, sizeof taken, given, "contensou_patch_spec", err);

    *out = NULL;
    if (status)
        return status;
    p = calloc(1, sizeof *p);
    if (!p || !(p->shape = strdup(spec->shape ? spec->shape : name)) ||
        !(p->pressure = strdup(spec->pressure && *spec->pressure ? spec->pressure : "uniform"))) {
        contensou_patch_free(p);
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a patch");
    }
    memcpy(p->center, spec->center, sizeof p->center);
    memcpy(p->cell, spec->cell, sizeof p->cell);
    if ((p->cell[0] != 0 || p->cell[1] != 0) &&
        (!(p->cell[0] > 0 && p->cell[1] > 0) || strncmp(p->shape, "map:", 4) != 0))
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "the size of cells, two numbers above 0, is for a map whose file "
                                "has none; it does not go with %s",
                                p->shape);
    if (!status)
        status = fill_shape(p, from, err);
    if (!status && !(isfinite(p->center[0]) && isfinite(p->center[1])))
        status = contensou_fail(err, CONTENSOU_EARGUMENT, "the center must be two finite numbers");
    if (!status)
        status = apply_tilt(p, spec->tilt_k, spec->tilt_beta, err);
    if (!status)
        status = contensou__patch_take_frames(p, spec, err);
    p->turns = p->kind != contensou__patch_round || p->round.a != p->round.b || p->center[0] != 0 ||
               p->center[1] != 0 || p->g[0] != 0 || p->g[1] != 0;
    if (!status)
        status = apply_anisotropy(p, spec->anisotropy[0], spec->anisotropy[1], err);
    if (!status)
        status = settle(p, err);
    if (!status)
        status = settle_units(p, spec, err);
    if (!status)
        status = check_lengths(p, err);
    if (!status)
        status = plant(p, err);
    if (status)
        contensou_patch_free(p);
    else
        *out = p;
    return status;
}

/* By its description. */
static enum contensou_status fill_described(struct contensou_patch *p, const void *from,
                                            struct contensou_error *err)
{
    const struct contensou__patch_shape *shape = NULL;
    const char *rest;
    double q = 0;
    enum contensou_status status = contensou__patch_find_shape(p->shape, &shape, &rest, err);

    (void)from;
    if (!status)
        status = read_exponent(p->pressure, &q, err);
    if (!status)
        status = check_pair(shape, p->pressure, q, err);
    return status ? status : make_shape(p, shape, rest, q, err);
}

/* By arrays of the caller's. */
static enum contensou_status fill_arrays(struct contensou_patch *p, const void *from,
                                         struct contensou_error *err)
{
    const struct contensou_patch_arrays *a = from;

    p->kind = a->kind == CONTENSOU_PATCH_ARRAYS_CELLS ? contensou__patch_points
                                                      : contensou__patch_outline;
    switch (a->kind) {
    case CONTENSOU_PATCH_ARRAYS_POLYGON:
        return contensou__outline_take_polygon(&p->outline, a->number, a->contour, a->count,
                                               p->shape, err);
    case CONTENSOU_PATCH_ARRAYS_MAP:
        return contensou__outline_take_map(
            &p->outline,
            (const double[4]){a->origin[0], a->origin[0] + (double)a->columns * a->spacing[0],
                              a->origin[1], a->origin[1] + (double)a->rows * a->spacing[1]},
            a->columns, a->rows, a->number, p->shape, err);
    case CONTENSOU_PATCH_ARRAYS_CELLS:
        p->points = a->count;
        return contensou__points_take(&p->point, a->number, a->count, p->shape, err);
    }
    return contensou_fail(err, CONTENSOU_EARGUMENT,
                          "arrays of a contact are a polygon, a map or cells, not of the kind %d",
                          (int)a->kind);
}

/* The pressure is that of the arrays. */
static enum contensou_status make_from(struct contensou_patch **out,
                                       const struct contensou_patch_spec *spec,
                                       const struct contensou_patch_arrays *arrays,
                                       struct contensou_error *err)
{
    static const char *const names[] = {"arrays", "polygon", "map", "cells"};
    const struct contensou_patch_spec none = {.size = sizeof none};

    *out = NULL;
    if (spec && spec->pressure && *spec->pressure && strcmp(spec->pressure, "uniform") != 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the pressure '%s' needs a disk or an ellipse; contacts from arrays "
                              "have their own, or uniform",
                              spec->pressure);
    return make(out, spec ? spec : &none, names[(unsigned)arrays->kind < 4 ? arrays->kind : 0],
                fill_arrays, arrays, err);
}

enum contensou_status contensou_patch_create(struct contensou_patch **out,
                                             const struct contensou_patch_spec *spec,
                                             struct contensou_error *err)
{
    struct contensou_patch_spec taken;
    const enum contensou_status status =
        contensou__versioned_take(&taken, sizeof taken, spec, "contensou_patch_spec", err);

    *out = NULL;
    if (status)
        return status;
    return taken.arrays ? make_from(out, &taken, taken.arrays, err)
                        : make(out, &taken, "", fill_described, NULL, err);
}

enum contensou_status contensou_patch_create_polygon(struct contensou_patch **out,
                                                     const struct contensou_patch_spec *spec,
                                                     const double *corner, const size_t *contour,
                                                     size_t contours, struct contensou_error *err)
{
    const struct contensou_patch_arrays arrays = {.kind = CONTENSOU_PATCH_ARRAYS_POLYGON,
                                                  .number = corner,
                                                  .contour = contour,
                                                  .count = contours};

    return make_from(out, spec, &arrays, err);
}

enum contensou_status
contensou_patch_create_map(struct contensou_patch **out, const struct contensou_patch_spec *spec,
                           const double origin[2], const double spacing[2], size_t columns,
                           size_t rows, const double *pressure, struct contensou_error *err)
{
    const struct contensou_patch_arrays arrays = {.kind = CONTENSOU_PATCH_ARRAYS_MAP,
                                                  .number = pressure,
                                                  .columns = columns,
                                                  .rows = rows,
                                                  .origin = {origin[0], origin[1]},
                                                  .spacing = {spacing[0], spacing[1]}};

    return make_from(out, spec, &arrays, err);
}

enum contensou_status contensou_patch_create_cells(struct contensou_patch **out,
                                                   const struct contensou_patch_spec *spec,
                                                   const double *cell, size_t n,
                                                   struct contensou_error *err)
{
    const struct contensou_patch_arrays arrays = {
        .kind = CONTENSOU_PATCH_ARRAYS_CELLS, .number = cell, .count = n};

    return make_from(out, spec, &arrays, err);
}

void contensou_patch_free(struct contensou_patch *patch)
{
    if (!patch)
        return;
    free(patch->shape);
    free(patch->pressure);
    free(patch->point);
    contensou__outline_free(&patch->outline);
    free_trees(patch->trees);
    free(patch);
}

int contensou_patch_has_exact(const struct contensou_patch *patch)
{
    return patch->kind != contensou__patch_points;
}

double contensou_patch_unit(const struct contensou_patch *patch)
{
    return patch->unit;
}

double contensou_patch_load(const struct contensou_patch *patch)
{
    return patch->load;
}

double contensou_patch_radius(const struct contensou_patch *patch)
{
    double radius = 0;

    if (patch->kind == contensou__patch_round)
        return hypot(patch->center[0], patch->center[1]) + fmax(patch->round.a, patch->round.b);
    for (size_t i = 0; i < patch->outline.count; ++i)
        radius = fmax(radius, hypot(patch->outline.edge[i].ax - patch->center[0],
                                    patch->outline.edge[i].ay - patch->center[1]));
    for (size_t i = 0; i < patch->points; ++i)
        radius = fmax(radius, hypot(patch->point[i], patch->point[patch->points + i]));
    return radius;
}

enum contensou_status contensou_patch_size(const struct contensou_patch *patch, double *size,
                                           struct contensou_error *err)
{
    const double a = patch->round.a, b = patch->round.b;
    double r2 = 0;
    enum contensou_status status = CONTENSOU_OK;

    if (patch->kind == contensou__patch_round)
        *size = a == b ? a : sqrt(0.5 * (a * a + b * b));
    else {
        status = contensou_patch_moment(patch, 0, 0, -2, &r2, err);
        *size = r2 > 0 ? sqrt(2 * r2) : 1; /* one support at the reference point has no size */
    }
    return status;
}

/* About the error of the exact method in single precision: what is summed is larger than the sum. A thin
 * annulus is the difference of two disks; the edges of a slender outline cancel, each with an error of its
 * own, so that their squares add up. The factors were measured on annuli to 0.999 and rectangles to 1:1e-6. */
static double single_error(const struct contensou_patch *patch)
{
    const double *box = patch->outline.box;
    const double reach = 0.5 * hypot(box[1] - box[0], box[3] - box[2]);
    double sum = 0;

    if (patch->kind == contensou__patch_round)
        return 3.4e-7 / (1 - patch->round.hole * patch->round.hole);
    for (size_t i = 0; i < patch->outline.count; ++i) {
        const struct contensou__edge *e = &patch->outline.edge[i];
        const double one = e->weight * hypot(e->bx - e->ax, e->by - e->ay) * reach;

        sum += one * one;
    }
    return 2.5e-7 * patch->density * sqrt(sum);
}

static enum contensou_status copy_tree(const struct contensou_patch *patch, int single,
                                       struct contensou__patch_data *t, struct contensou_error *err)
{
    struct contensou__patch_data *const tree = &patch->trees->of[single];
    enum contensou_status status = CONTENSOU_OK;

    *t = (struct contensou__patch_data){0};
    pthread_mutex_lock(&patch->trees->lock);
    if (!tree->table)
        status = contensou__map_tree_data(&patch->outline, patch->density, patch->g, patch->center,
                                          single, tree, err);
    if (!status) {
        *t = *tree;
        t->table = malloc(t->count * sizeof *t->table);
        if (t->table)
            memcpy(t->table, tree->table, t->count * sizeof *t->table);
        else
            status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the tree of a map");
    }
    pthread_mutex_unlock(&patch->trees->lock);
    return status;
}

enum contensou_status contensou__patch_make_data(const struct contensou_patch *patch, int single,
                                                 struct contensou__patch_data *t,
                                                 struct contensou_error *err)
{
    /* What each rule may err: far below what is promised, 1e-12 and 3e-6. The two disks of an annulus
     * leave only its own share of the pressure, and so magnify what they err. */
    const double share = 1 - patch->round.hole * patch->round.hole;
    const double tolerance = single ? 1e-8 : fmax(8e-16, 1e-14 * share);
    enum contensou_status status;

    if (single && patch->kind != contensou__patch_points && single_error(patch) > 3e-6)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "%s is too thin for single precision, which would err by about %.0e "
                              "there instead of 3e-6; use double",
                              patch->shape, single_error(patch));
    if (patch->kind == contensou__patch_points)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the method exact does not exist for %s; use the method cells",
                              patch->shape);
    if (patch->kind == contensou__patch_round)
        status = contensou__round_data(&patch->round, tolerance, t, err);
    else if (patch->trees)
        status = copy_tree(patch, single, t, err);
    else
        status = contensou__outline_data(&patch->outline, patch->density, patch->g, patch->center,
                                         single, t, err);
    t->stretch = patch->stretch;
    return status;
}

/* Contacts whose anisotropy turns against their shape. */

int contensou__patch_has_two_frames(const struct contensou_patch *patch)
{
    return patch->turns && patch->stretch.is && patch->frame != patch->stretch_frame;
}

/* The rules of an ellipse serve at every angle if they serve the most slender one that the anisotropy makes of it, without
 * nodes that gather at its ends. */
static enum contensou_status grained_round(const struct contensou__round *own, double ratio,
                                           double tolerance, struct contensou__patch_data *t,
                                           struct contensou_error *err)
{
    const double more = sqrt(fmax(ratio, 1 / ratio)), unit = fmax(own->a, own->b);
    struct contensou__round worst = *own;
    struct ellipse_params e;
    enum contensou_status status;

    worst.a = unit * more;
    worst.b = fmin(own->a, own->b) / more;
    worst.g[0] = own->g[0] * own->a / worst.a;
    worst.g[1] = own->g[1] * own->b / worst.b;
    worst.even = 1;
    status = contensou__round_data(&worst, tolerance, t, err);
    if (status)
        return status;
    memcpy(&e, t->params, sizeof e);
    e.size = unit;
    e.a = own->a / unit;
    e.b = own->b / unit;
    memcpy(t->params, &e, sizeof e);
    return CONTENSOU_OK;
}

enum { far_nodes = 20, triangle_nodes = 21, far_points = far_nodes * far_nodes };

/* Legendre polynomials up to far_nodes - 1. */
static void legendre(double x, double P[far_nodes])
{
    P[0] = 1;
    P[1] = x;
    for (int k = 2; k < far_nodes; ++k)
        P[k] = ((2 * k - 1) * x * P[k - 1] - (k - 1) * P[k - 2]) / k;
}

/* Adds the moments of one edge's triangle with the middle, by Legendre polynomials in x and y. */
static void add_moments(const double *edge, const struct edges_params *p, const long double *x,
                        const long double *w, double moment[far_nodes][far_nodes])
{
    const double bx = edge[0] + edge[4] * edge[2], by = edge[1] + edge[4] * edge[3];
    const double twice = edge[0] * by - edge[1] * bx;

    for (int i = 0; i < triangle_nodes; ++i)
        for (int j = 0; j < triangle_nodes; ++j) {
            const double u = 0.5 + 0.5 * (double)x[i], v = 0.5 + 0.5 * (double)x[j];
            const double X = u * (edge[0] + v * (bx - edge[0])),
                         Y = u * (edge[1] + v * (by - edge[1]));
            const double mass = 0.25 * (double)(w[i] * w[j]) * u * twice * edge[5] *
                                (p->base + p->g1 * X + p->g2 * Y);
            double Px[far_nodes], Py[far_nodes];

            legendre(X, Px);
            legendre(Y, Py);
            for (int k = 0; k < far_nodes; ++k)
                for (int l = 0; l < far_nodes; ++l)
                    moment[k][l] += mass * Px[k] * Py[l];
        }
}

/* Points behind the edges that have the moments of the patch up to far_nodes - 1 in x and in y. In plain coordinates no point is farther
 * from the middle than sqrt(ratio) units. Of a centre of rotation five times as far away |B V| is analytic where x, or y, runs through
 * an ellipse with foci -1, 1 and semi-axes that add up to about 5: the error is about 5^-20. */
static enum contensou_status grained_outline(double ratio, struct contensou__patch_data *t,
                                             struct contensou_error *err)
{
    long double x[triangle_nodes], w[triangle_nodes], X[far_nodes], W[far_nodes];
    double moment[far_nodes][far_nodes] = {{0}}, P[far_nodes][far_nodes], *point;
    struct edges_params p;
    size_t edges;
    enum contensou_status status = contensou__gauss_rule(triangle_nodes, 0, x, w, err);

    memcpy(&p, t->params, sizeof p);
    edges = (size_t)p.n * edges_row;
    if (!status)
        status = contensou__gauss_rule(far_nodes, 0, X, W, err);
    point = status ? NULL : realloc(t->table, (edges + 3 * far_points) * sizeof *point);
    if (!point)
        return status ? status : contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a patch");
    t->table = point;
    t->count = edges + 3 * far_points;
    for (size_t i = 0; i < edges; i += edges_row)
        add_moments(t->table + i, &p, x, w, moment);
    for (int i = 0; i < far_nodes; ++i)
        legendre((double)X[i], P[i]);
    point += edges;
    for (int i = 0; i < far_nodes; ++i)
        for (int j = 0; j < far_nodes; ++j, point += 3) {
            double sum = 0;

            for (int k = 0; k < far_nodes; ++k)
                for (int l = 0; l < far_nodes; ++l)
                    sum += (k + 0.5) * (l + 0.5) * P[i][k] * P[j][l] * moment[k][l];
            point[0] = (double)X[i];
            point[1] = (double)X[j];
            point[2] = (double)(W[i] * W[j]) * sum;
        }
    p.far = 5 * sqrt(fmax(ratio, 1 / ratio));
    p.order = far_points;
    memcpy(t->params, &p, sizeof p);
    return CONTENSOU_OK;
}

enum contensou_status contensou__patch_make_grained(const struct contensou_patch *patch, int single,
                                                    double grain[3],
                                                    struct contensou__patch_data *t,
                                                    struct contensou_error *err)
{
    const struct contensou__stretch *const by = &patch->stretch;
    const double *const F = by->F, back[4] = {F[3], -F[1], -F[2], F[0]};
    const double g[2] = {F[3] * patch->g[0] - F[1] * patch->g[1],
                         F[0] * patch->g[1] - F[2] * patch->g[0]};
    const double half = 0.5 * log(by->ratio);
    double center[2] = {patch->center[0], patch->center[1]};
    enum contensou_status status;

    move(back, &center[0], &center[1]);
    grain[0] = cosh(half);
    grain[1] = sinh(half) * cos(2 * by->angle);
    grain[2] = sinh(half) * sin(2 * by->angle);
    if (patch->kind == contensou__patch_points)
        return contensou__patch_make_data(patch, single, t, err); /* says that there is none */
    if (patch->kind == contensou__patch_round) {
        const struct contensou__round own = {.a = by->a,
                                             .b = by->b,
                                             .q = patch->round.q,
                                             .g = {g[0], g[1]},
                                             .middle = {-center[0], -center[1]}};

        status = grained_round(&own, by->ratio, single ? 1e-8 : 1e-14, t, err);
    } else {
        struct contensou__outline own = patch->outline;

        own.edge = malloc(own.count * sizeof *own.edge);
        if (!own.edge)
            return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu edges", own.count);
        memcpy(own.edge, patch->outline.edge, own.count * sizeof *own.edge);
        stretch_outline(&own, back);
        status = contensou__outline_data(&own, patch->density, g, center, single, t, err);
        free(own.edge);
        if (!status)
            status = grained_outline(by->ratio, t, err);
    }
    t->grained = 1;
    return status;
}

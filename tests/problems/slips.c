/* slips.c: slips for tests. SPDX-License-Identifier: MIT */
#include "problems/slips.h"

#include "contact/patch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

static const double pi = 3.14159265358979323846;

double slips_uniform(struct slips_random *random)
{
    uint64_t z = random->state += 0x9E3779B97F4A7C15u;

    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

double slips_between(struct slips_random *random, double low, double high)
{
    return low + (high - low) * slips_uniform(random);
}

void slips_free(struct slips *s)
{
    free(s->value);
    *s = (struct slips){0};
}

void slips_add(struct slips *s, double vx, double vy, double w)
{
    if (s->n == s->room) {
        s->room = 2 * s->room + 64;
        s->value = realloc(s->value, 3 * s->room * sizeof *s->value);
        assert_non_null(s->value);
    }
    s->value[3 * s->n] = vx;
    s->value[3 * s->n + 1] = vy;
    s->value[3 * s->n + 2] = w;
    ++s->n;
}

void slips_add_centre(struct slips *s, double x, double y, double w)
{
    slips_add(s, w * y, -w * x, w);
}

void slips_seal(struct slips *s)
{
    double *fields = malloc(3 * (s->n + 1) * sizeof *fields);

    assert_non_null(fields);
    for (size_t i = 0; i < s->n; ++i)
        for (size_t k = 0; k < 3; ++k)
            fields[k * s->n + i] = s->value[3 * i + k];
    free(s->value);
    s->value = fields;
}

/* The point a share off the rim of a round patch, seen from the reference point. */
static void at_rim(struct slips *s, const struct contensou__round *r, double radius, double angle,
                   double w)
{
    slips_add_centre(s, r->middle[0] + r->a * radius * cos(angle),
                     r->middle[1] + r->b * radius * sin(angle), w);
}

static void around_rim(struct slips *s, const struct contensou__round *r)
{
    static const double angle[] = {0, 0.5 * 3.14159265358979323846, 0.8, 3.9};

    for (int hole = 0; hole <= (r->hole > 0); ++hole)
        for (size_t j = 0; j < sizeof angle / sizeof *angle; ++j) {
            const double rim = hole ? r->hole : 1;

            at_rim(s, r, rim, angle[j], 1);
            at_rim(s, r, rim, angle[j], -0.7);
            for (int e = 1; e <= 14; ++e) {
                at_rim(s, r, rim * (1 + pow(10, -e)), angle[j], 1);
                at_rim(s, r, rim * (1 - pow(10, -e)), angle[j], j & 1 ? 1 : -1);
            }
        }
}

static void around_edges(struct slips *s, const struct contensou__outline *o,
                         const double center[2])
{
    const size_t step = o->count > 12 ? o->count / 7 : 1;

    for (size_t i = 0; i < o->count; i += step) {
        const struct contensou__edge *e = &o->edge[i];
        const double ax = e->ax - center[0], ay = e->ay - center[1];
        const double dx = e->bx - e->ax, dy = e->by - e->ay;

        slips_add_centre(s, ax, ay, 1);
        slips_add_centre(s, ax, ay, -0.7);
        for (int j = 0; j < 5; ++j) { /* along the edge and its prolongation */
            const double t = (const double[]){0.5, 0.1234, 0, 1.5, -1e-3}[j];

            slips_add_centre(s, ax + t * dx, ay + t * dy, 1);
            for (int k = 2; k <= 14; k += 2)
                for (int side = -1; side < 2; side += 2) {
                    const double off = side * pow(10, -k);

                    slips_add_centre(s, ax + t * dx + off * dy, ay + t * dy - off * dx, 1);
                }
        }
    }
}

/* The middle of the patch from the reference point, and its size. */
static double middle_of(const struct contensou_patch *p, double middle[2])
{
    const double *box = p->outline.box;

    middle[0] = -p->center[0];
    middle[1] = -p->center[1];
    if (p->kind == contensou__patch_round)
        return fmax(p->round.a, p->round.b);
    if (p->kind == contensou__patch_points)
        return contensou_patch_radius(p);
    middle[0] += 0.5 * (box[0] + box[1]);
    middle[1] += 0.5 * (box[2] + box[3]);
    return 0.5 * hypot(box[1] - box[0], box[3] - box[2]);
}

static void at_all_distances(struct slips *s, const double middle[2], double size)
{
    static const double border[] = {0.7, 0.8, 0.9, 0.97, 1, 1.05, 1.2, 1.35, 1.6, 2, 3};

    slips_add_centre(s, middle[0], middle[1], 1);
    slips_add_centre(s, middle[0], middle[1], -1e-3);
    for (int e = -12; e <= 12; ++e)
        for (int j = 0; j < 3; ++j) {
            const double r = size * pow(10, e) * (1 + 0.3 * j), angle = 0.4 + 2 * j;

            slips_add_centre(s, middle[0] + r * cos(angle), middle[1] + r * sin(angle),
                             j == 1 ? -1 : 1);
        }
    for (size_t i = 0; i < sizeof border / sizeof *border; ++i)
        for (int side = -1; side < 2; ++side) {
            const double r = size * border[i] * (1 + side * 1e-13);

            slips_add_centre(s, middle[0] + r, middle[1], 1);
            slips_add_centre(s, middle[0] + r * cos(2.0), middle[1] + r * sin(2.0), -1);
        }
}

static void plain_ones(struct slips *s, double size)
{
    static const double scale[] = {1, 1e-200, 1e200};

    for (int i = 0; i < 3; ++i) {
        slips_add(s, 0.3 * scale[i], 0.4 * scale[i], 0.0);
        slips_add(s, -0.3 * scale[i], 0.4 * scale[i], -0.0);
        slips_add(s, scale[i], 0, 0);
        slips_add(s, -0.0, -scale[i], -0.0);
        slips_add(s, 0.0, 0.0, scale[i]);
        slips_add(s, -0.0, 0.0, -scale[i]);
        slips_add(s, 0.2 * scale[i], -0.5 * scale[i], 0.4 / size * scale[i]);
        slips_add(s, 0.2 * scale[i], 0.1 * scale[i], -0.4 / size * scale[i]);
    }
}

static void random_one(struct slips *s, struct slips_random *random, const double middle[2],
                       double size, int which)
{
    const double angle = slips_between(random, -pi, pi), w = which & 1 ? 1 : -1;

    if (which % 3 == 0) { /* theta and phi alike */
        const double theta = slips_between(random, -pi / 2, pi / 2);

        slips_add(s, cos(theta) * cos(angle), cos(theta) * sin(angle), sin(theta) / size);
    } else { /* a distance between 1e-12 and 1e12 or, more often, near 1 */
        const double r = size * pow(10, which % 3 == 1 ? slips_between(random, -12, 12)
                                                       : slips_between(random, -1, 0.6));

        slips_add_centre(s, middle[0] + r * cos(angle), middle[1] + r * sin(angle), w);
    }
}

struct slips slips_for(const struct contensou_patch *patch, uint64_t seed, size_t random)
{
    struct slips_random state = {seed};
    struct slips s = {0};
    double middle[2];
    const double size = middle_of(patch, middle);

    plain_ones(&s, size);
    at_all_distances(&s, middle, size);
    if (patch->kind == contensou__patch_round)
        around_rim(&s, &patch->round);
    if (patch->kind == contensou__patch_outline)
        around_edges(&s, &patch->outline, patch->center);
    for (size_t i = 0; i < random; ++i)
        random_one(&s, &state, middle, size, (int)i);
    slips_seal(&s);
    return s;
}

static double edge_distance(const struct contensou__edge *e, double x, double y)
{
    const double dx = e->bx - e->ax, dy = e->by - e->ay;
    const double t = ((x - e->ax) * dx + (y - e->ay) * dy) / (dx * dx + dy * dy);
    const double at = t < 0 ? 0 : t > 1 ? 1 : t;

    return hypot(x - e->ax - at * dx, y - e->ay - at * dy);
}

double slips_rim_distance(const struct contensou_patch *p, const double slip[3])
{
    const double x = -slip[1] / slip[2], y = slip[0] / slip[2]; /* from the reference point */
    double middle[2], least = HUGE_VAL;
    const double size = middle_of(p, middle);

    if (p->kind == contensou__patch_round) {
        const double k = hypot((x - middle[0]) / p->round.a, (y - middle[1]) / p->round.b);

        return fmin(fabs(k - 1), p->round.hole > 0 ? fabs(k - p->round.hole) : HUGE_VAL);
    }
    for (size_t i = 0; i < p->outline.count; ++i)
        least = fmin(least, edge_distance(&p->outline.edge[i], x + p->center[0], y + p->center[1]));
    return least / size;
}

struct slips slips_away(const struct contensou_patch *patch, uint64_t seed, size_t count,
                        double gap)
{
    struct slips_random state = {seed};
    struct slips s = {0};
    double middle[2];
    const double size = middle_of(patch, middle);

    for (int i = 0; s.n < count; ++i) {
        random_one(&s, &state, middle, size, i % 3 == 1 ? i + 1 : i);
        if (!(slips_rim_distance(patch, s.value + 3 * (s.n - 1)) > gap))
            --s.n;
        assert_true(i < 1000 * (int)count);
    }
    slips_seal(&s);
    return s;
}

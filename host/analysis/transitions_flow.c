/* transitions_flow.c: fixed points and attracting cycles of a flow on the sphere.
 * SPDX-License-Identifier: MIT */
#include "analysis/transitions_flow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void unit(double n[3])
{
    const double length = sqrt(dot(n, n));

    for (int k = 0; k < 3; ++k)
        n[k] /= length;
}

static void across(const double n[3], double e1[3], double e2[3])
{
    const int steep = fabs(n[2]) > 0.7;
    const double x = steep ? n[2] : n[1], length = hypot(n[0], x);

    e1[0] = -x / length;
    e1[1] = steep ? 0 : n[0] / length;
    e1[2] = steep ? n[0] / length : 0;
    e2[0] = n[1] * e1[2] - n[2] * e1[1];
    e2[1] = n[2] * e1[0] - n[0] * e1[2];
    e2[2] = n[0] * e1[1] - n[1] * e1[0];
}

/* a + s b, on the sphere. */
static void moved(const double a[3], double s, const double b[3], double to[3])
{
    for (int k = 0; k < 3; ++k)
        to[k] = a[k] + s * b[k];
    unit(to);
}

/* The derivative of v along the direction e at n, by a central formula of fourth order. */
static void slope(const struct contensou__transitions_flow *f, const double n[3], const double e[3],
                  double d[3])
{
    static const double weight[2] = {2.0 / 3, -1.0 / 12};
    const double h = 1e-3;

    memset(d, 0, 3 * sizeof *d);
    for (int i = 0; i < 4; ++i) {
        const double turn = (i < 2 ? 1 : 2) * (i & 1 ? -h : h);
        double at[3], v[3];

        for (int k = 0; k < 3; ++k)
            at[k] = cos(turn) * n[k] + sin(turn) * e[k];
        f->pull(f->data, at, v);
        for (int k = 0; k < 3; ++k)
            d[k] += (i & 1 ? -1 : 1) * weight[i / 2] / h * v[k];
    }
}

/* The flow across n, rho, and the slope of the flow. */
struct look {
    double x, y, rho, J[2][2], e1[3], e2[3];
};

static struct look look_at(const struct contensou__transitions_flow *f, const double n[3])
{
    struct look l;
    double v[3], d1[3], d2[3];

    across(n, l.e1, l.e2);
    f->pull(f->data, n, v);
    l.rho = dot(n, v);
    l.x = dot(l.e1, v);
    l.y = dot(l.e2, v);
    slope(f, n, l.e1, d1);
    slope(f, n, l.e2, d2);
    l.J[0][0] = dot(l.e1, d1) - l.rho;
    l.J[0][1] = dot(l.e1, d2);
    l.J[1][0] = dot(l.e2, d1);
    l.J[1][1] = dot(l.e2, d2) - l.rho;
    return l;
}

enum contensou_transitions_type contensou__transitions_flow_type(double half, double disc,
                                                                 int focus, int flat)
{
    if (flat)
        return focus ? CONTENSOU_TRANSITIONS_CENTRE : CONTENSOU_TRANSITIONS_DEGENERATE;
    if (focus)
        return half < 0 ? CONTENSOU_TRANSITIONS_STABLE_FOCUS : CONTENSOU_TRANSITIONS_UNSTABLE_FOCUS;
    if (sqrt(disc) > fabs(half))
        return CONTENSOU_TRANSITIONS_SADDLE;
    return half < 0 ? CONTENSOU_TRANSITIONS_STABLE_NODE : CONTENSOU_TRANSITIONS_UNSTABLE_NODE;
}

static void describe(const struct contensou__transitions_flow *f, const struct look *l,
                     struct contensou_transitions_point *p)
{
    const double half = (l->J[0][0] + l->J[1][1]) / 2, gap = (l->J[0][0] - l->J[1][1]) / 2;
    const double off = l->J[0][1] * l->J[1][0], noise = 1e-9 * f->size;
    const int focus = gap * gap + off < -1e-11 * (gap * gap + fabs(off)) - noise * noise;
    const double disc = focus ? gap * gap + off : fmax(gap * gap + off, 0), root = sqrt(fabs(disc));
    const double least = focus ? fabs(half) : fabs(fabs(half) - root);

    p->rdot = l->rho;
    p->eigenvalue[0][0] = focus ? half : half + root;
    p->eigenvalue[1][0] = focus ? half : half - root;
    p->eigenvalue[0][1] = focus ? root : 0;
    p->eigenvalue[1][1] = focus ? -root : 0;
    p->type = contensou__transitions_flow_type(half, disc, focus, least <= noise);
}

/* The point at n with its type; n is refined by Newton's method where it converges. Returns 1 where
 * it did. */
static int find_point(const struct contensou__transitions_flow *f, const double n[3],
                      struct contensou_transitions_point *p)
{
    struct look l = look_at(f, n);
    double at[3] = {n[0], n[1], n[2]}, size = hypot(l.x, l.y);

    for (int turn = 0; turn < 40 && size > 1e-15 * f->size; ++turn) {
        const double det = l.J[0][0] * l.J[1][1] - l.J[0][1] * l.J[1][0];
        double x = (l.J[0][1] * l.y - l.J[1][1] * l.x) / det;
        double y = (l.J[1][0] * l.x - l.J[0][0] * l.y) / det;
        const double step = hypot(x, y);
        int better = 0;

        if (!isfinite(step))
            break;
        if (step > 0.1) {
            x *= 0.1 / step;
            y *= 0.1 / step;
        }
        for (int half = 0; half < 6 && !better; ++half) {
            double to[3];
            struct look next;

            for (int k = 0; k < 3; ++k)
                to[k] = at[k] + x * l.e1[k] + y * l.e2[k];
            unit(to);
            next = look_at(f, to);
            better = hypot(next.x, next.y) < size;
            if (better) {
                memcpy(at, to, sizeof at);
                l = next;
                size = hypot(l.x, l.y);
            }
            x /= 4;
            y /= 4;
        }
        if (!better)
            break;
    }
    *p = (struct contensou_transitions_point){.n = {at[0], at[1], at[2]}};
    describe(f, &l, p);
    return size <= 1e-10 * f->size;
}

/* Points of a circle of fixed points share their rdot: one stands for them. */
static void add(struct contensou_transitions_result *r, const struct contensou_transitions_point *p,
                double size)
{
    for (int i = 0; i < r->count; ++i) {
        const struct contensou_transitions_point *q = &r->point[i];
        const double d[3] = {p->n[0] - q->n[0], p->n[1] - q->n[1], p->n[2] - q->n[2]};

        if (dot(d, d) < 1e-12 || (p->type == CONTENSOU_TRANSITIONS_DEGENERATE &&
                                  q->type == p->type && fabs(p->rdot - q->rdot) < 1e-6 * size))
            return;
    }
    if (r->count < CONTENSOU_TRANSITIONS_MOST)
        r->point[r->count++] = *p;
}

static void place(int face, double u, double v, double n[3])
{
    const int axis = face / 2;

    n[axis] = face & 1 ? -1 : 1;
    n[(axis + 1) % 3] = tan(u);
    n[(axis + 2) % 3] = tan(v);
    unit(n);
}

/* The flow at the corners of a face. */
struct corner {
    double n[3], v[3];
};

/* 1 where the flow may vanish in the cell: both of its components come near zero at the corners. */
static int may_vanish(const struct contensou__transitions_flow *f, const struct corner *const at[4],
                      double centre[3])
{
    double e[2][3], low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};

    for (int k = 0; k < 3; ++k)
        centre[k] = at[0]->n[k] + at[1]->n[k] + at[2]->n[k] + at[3]->n[k];
    unit(centre);
    across(centre, e[0], e[1]);
    for (int i = 0; i < 4; ++i)
        for (int c = 0; c < 2; ++c) {
            const double x = dot(e[c], at[i]->v) - dot(at[i]->n, at[i]->v) * dot(e[c], at[i]->n);

            low[c] = fmin(low[c], x);
            high[c] = fmax(high[c], x);
        }
    for (int c = 0; c < 2; ++c) {
        const double widen = 0.5 * (high[c] - low[c]) + 1e-12 * f->size;

        if (low[c] - widen > 0 || high[c] + widen < 0)
            return 0;
    }
    return 1;
}

static void search_face(const struct contensou__transitions_flow *f, int face, int cells,
                        struct corner *corner, struct contensou_transitions_result *r)
{
    const double quarter = 0.78539816339744831;
    const int side = cells + 1;

    for (int i = 0; i < side * side; ++i) {
        place(face, quarter * (2.0 * (i / side) / cells - 1),
              quarter * (2.0 * (i % side) / cells - 1), corner[i].n);
        f->pull(f->data, corner[i].n, corner[i].v);
    }
    for (int i = 0; i < cells; ++i)
        for (int j = 0; j < cells; ++j) {
            const struct corner *const first = corner + i * side + j;
            const struct corner *const at[4] = {first, first + 1, first + side, first + side + 1};
            struct contensou_transitions_point p;
            double centre[3];

            if (may_vanish(f, at, centre) && find_point(f, centre, &p))
                add(r, &p, f->size);
        }
}

int contensou__transitions_flow_search(const struct contensou__transitions_flow *f, int cells,
                                       struct contensou_transitions_result *r)
{
    struct corner *corner = malloc((size_t)(cells + 1) * (size_t)(cells + 1) * sizeof *corner);

    for (int face = 0; face < 6 && corner; ++face)
        search_face(f, face, cells, corner, r);
    free(corner);
    return corner != NULL;
}

static int by_rdot(const void *a, const void *b)
{
    const double x = ((const struct contensou_transitions_point *)a)->rdot,
                 y = ((const struct contensou_transitions_point *)b)->rdot;

    return (x < y) - (x > y);
}

void contensou__transitions_flow_settle(struct contensou_transitions_result *r)
{
    r->index = 0;
    for (int i = 0; i < r->count; ++i)
        r->index += r->point[i].type == CONTENSOU_TRANSITIONS_DEGENERATE ? 0
                    : r->point[i].type == CONTENSOU_TRANSITIONS_SADDLE   ? -1
                                                                         : 1;
    qsort(r->point, (size_t)r->count, sizeof *r->point, by_rdot);
}

static void velocity(const struct contensou__transitions_flow *f, const double n[3], double x[3])
{
    double v[3], rho;

    f->pull(f->data, n, v);
    rho = dot(n, v) / dot(n, n);
    for (int k = 0; k < 3; ++k)
        x[k] = v[k] - rho * n[k];
}

/* A step of the classic Runge-Kutta method. */
static void step(const struct contensou__transitions_flow *f, double n[3], double dt)
{
    double k1[3], k2[3], k3[3], k4[3], at[3];

    velocity(f, n, k1);
    moved(n, dt / 2, k1, at);
    velocity(f, at, k2);
    moved(n, dt / 2, k2, at);
    velocity(f, at, k3);
    moved(n, dt, k3, at);
    velocity(f, at, k4);
    for (int k = 0; k < 3; ++k)
        n[k] += dt / 6 * (k1[k] + 2 * k2[k] + 2 * k3[k] + k4[k]);
    unit(n);
}

static int is_stable(const struct contensou_transitions_point *p)
{
    return p->type == CONTENSOU_TRANSITIONS_STABLE_NODE ||
           p->type == CONTENSOU_TRANSITIONS_STABLE_FOCUS;
}

static int arrived(const struct contensou_transitions_result *r, const double n[3])
{
    for (int i = 0; i < r->count; ++i) {
        const double *m = r->point[i].n;
        const double d[3] = {n[0] - m[0], n[1] - m[1], n[2] - m[2]};

        if (is_stable(&r->point[i]) && dot(d, d) < 1e-5)
            return 1;
    }
    return 0;
}

/* Where the flow from n goes: 0 to a stable point, 1 round and round, -1 not decided. A plane across
 * the flow is put at some place of the path, anew after 1, 2, 4, .. steps; a path that comes back
 * through it at the same place, to 1e-6, is a cycle. */
static int follow(const struct contensou__transitions_flow *f,
                  const struct contensou_transitions_result *r, const double from[3], long steps)
{
    const double dt = 2 / f->size;
    double n[3] = {from[0], from[1], from[2]}, mark[3], way[3], before = 0, far = 0;
    long next = 64;

    memcpy(mark, n, sizeof mark);
    velocity(f, mark, way);
    for (long i = 1; i <= steps; ++i) {
        const double old[3] = {n[0], n[1], n[2]};
        double d[3], side;

        step(f, n, dt);
        if (arrived(r, n))
            return 0;
        for (int k = 0; k < 3; ++k)
            d[k] = n[k] - mark[k];
        far = fmax(far, dot(d, d));
        side = dot(d, way);
        if (before < 0 && side >= 0 && dot(d, d) < 0.04 * far) {
            double at[3] = {old[0], old[1], old[2]}, t = dt * before / (before - side), x[3];

            for (int turn = 0; turn < 3; ++turn) { /* to the plane itself */
                step(f, at, t);
                velocity(f, at, x);
                for (int k = 0; k < 3; ++k)
                    d[k] = at[k] - mark[k];
                t = -dot(d, way) / dot(x, way);
            }
            if (far > 1e-6 && dot(d, d) < 1e-12 * fmin(1, far * 100))
                return 1;
        }
        before = side;
        if (i == next) {
            next += next / 2;
            memcpy(mark, n, sizeof mark);
            velocity(f, mark, way);
            before = far = 0;
        }
    }
    return -1;
}

int contensou__transitions_flow_cycle(const struct contensou__transitions_flow *f,
                                      const struct contensou_transitions_result *r, int thorough,
                                      long steps)
{
    int open = 0;

    for (int i = 0; i < r->count; ++i)
        if (r->point[i].type == CONTENSOU_TRANSITIONS_DEGENERATE)
            return -1;
    for (int i = 0; i < r->count && open < 2; ++i) {
        const struct contensou_transitions_point *p = &r->point[i];
        const int unstable = p->type == CONTENSOU_TRANSITIONS_UNSTABLE_NODE ||
                             p->type == CONTENSOU_TRANSITIONS_UNSTABLE_FOCUS;
        const int starts = thorough ? (unstable || p->type == CONTENSOU_TRANSITIONS_SADDLE ? 4 : 0)
                                    : p->type == CONTENSOU_TRANSITIONS_UNSTABLE_FOCUS;
        double e1[3], e2[3];

        across(p->n, e1, e2);
        for (int k = 0; k < starts && open < 2; ++k) {
            const double angle = 6.2831853071795865 * k / starts;
            const double e[3] = {cos(angle) * e1[0] + sin(angle) * e2[0],
                                 cos(angle) * e1[1] + sin(angle) * e2[1],
                                 cos(angle) * e1[2] + sin(angle) * e2[2]};
            double n[3];
            int end;

            moved(p->n, 0.03, e, n);
            end = follow(f, r, n, steps);
            if (end == 1)
                return 1;
            open += end < 0;
        }
    }
    return open ? -1 : 0;
}

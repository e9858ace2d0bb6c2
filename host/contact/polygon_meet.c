/* polygon_meet.c: a vertical line sweeps over the polygon from left to right and keeps the edges that
 * it cuts, from below upwards. Two edges that meet are neighbours on the line just before, so that
 * only neighbours are compared: M. I. Shamos, D. Hoey, Geometric intersection problems, 17th Symposium
 * on Foundations of Computer Science (1976). Of corners with the same x the lower one comes first, as
 * if the line leant a little. SPDX-License-Identifier: MIT */
#include "contact/polygon_meet.h"

#include "base/pool.h"
#include "base/stop.h"
#include "base/try.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

static const size_t nil = SIZE_MAX;

/* An edge goes by the corner that it starts in. A node of the tree is known by the edge that it was
 * made for, and carries the edge that continues it when that one has ended. */
struct node {
    size_t edge;
    size_t up, down[2];  /* parent; children below and above */
    size_t neighbour[2]; /* the nodes just below and just above on the line */
    uint32_t priority;   /* of a parent at least that of its children: the tree stays shallow */
    int winding;         /* how often the contours run around the place just above */
};

struct sweep {
    const struct contensou__polygon *p;
    size_t *before, *after; /* of each corner, the corners beside it */
    size_t *contour;        /* of each corner */
    size_t *node;           /* of each edge on the line */
    struct node *tree;
    size_t root;
    struct contensou__polygon_meeting *found;
};

/* On which side of the line a-b the corner c lies: 1 left, -1 right, 0 on it to rounding. The bound is
 * that of J. R. Shewchuk, Adaptive precision floating-point arithmetic and fast robust geometric
 * predicates (1997): beyond it the sign is right. */
static int side(const struct contensou__polygon *p, size_t a, size_t b, size_t c)
{
    const double left = (p->x[b] - p->x[a]) * (p->y[c] - p->y[a]);
    const double right = (p->y[b] - p->y[a]) * (p->x[c] - p->x[a]);
    const double turn = left - right;

    if (!(fabs(turn) > 2 * DBL_EPSILON * (fabs(left) + fabs(right))))
        return 0;
    return turn > 0 ? 1 : -1;
}

/* 1 where the sweep meets corner a before corner b. */
static int earlier(const struct contensou__polygon *p, size_t a, size_t b)
{
    return p->x[a] != p->x[b] ? p->x[a] < p->x[b] : p->y[a] < p->y[b];
}

static int same_place(const struct contensou__polygon *p, size_t a, size_t b)
{
    return p->x[a] == p->x[b] && p->y[a] == p->y[b];
}

/* 1 where corner c, known to be on the line a-b, is between its ends. */
static int within(const struct contensou__polygon *p, size_t a, size_t b, size_t c)
{
    return p->x[c] >= fmin(p->x[a], p->x[b]) && p->x[c] <= fmax(p->x[a], p->x[b]) &&
           p->y[c] >= fmin(p->y[a], p->y[b]) && p->y[c] <= fmax(p->y[a], p->y[b]);
}

static void report(struct sweep *s, enum contensou__polygon_meeting_kind kind, size_t a, size_t b)
{
    if (s->found->kind == contensou__polygon_disjoint)
        *s->found = (struct contensou__polygon_meeting){kind, a, b};
}

static void report_touch(struct sweep *s, size_t corner, size_t edge)
{
    if (same_place(s->p, corner, edge))
        report(s, contensou__polygon_corners_coincide, corner, edge);
    else if (same_place(s->p, corner, s->after[edge]))
        report(s, contensou__polygon_corners_coincide, corner, s->after[edge]);
    else
        report(s, contensou__polygon_corner_on_edge, corner, edge);
}

/* Reports where two edges have a point in common; for neighbours, where one runs back along the other. */
static void compare(struct sweep *s, size_t e, size_t f)
{
    const struct contensou__polygon *p = s->p;
    const size_t a = e, b = s->after[e], c = f, d = s->after[f];
    int on[4];

    if (b == c || a == d) {
        const size_t first = b == c ? a : c, middle = b == c ? b : d, last = b == c ? d : b;
        const double back = (p->x[first] - p->x[middle]) * (p->x[last] - p->x[middle]) +
                            (p->y[first] - p->y[middle]) * (p->y[last] - p->y[middle]);

        if (side(p, first, middle, last) == 0 && back > 0)
            report(s, contensou__polygon_corner_on_edge,
                   within(p, first, middle, last) ? last : first,
                   within(p, first, middle, last) ? first : middle);
        return;
    }
    if (fmax(p->x[a], p->x[b]) < fmin(p->x[c], p->x[d]) ||
        fmax(p->x[c], p->x[d]) < fmin(p->x[a], p->x[b]) ||
        fmax(p->y[a], p->y[b]) < fmin(p->y[c], p->y[d]) ||
        fmax(p->y[c], p->y[d]) < fmin(p->y[a], p->y[b]))
        return;
    on[0] = side(p, a, b, c);
    on[1] = side(p, a, b, d);
    on[2] = side(p, c, d, a);
    on[3] = side(p, c, d, b);
    if (on[0] * on[1] < 0 && on[2] * on[3] < 0)
        report(s, contensou__polygon_edges_cross, e, f);
    else if (on[0] == 0 && within(p, a, b, c))
        report_touch(s, c, e);
    else if (on[1] == 0 && within(p, a, b, d))
        report_touch(s, d, e);
    else if (on[2] == 0 && within(p, c, d, a))
        report_touch(s, a, f);
    else if (on[3] == 0 && within(p, c, d, b))
        report_touch(s, b, f);
}

static void compare_nodes(struct sweep *s, size_t below, size_t above)
{
    if (below != nil && above != nil)
        compare(s, s->tree[below].edge, s->tree[above].edge);
}

static void compare_with_neighbours(struct sweep *s, size_t n)
{
    compare_nodes(s, s->tree[n].neighbour[0], n);
    compare_nodes(s, n, s->tree[n].neighbour[1]);
}

/* Puts `child` where `old` was below its parent. */
static void hang(struct sweep *s, size_t old, size_t child)
{
    const size_t up = s->tree[old].up;

    if (up == nil)
        s->root = child;
    else
        s->tree[up].down[s->tree[up].down[1] == old] = child;
    if (child != nil)
        s->tree[child].up = up;
}

/* The node n changes places with its parent. */
static void rise(struct sweep *s, size_t n)
{
    struct node *t = s->tree;
    const size_t up = t[n].up;
    const int from = t[up].down[1] == n;
    const size_t inner = t[n].down[!from];

    hang(s, up, n);
    t[up].down[from] = inner;
    if (inner != nil)
        t[inner].up = up;
    t[n].down[!from] = up;
    t[up].up = n;
}

/* 1 where the contour runs from left to right along the edge, so that its inside is above. */
static int rightward(const struct sweep *s, size_t edge)
{
    return earlier(s->p, edge, s->after[edge]);
}

/* Adds the edge to the line just above the node `below` (nil: as the lowest). */
static void insert(struct sweep *s, size_t edge, size_t below)
{
    struct node *t = s->tree;
    const size_t n = edge;
    uint32_t mixed = (uint32_t)edge * 2654435769u;
    size_t above, up;

    mixed = (mixed ^ mixed >> 15) * 2246822519u;
    above = below != nil ? t[below].neighbour[1] : s->root;
    while (below == nil && above != nil && t[above].down[0] != nil)
        above = t[above].down[0];
    t[n] = (struct node){.edge = edge,
                         .down = {nil, nil},
                         .neighbour = {below, above},
                         .priority = mixed ^ mixed >> 13};
    t[n].winding = (below != nil ? t[below].winding : 0) + (rightward(s, edge) ? 1 : -1);
    /* Of two nodes side by side one has no child on the side of the other. */
    up = below != nil && t[below].down[1] == nil ? below : above;
    t[n].up = up;
    if (up == nil)
        s->root = n;
    else
        t[up].down[up == below] = n;
    if (below != nil)
        t[below].neighbour[1] = n;
    if (above != nil)
        t[above].neighbour[0] = n;
    while (t[n].up != nil && t[t[n].up].priority < t[n].priority)
        rise(s, n);
    s->node[edge] = n;
}

static void take_out(struct sweep *s, size_t n)
{
    struct node *t = s->tree;
    const size_t below = t[n].neighbour[0], above = t[n].neighbour[1];

    while (t[n].down[0] != nil && t[n].down[1] != nil)
        rise(s, t[n].down[t[t[n].down[0]].priority < t[t[n].down[1]].priority]);
    hang(s, n, t[n].down[t[n].down[0] == nil]);
    if (below != nil)
        t[below].neighbour[1] = above;
    if (above != nil)
        t[above].neighbour[0] = below;
    compare_nodes(s, below, above);
}

/* The highest node below the corner; reports an edge that runs through it. */
static size_t locate(struct sweep *s, size_t corner)
{
    size_t at = s->root, below = nil;

    while (at != nil) {
        const size_t edge = s->tree[at].edge, end = s->after[edge];
        const int where =
            rightward(s, edge) ? side(s->p, edge, end, corner) : side(s->p, end, edge, corner);

        if (where == 0)
            report_touch(s, corner, edge);
        if (where > 0)
            below = at;
        at = s->tree[at].down[where > 0];
    }
    return below;
}

/* The sweep reaches a corner: its edges begin, end, or one continues the other. */
static void pass(struct sweep *s, size_t corner, int *around)
{
    const struct contensou__polygon *p = s->p;
    const size_t in = s->before[corner], out = corner; /* the edges that meet here */
    const int in_begins = earlier(p, corner, s->before[corner]);
    const int out_begins = earlier(p, corner, s->after[corner]);

    if (in_begins && out_begins) {
        const size_t below = locate(s, corner);
        const int turn = side(p, corner, s->before[corner], s->after[corner]);
        const size_t lower = turn > 0 ? in : out, upper = turn > 0 ? out : in;

        if (turn == 0)
            compare(s, in, out);
        if (s->found->kind != contensou__polygon_disjoint)
            return;
        if (!around[2 * s->contour[corner] + 1]) {
            around[2 * s->contour[corner]] = below != nil ? s->tree[below].winding : 0;
            around[2 * s->contour[corner] + 1] = 1;
        }
        insert(s, lower, below);
        insert(s, upper, s->node[lower]);
        compare_nodes(s, below, s->node[lower]);
        compare_nodes(s, s->node[upper], s->tree[s->node[upper]].neighbour[1]);
    } else if (in_begins || out_begins) {
        const size_t ends = in_begins ? out : in, begins = in_begins ? in : out;
        const size_t n = s->node[ends];

        s->tree[n].edge = begins;
        s->node[begins] = n;
        compare_with_neighbours(s, n);
    } else {
        take_out(s, s->node[in]);
        take_out(s, s->node[out]);
    }
}

struct place {
    double x, y;
    size_t corner;
};

static int by_place(const void *a, const void *b)
{
    const struct place *p = a, *q = b;

    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    if (p->y != q->y)
        return p->y < q->y ? -1 : 1;
    return (p->corner > q->corner) - (p->corner < q->corner);
}

static void link_corners(struct sweep *s, struct place *order)
{
    const struct contensou__polygon *p = s->p;

    for (size_t c = 0; c < p->contours; ++c)
        for (size_t i = p->start[c]; i < p->start[c + 1]; ++i) {
            s->contour[i] = c;
            s->after[i] = i + 1 < p->start[c + 1] ? i + 1 : p->start[c];
            s->before[s->after[i]] = i;
            order[i] = (struct place){p->x[i], p->y[i], i};
        }
    qsort(order, p->count, sizeof *order, by_place);
    for (size_t i = 1; i < p->count; ++i)
        if (order[i - 1].x == order[i].x && order[i - 1].y == order[i].y)
            report(s, contensou__polygon_corners_coincide, order[i - 1].corner, order[i].corner);
}

enum contensou_status contensou__polygon_meet(const struct contensou__polygon *p,
                                              struct contensou__polygon_meeting *found, int *around,
                                              struct contensou_error *err)
{
    OWNED(contensou__pool_free) struct contensou__pool pool = {0};
    struct place *const order = contensou__pool_take(&pool, p->count, sizeof *order);
    /* windings, and whether they are known */
    int *const seen = contensou__pool_take(&pool, 2 * p->contours, sizeof *seen);
    size_t *const corners = contensou__pool_take(&pool, 4 * p->count, sizeof *corners);
    struct sweep s = {.p = p, .root = nil, .found = found, .before = corners};

    *found = (struct contensou__polygon_meeting){contensou__polygon_disjoint, 0, 0};
    s.tree = contensou__pool_take(&pool, p->count, sizeof *s.tree);
    TRY(contensou__try_memory(s.tree, err, "a polygon of %zu corners", p->count));
    s.after = s.before + p->count;
    s.contour = s.after + p->count;
    s.node = s.contour + p->count;
    link_corners(&s, order);
    for (size_t i = 0; i < p->count && found->kind == contensou__polygon_disjoint; ++i) {
        pass(&s, order[i].corner, seen);
        if (i % 4096 == 4095)
            TRY(contensou__stop_check("the check of a polygon", err));
    }
    for (size_t c = 0; c < p->contours; ++c)
        around[c] = seen[2 * c];
    return CONTENSOU_OK;
}

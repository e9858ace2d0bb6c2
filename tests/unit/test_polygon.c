/* test_polygon.c: contours that cross or touch are found, by the corners that do, and in the time
 * that it takes to sort them. SPDX-License-Identifier: MIT */
#include "base/stop.h"
#include "contact/polygon_meet.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

enum { most = 64 };

/* A polygon of whole numbers, for which long long decides every question exactly. */
struct whole {
    long long x[most], y[most];
    size_t start[8], contours;
};

static size_t count_of(const struct whole *w)
{
    return w->start[w->contours];
}

static size_t after(const struct whole *w, size_t i)
{
    for (size_t c = 0; c < w->contours; ++c)
        if (i + 1 == w->start[c + 1])
            return w->start[c];
    return i + 1;
}

static int turn(const struct whole *w, size_t a, size_t b, size_t c)
{
    const long long t =
        (w->x[b] - w->x[a]) * (w->y[c] - w->y[a]) - (w->y[b] - w->y[a]) * (w->x[c] - w->x[a]);

    return (t > 0) - (t < 0);
}

static int on_edge(const struct whole *w, size_t a, size_t b, size_t c)
{
    return turn(w, a, b, c) == 0 && (w->x[c] - w->x[a]) * (w->x[c] - w->x[b]) <= 0 &&
           (w->y[c] - w->y[a]) * (w->y[c] - w->y[b]) <= 0;
}

static int edges_meet(const struct whole *w, size_t e, size_t f)
{
    const size_t a = e, b = after(w, e), c = f, d = after(w, f);

    if (b == c)
        return on_edge(w, a, b, d) || on_edge(w, c, d, a);
    if (a == d)
        return on_edge(w, a, b, c) || on_edge(w, c, d, b);
    return (turn(w, a, b, c) * turn(w, a, b, d) < 0 && turn(w, c, d, a) * turn(w, c, d, b) < 0) ||
           on_edge(w, a, b, c) || on_edge(w, a, b, d) || on_edge(w, c, d, a) || on_edge(w, c, d, b);
}

/* Every edge against every other. */
static int any_meet(const struct whole *w)
{
    for (size_t i = 0; i < count_of(w); ++i)
        for (size_t j = i + 1; j < count_of(w); ++j)
            if (edges_meet(w, i, j))
                return 1;
    return 0;
}

/* How often the other contours run around the first corner of contour c, in exact arithmetic. */
static int winding(const struct whole *w, size_t c)
{
    const size_t p = w->start[c];
    int sum = 0;

    for (size_t i = 0; i < count_of(w); ++i) {
        const size_t j = after(w, i);

        if (i >= w->start[c] && i < w->start[c + 1])
            continue;
        if (w->y[i] <= w->y[p] && w->y[j] > w->y[p] && turn(w, i, j, p) > 0)
            ++sum;
        if (w->y[i] > w->y[p] && w->y[j] <= w->y[p] && turn(w, i, j, p) < 0)
            --sum;
    }
    return sum;
}

static struct contensou__polygon_meeting meet(const struct whole *w, int *around)
{
    double x[most], y[most];
    long line[most];
    size_t start[8];
    struct contensou__polygon p = {.x = x,
                                   .y = y,
                                   .line = line,
                                   .count = count_of(w),
                                   .start = start,
                                   .contours = w->contours};
    struct contensou__polygon_meeting found;
    struct contensou_error err = {0};

    for (size_t i = 0; i < count_of(w); ++i) {
        x[i] = (double)w->x[i];
        y[i] = (double)w->y[i];
        line[i] = (long)i + 2;
    }
    memcpy(start, w->start, sizeof start);
    assert_int_equal(contensou__polygon_meet(&p, &found, around, &err), CONTENSOU_OK);
    return found;
}

static void check_against_all_pairs(const struct whole *w, int *met, int *apart)
{
    int around[8];
    const struct contensou__polygon_meeting found = meet(w, around);
    const size_t a = found.a, b = found.b;

    assert_int_equal(found.kind != contensou__polygon_disjoint, any_meet(w));
    if (found.kind == contensou__polygon_edges_cross)
        assert_true(edges_meet(w, a, b));
    if (found.kind == contensou__polygon_corner_on_edge)
        assert_true(on_edge(w, b, after(w, b), a));
    if (found.kind == contensou__polygon_corners_coincide)
        assert_true(a != b && w->x[a] == w->x[b] && w->y[a] == w->y[b]);
    if (found.kind == contensou__polygon_disjoint) {
        ++*apart;
        for (size_t c = 0; c < w->contours; ++c)
            assert_int_equal(around[c], winding(w, c));
    } else
        ++*met;
}

static uint64_t state_of_random = 20260101;

static long long pick(long long below)
{
    state_of_random = state_of_random * 6364136223846793005u + 1442695040888963407u;
    return (long long)((state_of_random >> 33) % (uint64_t)below);
}

/* Corners in the order of their angle about (0,0): a contour around it that rarely meets itself. */
static void add_round(struct whole *w, size_t corners, double from, double to)
{
    const size_t first = count_of(w);
    const int backwards = (int)pick(2);

    for (size_t i = 0; i < corners; ++i) {
        const double angle =
            6.283185307179586 * (double)(backwards ? corners - i : i) / (double)corners;
        const double r = from + (to - from) * (double)pick(1000) / 1000;

        w->x[first + i] = llround(r * cos(angle));
        w->y[first + i] = llround(r * sin(angle));
    }
    w->start[++w->contours] = first + corners;
}

static void the_sweep_agrees_with_all_pairs(void **state)
{
    int met = 0, apart = 0;

    (void)state;
    for (int trial = 0; trial < 60000; ++trial) { /* few places: corners and edges coincide often */
        struct whole w = {.contours = 0};
        const long long side = 3 + pick(8);
        const int contours = 1 + (int)pick(3);

        for (int c = 0; c < contours; ++c) {
            const size_t corners = 3 + (size_t)pick(4), first = count_of(&w);

            for (size_t i = 0; i < corners; ++i) {
                w.x[first + i] = pick(side) + (c % 2) * side;
                w.y[first + i] = pick(side);
            }
            w.start[++w.contours] = first + corners;
        }
        check_against_all_pairs(&w, &met, &apart);
    }
    for (int trial = 0; trial < 20000; ++trial) { /* rings in rings */
        struct whole w = {.contours = 0};
        double r = 4;

        for (int c = 0; c < 1 + (int)pick(4); ++c, r *= 2)
            add_round(&w, 3 + (size_t)pick(12), r, r * (1 + 0.12 * (double)pick(10)));
        check_against_all_pairs(&w, &met, &apart);
    }
    print_message("%d polygons meet themselves, %d do not\n", met, apart);
    assert_true(met > 10000 && apart > 10000);
}

static void each_kind_of_meeting_is_named(void **state)
{
    static const struct {
        struct whole w;
        enum contensou__polygon_meeting_kind kind;
    } cases[] = {
        {{{0, 2, 2, 0}, {0, 0, 2, 2}, {0, 4}, 1}, contensou__polygon_disjoint},
        {{{0, 2, 2, 0}, {0, 2, 0, 2}, {0, 4}, 1}, contensou__polygon_edges_cross},
        /* two lobes that share a corner: one runs clockwise */
        {{{0, 2, 2, 0, -2, -2}, {0, 1, -1, 0, -1, 1}, {0, 6}, 1},
         contensou__polygon_corners_coincide},
        /* the same, both counter-clockwise */
        {{{0, 2, 2, 0, -2, -2}, {0, -1, 1, 0, 1, -1}, {0, 6}, 1},
         contensou__polygon_corners_coincide},
        {{{0, 4, 4, 2, 0}, {0, 0, 2, 0, 2}, {0, 5}, 1}, contensou__polygon_corner_on_edge},
        /* a spike runs back along itself */
        {{{0, 4, 4, 6, 3, 0}, {0, 0, 2, 2, 2, 2}, {0, 6}, 1}, contensou__polygon_corner_on_edge},
        /* a hole that touches its outline, an outline that shares an edge with another */
        {{{0, 4, 4, 0, 4, 1, 3}, {0, 0, 4, 4, 2, 1, 3}, {0, 4, 7}, 2},
         contensou__polygon_corner_on_edge},
        {{{0, 2, 2, 0, 2, 4, 4, 2}, {0, 0, 2, 2, 0, 0, 2, 2}, {0, 4, 8}, 2},
         contensou__polygon_corners_coincide},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        int around[8];
        const struct contensou__polygon_meeting found = meet(&cases[i].w, around);

        print_message("case %zu: kind %d, corners %zu and %zu\n", i, found.kind, found.a, found.b);
        assert_int_equal(found.kind, cases[i].kind);
        assert_int_equal(any_meet(&cases[i].w), cases[i].kind != contensou__polygon_disjoint);
    }
}

/* A comb of thin teeth, the worst case for grids: edges as long as the polygon is wide, turned so that
 * no axis tells them apart. */
static void make_comb(struct contensou__polygon *p, size_t teeth)
{
    const double c = cos(0.7), s = sin(0.7);

    *p = (struct contensou__polygon){.count = 2 * teeth + 2, .contours = 1};
    p->x = malloc(p->count * sizeof *p->x);
    p->y = malloc(p->count * sizeof *p->y);
    p->line = malloc(p->count * sizeof *p->line);
    p->start = malloc(2 * sizeof *p->start);
    p->start[0] = 0;
    p->start[1] = p->count;
    for (size_t i = 0; i < p->count; ++i) {
        const size_t k = i < 2 * teeth ? 2 * teeth - 1 - i : i; /* teeth from right to left */
        const double x = i == 2 * teeth  ? 0
                         : i > 2 * teeth ? 1
                                         : (double)k / (double)(2 * teeth - 1);
        const double y = i >= 2 * teeth ? -1 : (double)(i % 2);

        p->x[i] = c * x - s * y;
        p->y[i] = s * x + c * y;
        p->line[i] = (long)i + 2;
    }
}

static int yes(void *context, const char *work, double done, double total)
{
    (void)context;
    (void)work;
    (void)done;
    (void)total;
    return 1;
}

static void forty_thousand_corners_take_no_time(void **state)
{
    struct contensou__polygon p;
    struct contensou_error err = {0};
    clock_t begin;
    double keep;

    (void)state;
    make_comb(&p, 20000);
    begin = clock();
    assert_int_equal(contensou__polygon_check(&p, "comb.csv", &err), CONTENSOU_OK);
    begin = clock() - begin; /* of the processor */
    print_message("%zu corners: %.3f s\n", p.count, (double)begin / CLOCKS_PER_SEC);
    assert_true((double)begin < 2.0 * CLOCKS_PER_SEC);

    keep = p.x[20001]; /* one tooth leans over the next */
    p.x[20001] -= 1e-3;
    assert_int_equal(contensou__polygon_check(&p, "comb.csv", &err), CONTENSOU_EINPUT);
    print_message("%s\n", err.message);
    assert_non_null(strstr(err.message, "crosses itself"));
    p.x[20001] = keep;

    keep = p.y[20002]; /* one corner in the place of another */
    p.x[20002] = p.x[12];
    p.y[20002] = p.y[12];
    assert_int_equal(contensou__polygon_check(&p, "comb.csv", &err), CONTENSOU_EINPUT);
    print_message("%s\n", err.message);
    assert_non_null(strstr(err.message, "lines 14 and 20004"));

    contensou__stop_by(&(struct contensou_progress){yes, NULL});
    p.y[20002] = keep + 1e-9;
    assert_int_equal(contensou__polygon_check(&p, "comb.csv", &err), CONTENSOU_ESTOPPED);
    contensou__stop_by(NULL);
    contensou__polygon_free(&p);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sweep_agrees_with_all_pairs),
        cmocka_unit_test(each_kind_of_meeting_is_named),
        cmocka_unit_test(forty_thousand_corners_take_no_time),
    };

    cmocka_set_test_filter(argc > 1 ? argv[1] : NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

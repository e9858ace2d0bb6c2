/* attractors.c: lanes that end alike get one label. Three passes over the lanes: the scale of each state; clusters within
 * each group; lanes that settled less well than others. Then the clusters of neighbouring groups are joined to labels.
 *
 * A periodic orbit is the set of its points (kernels/observers/basin.h), which no phase changes: two lanes are on one orbit if
 * each point of either set has one of the other beside it. A lane at rest is one point. SPDX-License-Identifier: MIT */
#include "analysis/attractors.h"

#include "base/pi.h"
#include "base/try.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const contensou__attractors_words[contensou__attractors_kinds] = {
    "unresolved", "rest", "stick", "periodic", "irregular"};

/* Distances over the scale of a state: places of rest; of an irregular cluster; spirals that count as rest; clusters of
 * neighbouring groups that are one attractor. Over the size of an orbit: its points. steady: drift over spread of an irregular
 * lane; noise: a spread that is none; same_period: two periods that are one, over the period. */
static const double alike = 0.02, alike_irregular = 0.15, spiral = 0.03, moved = 0.25, steady = 0.1,
                    noise = 1e-5, same_period = 5e-3;
/* look_back: groups that an attractor may have been missing in; few: points by which a lane that has not settled is known;
 * harmonics: the most periods of one lane in that of another on the same orbit */
enum {
    wide = contensou__attractors_wide,
    most_points = contensou__attractors_points,
    cloud = 256, /* points of irregular lanes that a cluster keeps */
    look_back = 1024,
    few = 3,
    harmonics = 64
};

/* A periodic orbit: its points in the order of time over one period; whole: none is missing; size: the largest of its spreads over
 * the scale, 1 at most; settled: how many periods a lane has been on it. */
struct orbit {
    double period, size, settled;
    size_t points;
    int whole;
    double *point; /* [points][1 + states] */
};

struct cluster {
    size_t group, label, next; /* label 0: none yet; next: of its group, or SIZE_MAX */
    size_t into;               /* the cluster that it turned out to be, or itself */
    enum contensou__attractors_kind kind;
    uint64_t lanes, first;
    struct orbit orbit; /* that of the lane that has settled best; its period is one of all lanes */
    double *state;      /* [states][2], then the points */
};

struct group {
    uint64_t lanes,
        late;     /* late: those that came to rest or to an orbit in the second half of the time */
    size_t first; /* of its clusters, in their order, or SIZE_MAX */
};

struct work {
    const struct contensou__attractors_source *from;
    struct contensou__attractors *to;
    double *low, *high, *spread, *scale; /* [states] */
    double *point;                       /* [most_points][1 + states] */
    struct cluster *cluster;
    size_t clusters;
    size_t *group;               /* [lanes] */
    double *time;                /* [lanes]: of arrival; minus the end where it did not arrive */
    struct group *of;            /* [groups] */
    size_t *slot, slots;         /* hash table of the groups; SIZE_MAX: free */
    struct contensou__pool pool; /* all of this */
    struct contensou_error *err;
};

static enum contensou_status have(const void *made, struct contensou_error *err)
{
    return contensou__try_memory(made, err, "the attractors of a sweep");
}

/* 1 if the lane did not fail and all numbers of its states are finite: only such a lane can be compared with others. */
static int is_read(const struct contensou__attractors_lane *l, size_t states)
{
    for (size_t i = 0; i < wide * states; ++i)
        if (!isfinite(l->state[i]))
            return 0;
    return !l->failed && isfinite(l->kind);
}

/* Where in the hash table these parameters are, or would be: FNV-1a over their bytes. */
static size_t slot_of(const struct work *w, const double *parameter)
{
    const size_t n = w->from->parameters, size = n * sizeof *parameter;
    const unsigned char *byte = (const unsigned char *)parameter;
    uint64_t hash = UINT64_C(14695981039346656037);
    size_t at;

    for (size_t i = 0; i < size; ++i)
        hash = (hash ^ byte[i]) * UINT64_C(1099511628211);
    for (at = (size_t)(hash >> 20) % w->slots;
         w->slot[at] != SIZE_MAX &&
         memcmp(w->to->parameter + w->slot[at] * n, parameter, size) != 0;
         at = (at + 1) % w->slots)
        continue;
    return at;
}

static enum contensou_status grow_slots(struct work *w)
{
    const size_t slots = w->slots ? 4 * w->slots : 64;
    size_t *const slot = contensou__pool_take(&w->pool, slots, sizeof *slot);

    TRY(have(slot, w->err));
    for (size_t i = 0; i < slots; ++i)
        slot[i] = SIZE_MAX;
    w->slot = slot;
    w->slots = slots;
    for (size_t g = 0; g < w->to->groups; ++g)
        slot[slot_of(w, w->to->parameter + g * w->from->parameters)] = g;
    return CONTENSOU_OK;
}

/* The group of a lane, a new one if need be. */
static enum contensou_status group_of(struct work *w, const double *parameter, size_t *group)
{
    struct contensou__attractors *a = w->to;
    const size_t n = w->from->parameters;
    size_t at;

    if (2 * a->groups >= w->slots)
        TRY(grow_slots(w));
    at = slot_of(w, parameter);
    *group = w->slot[at];
    if (*group != SIZE_MAX)
        return CONTENSOU_OK;
    a->parameter =
        contensou__pool_more(&a->pool, a->parameter, a->groups, (n ? n : 1) * sizeof *parameter);
    w->of = contensou__pool_more(&w->pool, w->of, a->groups, sizeof *w->of);
    TRY(have(a->parameter ? w->of : NULL, w->err));
    memcpy(a->parameter + a->groups * n, parameter, n * sizeof *parameter);
    w->of[a->groups] = (struct group){.first = SIZE_MAX};
    *group = w->slot[at] = a->groups++;
    return CONTENSOU_OK;
}

/* First pass: the group of each lane, when it arrived, and the scale of each state, which is the range of its means over all
 * lanes or the largest spread; distances between motions are measured in these scales. */
static enum contensou_status measure(struct work *w)
{
    const size_t states = w->from->states;
    double largest = 0;

    for (size_t i = 0; i < states; ++i) {
        w->low[i] = INFINITY;
        w->high[i] = -INFINITY;
        w->spread[i] = 0;
    }
    for (uint64_t lane = 0; lane < w->from->lanes; ++lane) {
        struct contensou__attractors_lane l;

        TRY(w->from->read(w->from->owner, lane, &l, w->err));
        TRY(group_of(w, l.parameter, &w->group[lane]));
        ++w->of[w->group[lane]].lanes;
        w->time[lane] = l.kind > 0 && !l.failed ? l.time : -1 - fmax(l.end, 0);
        w->of[w->group[lane]].late += w->time[lane] > 0.5 * l.end;
        for (size_t i = 0; i < states && is_read(&l, states); ++i) {
            w->low[i] = fmin(w->low[i], l.state[wide * i]);
            w->high[i] = fmax(w->high[i], l.state[wide * i]);
            w->spread[i] = fmax(w->spread[i], l.state[wide * i + 1]);
        }
    }
    for (size_t i = 0; i < states; ++i)
        largest = fmax(largest, fmax(fabs(w->low[i]), fabs(w->high[i])));
    for (size_t i = 0; i < states; ++i) {
        const double size = fmax(fabs(w->low[i]), fabs(w->high[i]));

        w->scale[i] = fmax(fmax(w->high[i] - w->low[i], w->spread[i]),
                           0.05 * fmax(size, 0.1 * largest)); /* what is less is rounding */
        if (!(isfinite(w->scale[i]) && w->scale[i] > 0))
            w->scale[i] = 1;
    }
    return CONTENSOU_OK;
}

/* Of two values of state i; of angles the shorter way around. */
static double difference(const struct work *w, size_t i, double a, double b)
{
    return fabs(w->from->angles >> i & 1 ? remainder(a - b, 2 * pi) : a - b);
}

/* Between two points, over the scale. */
static double between_points(const struct work *w, const double *a, const double *b)
{
    double d = 0;

    for (size_t i = 0; i < w->from->states; ++i)
        d = fmax(d, difference(w, i, a[1 + i], b[1 + i]) / w->scale[i]);
    return d;
}

/* How close points of an orbit of this size must be. */
static double close_of(double size)
{
    return fmax(alike * size, noise);
}

/* How many of point[points] have a point of the orbit within this distance. */
static size_t count_beside(const struct work *w, const double *point, size_t points,
                           const struct orbit *o, double within)
{
    const size_t row = 1 + w->from->states;
    size_t count = 0;

    for (size_t i = 0; i < points; ++i) {
        int beside = 0;

        for (size_t k = 0; k < o->points && !beside; ++k)
            beside = between_points(w, point + i * row, o->point + k * row) <= within;
        count += (size_t)beside;
    }
    return count;
}

/* The smallest number of periods `a` that makes whole periods `b`, or 0. */
static int turns_of(double a, double b)
{
    for (int n = 1; n <= harmonics; ++n) {
        const double turns = n * a / b;

        if (turns > 0.5 && fabs(turns - rint(turns)) <= same_period * rint(turns))
            return n;
    }
    return 0;
}

/* Whether two lanes are on one orbit. All points of either set lie on the other one; or, with one period, all of the smaller set, as
 * a turn of the motion may be seen in one lane and just not in the other; or half of them, where sets are not whole: orbits of
 * one system do not meet. */
static int is_same_orbit(const struct work *w, const struct orbit *a, const struct orbit *b)
{
    const size_t ab = count_beside(w, a->point, a->points, b, close_of(b->size)),
                 ba = count_beside(w, b->point, b->points, a, close_of(a->size));
    const int one = fabs(a->period - b->period) <= same_period * a->period;

    if (!a->points || !b->points)
        return !a->points && !b->points && one;
    if (!a->whole || !b->whole)
        return one && 2 * ab >= a->points && 2 * ba >= b->points;
    return (ab == a->points && ba == b->points) ||
           (one && (a->points < b->points ? ab == a->points : ba == b->points));
}

/* Whether irregular motions are one: half of the points of the smaller set lie near points of the other one. */
static int is_same_cloud(const struct work *w, const struct orbit *a, const struct orbit *b)
{
    const struct orbit *const small = a->points < b->points ? a : b;

    return small->points &&
           2 * count_beside(w, small->point, small->points, small == a ? b : a, alike_irregular) >=
               small->points;
}

static int by_time_of_point(const void *a, const void *b)
{
    const double d = *(const double *)a - *(const double *)b;

    return (d > 0) - (d < 0);
}

/* The orbit of a periodic lane, reduced to its smallest period: a lane that was not close enough after one turn found its
 * period after several. point: room for most_points. */
static struct orbit orbit_of(const struct work *w, const struct contensou__attractors_lane *l,
                             double *point)
{
    const size_t row = 1 + w->from->states;
    struct orbit o = {
        .period = l->period, .settled = (l->end - l->time) / l->period, .point = point};

    for (size_t i = 0; i < w->from->states; ++i)
        o.size = fmin(fmax(o.size, l->state[wide * i + 1] / w->scale[i]), 1);
    o.points = l->points < most_points ? l->points : most_points;
    o.whole = o.points < most_points;
    if (!o.points)
        return o;
    memcpy(point, l->point, o.points * row * sizeof *point);
    qsort(point, o.points, row * sizeof *point, by_time_of_point);
    /* the first one again, a period later, or the same once more */
    while (o.points > 1 &&
           (point[(o.points - 1) * row] - point[0] > 0.999 * o.period ||
            point[(o.points - 1) * row] - point[(o.points - 2) * row] < 1e-6 * o.period))
        --o.points;
    for (size_t n = 1; 2 * n <= o.points && o.whole; ++n) {
        int repeats = o.points % n == 0;

        for (size_t i = 0; i + n < o.points && repeats; ++i)
            repeats =
                between_points(w, point + i * row, point + (i + n) * row) <= close_of(o.size) &&
                fabs((point[(i + n) * row] - point[i * row]) * (double)o.points / (double)n -
                     o.period) <= 0.05 * o.period;
        if (repeats) {
            o.period *= (double)n / (double)o.points;
            o.points = n;
            break;
        }
    }
    return o;
}

/* Between a cluster of this kind and a state with `stride` numbers a state. Of rest only the place counts, since the spread is
 * what is left of the way there; all states of rest in stick are one. */
static double distance(const struct work *w, const struct cluster *c, const double *b,
                       size_t stride)
{
    const double *a = c->state;
    double d = 0;

    for (size_t i = 0; i < w->from->states; ++i) {
        const double spread = fabs(a[2 * i + 1] - b[stride * i + 1]) / w->scale[i];

        d = fmax(d, difference(w, i, a[2 * i], b[stride * i]) / w->scale[i]);
        d = fmax(d, c->kind == contensou__attractors_rest ? 0 : spread);
    }
    return c->kind == contensou__attractors_stick ? 0 : d;
}

/* 1 if the spread of every state over the last quarter is small: a spiral towards rest, or a small motion. */
static int spirals_in(const struct work *w, const struct contensou__attractors_lane *l)
{
    for (size_t i = 0; i < w->from->states; ++i)
        if (!(l->state[wide * i + 1] <= spiral * w->scale[i]))
            return 0;
    return is_read(l, w->from->states);
}

/* A small motion of which every state has at most half of the spread that it had a quarter before: a creep has not. */
static int dies_out(const struct work *w, const struct contensou__attractors_lane *l)
{
    int falls = 0;

    for (size_t i = 0; i < w->from->states; ++i) {
        const double spread = l->state[wide * i + 1], before = l->state[wide * i + 3];

        if (!(l->state[wide * i + 2] <= 3 * spiral * w->scale[i]) ||
            !(spread <= fmax(0.5 * before, noise * w->scale[i])))
            return 0;
        falls |= before > noise * w->scale[i];
    }
    return falls && spirals_in(w, l);
}

/* What the lane says of itself, if it settled. Of one that did not: rest where its motion dies out, irregular where both
 * quarters look the same, so that it is not on its way anywhere; otherwise it is not resolved. */
static enum contensou__attractors_kind kind_of(const struct work *w,
                                               const struct contensou__attractors_lane *l)
{
    int same = 1, small;

    if (!is_read(l, w->from->states))
        return contensou__attractors_unresolved;
    if (l->kind > 0)
        return (enum contensou__attractors_kind)l->kind;
    if (dies_out(w, l))
        return contensou__attractors_rest;
    small = spirals_in(w, l); /* it may still come to rest: only its own size counts */
    for (size_t i = 0; i < w->from->states; ++i)
        same &= l->state[wide * i + 2] <=
                steady * fmax(l->state[wide * i + 1], (small ? noise : alike) * w->scale[i]);
    return same ? contensou__attractors_irregular : contensou__attractors_unresolved;
}

/* The cluster of a group and kind that a lane belongs to, or SIZE_MAX; orbit: of a periodic one. */
static size_t find(const struct work *w, size_t group, enum contensou__attractors_kind kind,
                   const struct contensou__attractors_lane *l, const struct orbit *orbit,
                   double within)
{
    for (size_t n = w->of[group].first; n != SIZE_MAX; n = w->cluster[n].next) {
        const struct cluster *c = &w->cluster[n];

        if (c->kind == kind &&
            (kind == contensou__attractors_unresolved ||
             (kind == contensou__attractors_periodic ? is_same_orbit(w, &c->orbit, orbit)
              : kind == contensou__attractors_irregular && orbit->points
                  ? is_same_cloud(w, &c->orbit, orbit)
                  : distance(w, c, l->state, wide) <= within)))
            return n;
    }
    return SIZE_MAX;
}

/* The same for a lane that did not say where it is: what it does may be what others settled on. */
static size_t find_like(const struct work *w, size_t group,
                        const struct contensou__attractors_lane *l)
{
    const size_t rest =
        spirals_in(w, l) ? find(w, group, contensou__attractors_rest, l, NULL, spiral) : SIZE_MAX;

    if (rest != SIZE_MAX || !is_read(l, w->from->states) || l->points < few)
        return rest;
    for (size_t n = w->of[group].first; n != SIZE_MAX; n = w->cluster[n].next)
        if (w->cluster[n].kind == contensou__attractors_periodic &&
            count_beside(w, l->point, l->points, &w->cluster[n].orbit,
                         close_of(w->cluster[n].orbit.size)) == l->points)
            return n;
    return SIZE_MAX;
}

/* A new cluster, the last of its group, of which this lane is the first. */
static enum contensou_status add_cluster(struct work *w, uint64_t lane,
                                         enum contensou__attractors_kind kind, const double *state)
{
    const size_t states = w->from->states,
                 points = kind == contensou__attractors_irregular ? cloud : most_points;
    double *const memory =
        contensou__pool_take(&w->pool, 2 * states + points * (1 + states), sizeof *memory);
    struct cluster *c;
    size_t *end;

    w->cluster = contensou__pool_more(&w->pool, w->cluster, w->clusters, sizeof *c);
    TRY(have(w->cluster, w->err));
    c = &w->cluster[w->clusters];
    *c = (struct cluster){.group = w->group[lane],
                          .next = SIZE_MAX,
                          .into = w->clusters++,
                          .kind = kind,
                          .first = lane,
                          .orbit = {.period = NAN, .point = memory + 2 * states},
                          .state = memory};
    for (end = &w->of[c->group].first; *end != SIZE_MAX; end = &w->cluster[*end].next)
        continue;
    *end = w->clusters - 1;
    for (size_t i = 0; i < states; ++i) {
        c->state[2 * i] = state[wide * i];
        c->state[2 * i + 1] = state[wide * i + 1];
    }
    return CONTENSOU_OK;
}

/* Adds the orbit of a lane to that of its cluster. The points are those of the lane that has been on it for most periods, as it
 * is closest to the attractor; the period is the smallest common multiple of both, which is neither of them only where turns
 * of the orbit differ by about as much as its points may. */
static void add_orbit(const struct work *w, struct cluster *c, const struct orbit *o)
{
    const int first = !(c->orbit.period > 0), better = first || o->settled > c->orbit.settled;
    const struct orbit known = c->orbit;
    const int mine = first ? 1 : turns_of(o->period, known.period),
              others = first ? 1 : turns_of(known.period, o->period);

    if (better) {
        c->orbit = *o;
        c->orbit.point = known.point;
        memcpy(c->orbit.point, o->point, o->points * (1 + w->from->states) * sizeof *o->point);
    }
    if (mine && others)
        c->orbit.period = better ? mine * o->period : others * known.period;
}

/* Adds the points of an irregular lane, or of such a cluster, as long as there is room. */
static void add_cloud(const struct work *w, struct cluster *c, const struct orbit *o)
{
    const size_t row = 1 + w->from->states, room = cloud - c->orbit.points,
                 points = o->points < room ? o->points : room;

    memcpy(c->orbit.point + c->orbit.points * row, o->point, points * row * sizeof *o->point);
    c->orbit.points += points;
}

/* Puts lanes into clusters, whose numbers stand in label[] meanwhile. Turn 1 takes the lanes at rest or on an orbit; turn 2 the
 * others, as what they do may be what lanes of turn 1 settled on. */
static enum contensou_status cluster_lanes(struct work *w, int turn)
{
    for (uint64_t lane = 0; lane < w->from->lanes; ++lane) {
        const size_t group = w->group[lane];
        struct contensou__attractors_lane l;
        enum contensou__attractors_kind kind;
        struct orbit orbit = {0};
        size_t c = SIZE_MAX;
        int waits;

        if (turn == 2 && w->to->label[lane] != UINT32_MAX)
            continue;
        TRY(w->from->read(w->from->owner, lane, &l, w->err));
        kind = kind_of(w, &l);
        waits = kind == contensou__attractors_irregular || kind == contensou__attractors_unresolved;
        w->to->label[lane] = UINT32_MAX;
        if (turn == 1 && waits)
            continue;
        if (kind == contensou__attractors_periodic)
            orbit = orbit_of(w, &l, w->point);
        else
            orbit = (struct orbit){.points = l.points, .point = (double *)l.point};
        if (turn == 2)
            c = find_like(w, group, &l);
        if (c == SIZE_MAX)
            c = find(w, group, kind, &l, &orbit,
                     kind == contensou__attractors_irregular ? alike_irregular : alike);
        if (c == SIZE_MAX) {
            TRY(add_cluster(w, lane, kind, l.state));
            c = w->clusters - 1;
        }
        w->to->label[lane] = (uint32_t)c;
        ++w->cluster[c].lanes;
        if (kind == contensou__attractors_periodic)
            add_orbit(w, &w->cluster[c], &orbit);
        else if (w->cluster[c].kind == contensou__attractors_irregular)
            add_cloud(w, &w->cluster[c], &orbit);
    }
    return CONTENSOU_OK;
}

/* Takes cluster b out of its group: it is cluster a. */
static void merge_into(struct work *w, size_t a, size_t b)
{
    size_t *at = &w->of[w->cluster[b].group].first;

    while (*at != b)
        at = &w->cluster[*at].next;
    *at = w->cluster[b].next;
    w->cluster[b].into = a;
    w->cluster[a].lanes += w->cluster[b].lanes;
}

/* Clusters that began with lanes which had not settled as well as those that came later, or with few points, may be one. */
static void merge_similar(struct work *w, enum contensou__attractors_kind kind)
{
    for (size_t a = 0; a < w->clusters; ++a)
        for (size_t b = w->cluster[a].next, next;
             w->cluster[a].into == a && w->cluster[a].kind == kind && b != SIZE_MAX; b = next) {
            struct cluster *const one = &w->cluster[a], *const other = &w->cluster[b];
            const int periodic = kind == contensou__attractors_periodic;

            next = other->next;
            if (other->kind != kind || !(periodic ? is_same_orbit(w, &one->orbit, &other->orbit)
                                                  : is_same_cloud(w, &one->orbit, &other->orbit)))
                continue;
            merge_into(w, a, b);
            if (periodic)
                add_orbit(w, one, &other->orbit);
            else
                add_cloud(w, one, &other->orbit);
        }
}

/* Irregular motion that lanes still leave is a transient: where more than a tenth of the lanes that moved irregularly half-way have
 * come to rest or to an orbit since, what the others do is not resolved. */
static void reject_transients(struct work *w, size_t group)
{
    uint64_t irregular = 0;
    size_t none = SIZE_MAX;

    for (size_t c = w->of[group].first; c != SIZE_MAX; c = w->cluster[c].next) {
        irregular +=
            w->cluster[c].kind == contensou__attractors_irregular ? w->cluster[c].lanes : 0;
        none = w->cluster[c].kind == contensou__attractors_unresolved ? c : none;
    }
    if (10 * w->of[group].late <= w->of[group].late + irregular)
        return;
    for (size_t c = w->of[group].first, next; c != SIZE_MAX; c = next) {
        next = w->cluster[c].next;
        if (w->cluster[c].kind != contensou__attractors_irregular)
            continue;
        w->cluster[c].kind = contensou__attractors_unresolved;
        if (none == SIZE_MAX)
            none = c;
        else
            merge_into(w, none, c);
    }
}

/* Replaces the cluster of each lane by the one that it was merged into. */
static void follow_merges(struct work *w)
{
    for (uint64_t lane = 0; lane < w->from->lanes; ++lane) {
        size_t c = w->to->label[lane];

        while (c != UINT32_MAX && w->cluster[c].into != c)
            c = w->cluster[c].into;
        w->to->label[lane] = (uint32_t)c;
    }
}

/* The squared distance of two groups, each parameter over its range. */
static double between(const struct contensou__attractors *a, const double *range, size_t g,
                      size_t h)
{
    double sum = 0;

    for (size_t p = 0; p < a->parameters; ++p) {
        const double d = a->parameter[g * a->parameters + p] - a->parameter[h * a->parameters + p];

        sum += range[p] > 0 ? d * d / (range[p] * range[p]) : 0;
    }
    return sum;
}

/* The nearest cluster of an earlier group that has this label, among the last ones, or SIZE_MAX. */
static size_t nearest(const struct work *w, const double *range, size_t group, size_t label)
{
    size_t best = SIZE_MAX;
    double least = INFINITY;

    for (size_t k = 0; k < look_back && k < group; ++k)
        for (size_t c = w->of[group - 1 - k].first; c != SIZE_MAX; c = w->cluster[c].next)
            if (w->cluster[c].label == label) {
                const double d = between(w->to, range, group, group - 1 - k);

                best = d < least ? c : best;
                least = fmin(d, least);
            }
    return best;
}

static int is_taken(const struct work *w, size_t group, size_t label)
{
    for (size_t c = w->of[group].first; c != SIZE_MAX; c = w->cluster[c].next)
        if (w->cluster[c].label == label)
            return 1;
    return 0;
}

/* Gives the clusters of a group labels of earlier groups: each the label of the nearest cluster of its kind, the closest pair
 * first and no label twice, so that an attractor keeps its label while a parameter moves it. What is left gets new ones. */
static void match_labels(struct work *w, const double *range, size_t group, size_t *labels)
{
    const size_t known = *labels, first = w->of[group].first;
    double least;

    do {
        size_t best = SIZE_MAX, best_label = 0;

        least = moved;
        for (size_t label = 1; label <= known && first != SIZE_MAX; ++label) {
            const size_t n = is_taken(w, group, label) ? SIZE_MAX : nearest(w, range, group, label);

            for (size_t c = first; c != SIZE_MAX && n != SIZE_MAX; c = w->cluster[c].next) {
                const struct cluster *k = &w->cluster[c];
                const double d = k->kind == w->cluster[n].kind && !k->label &&
                                         k->kind != contensou__attractors_unresolved
                                     ? distance(w, k, w->cluster[n].state, 2)
                                     : INFINITY;

                if (d < least) {
                    least = d;
                    best = c;
                    best_label = label;
                }
            }
        }
        if (best != SIZE_MAX)
            w->cluster[best].label = best_label;
    } while (least < moved);
    for (size_t c = first; c != SIZE_MAX; c = w->cluster[c].next)
        if (!w->cluster[c].label && w->cluster[c].kind != contensou__attractors_unresolved)
            w->cluster[c].label = ++*labels;
}

/* Labels of all groups, the most frequent attractor being 1. */
static enum contensou_status assign_labels(struct work *w)
{
    struct contensou__attractors *a = w->to;
    double *const range = contensou__pool_take(&w->pool, a->parameters, sizeof *range);
    uint64_t *lanes;
    size_t *rank;

    TRY(have(range, w->err));
    for (size_t p = 0; p < a->parameters; ++p) {
        double low = INFINITY, high = -INFINITY;

        for (size_t g = 0; g < a->groups; ++g) {
            low = fmin(low, a->parameter[g * a->parameters + p]);
            high = fmax(high, a->parameter[g * a->parameters + p]);
        }
        range[p] = high - low;
    }
    for (size_t g = 0; g < a->groups; ++g)
        match_labels(w, range, g, &a->labels);
    lanes = contensou__pool_take(&w->pool, a->labels + 1, sizeof *lanes);
    rank = contensou__pool_take(&w->pool, a->labels + 1, sizeof *rank);
    TRY(have(rank, w->err));
    for (size_t c = 0; c < w->clusters; ++c)
        lanes[w->cluster[c].label] += w->cluster[c].label ? w->cluster[c].lanes : 0;
    for (size_t k = 1; k <= a->labels; ++k)
        for (size_t other = 1; other <= a->labels; ++other)
            rank[k] +=
                other == k || lanes[other] > lanes[k] || (lanes[other] == lanes[k] && other < k);
    for (size_t c = 0; c < w->clusters; ++c)
        w->cluster[c].label = rank[w->cluster[c].label];
    return CONTENSOU_OK;
}

static int by_group(const void *a, const void *b)
{
    const struct contensou__attractors_row *p = a, *q = b;

    if (p->group != q->group)
        return p->group < q->group ? -1 : 1;
    return (p->label > q->label) - (p->label < q->label);
}

static enum contensou_status write_rows(struct work *w)
{
    struct contensou__attractors *a = w->to;
    const size_t row = 2 * w->from->states;
    double *const state = contensou__pool_take(&a->pool, w->clusters * row, sizeof *state);

    a->row = contensou__pool_take(&a->pool, w->clusters, sizeof *a->row);
    TRY(have(a->row, w->err));
    for (size_t c = 0; c < w->clusters; ++c) {
        const struct cluster *k = &w->cluster[c];
        const double n = (double)w->of[k->group].lanes, share = (double)k->lanes / n;

        if (k->into != c)
            continue;
        memcpy(state + c * row, k->state, row * sizeof *state);
        a->row[a->rows++] =
            (struct contensou__attractors_row){.group = k->group,
                                               .label = k->label,
                                               .kind = k->kind,
                                               .lanes = k->lanes,
                                               .first = k->first,
                                               .share = share,
                                               .share_error = sqrt(share * (1 - share) / n),
                                               .period = k->orbit.period,
                                               .state = state + c * row};
    }
    qsort(a->row, a->rows, sizeof *a->row, by_group);
    for (uint64_t lane = 0; lane < w->from->lanes; ++lane)
        a->label[lane] = (uint32_t)w->cluster[a->label[lane]].label;
    return CONTENSOU_OK;
}

/* A lane of the survival curve. */
struct end {
    size_t group;
    double time;
    int arrived;
};

static int by_time(const void *a, const void *b)
{
    const struct end *p = a, *q = b;

    if (p->group != q->group)
        return p->group < q->group ? -1 : 1;
    if (p->time != q->time)
        return p->time < q->time ? -1 : 1;
    return q->arrived - p->arrived;
}

/* The survival curve of one group, after Kaplan and Meier: at each time of arrival the share of lanes that are still on their
 * way is multiplied by the share of those that did not arrive. end[count] by time. */
static void survival_curve(struct contensou__attractors *a, const struct end *end, size_t count)
{
    struct contensou__attractors_life *life = &a->life[end->group];
    double alive = 1, error = 0, sum = 0;

    *life = (struct contensou__attractors_life){
        .lanes = count, .from = end->time, .rate = NAN, .error = NAN};
    a->step[a->steps++] = (struct contensou__attractors_step){end->group, 0, 1, 0};
    for (size_t i = 0, next; i < count; i = next) {
        const double left = (double)(count - i);
        double died = 0;

        for (next = i; next < count && end[next].time == end[i].time; ++next) {
            died += end[next].arrived;
            sum += end[next].time - life->from;
        }
        life->arrived += (uint64_t)died;
        if (died == 0)
            continue;
        alive *= 1 - died / left;
        error += left > died ? died / (left * (left - died)) : 0;
        a->step[a->steps++] = (struct contensou__attractors_step){end->group, end[i].time, alive,
                                                                  alive * sqrt(error)};
    }
    if (life->arrived > 1 && sum > 0) {
        life->rate = (double)(life->arrived - 1) / sum;
        life->error = life->rate / sqrt((double)(life->arrived - 1));
    }
}

static enum contensou_status write_lives(struct work *w)
{
    struct contensou__attractors *a = w->to;
    const size_t lanes = (size_t)w->from->lanes;
    struct end *const end = contensou__pool_take(&w->pool, lanes, sizeof *end);

    a->life = contensou__pool_take(&a->pool, a->groups, sizeof *a->life);
    a->step = contensou__pool_take(&a->pool, lanes + a->groups, sizeof *a->step);
    TRY(have(end ? a->step : NULL, w->err));
    for (size_t i = 0; i < lanes; ++i)
        end[i] = (struct end){w->group[i], w->time[i] < 0 ? -1 - w->time[i] : w->time[i],
                              w->time[i] >= 0};
    qsort(end, lanes, sizeof *end, by_time);
    for (size_t i = 0, next; i < lanes; i = next) {
        for (next = i; next < lanes && end[next].group == end[i].group; ++next)
            continue;
        survival_curve(a, end + i, next - i);
    }
    return CONTENSOU_OK;
}

static void release(struct work *w)
{
    contensou__pool_free(&w->pool);
}

enum contensou_status contensou__attractors_find(struct contensou__attractors *a,
                                                 const struct contensou__attractors_source *source,
                                                 struct contensou_error *err)
{
    const size_t lanes = (size_t)source->lanes, states = source->states;
    OWNED(release) struct work w = {.from = source, .to = a, .err = err};

    *a = (struct contensou__attractors){.parameters = source->parameters};
    w.low = contensou__pool_take(&w.pool, 4 * states + most_points * (1 + states), sizeof *w.low);
    w.group = contensou__pool_take(&w.pool, lanes, sizeof *w.group);
    w.time = contensou__pool_take(&w.pool, lanes, sizeof *w.time);
    a->label = contensou__pool_take(&a->pool, lanes, sizeof *a->label);
    TRY(have(w.time ? a->label : NULL, err));
    w.high = w.low + states;
    w.spread = w.high + states;
    w.scale = w.spread + states;
    w.point = w.scale + states;
    TRY(measure(&w));
    TRY(cluster_lanes(&w, 1));
    merge_similar(&w, contensou__attractors_periodic);
    TRY(cluster_lanes(&w, 2));
    merge_similar(&w, contensou__attractors_irregular);
    for (size_t g = 0; g < a->groups; ++g)
        reject_transients(&w, g);
    follow_merges(&w);
    TRY(assign_labels(&w));
    TRY(write_rows(&w));
    return write_lives(&w);
}

void contensou__attractors_free(struct contensou__attractors *a)
{
    contensou__pool_free(&a->pool);
    *a = (struct contensou__attractors){0};
}

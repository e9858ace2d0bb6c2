/* attractors.c: lanes that end alike get one label. Three passes over the lanes: the scale of each state; clusters within
 * each group by their first member; lanes that settled less well than others. Then the clusters of neighbouring
 * groups are joined to labels. SPDX-License-Identifier: MIT */
#include "sweep/attractors.h"

#include "base/pi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const contensou__attractors_words[contensou__attractors_kinds] = {
    "unresolved", "rest", "stick", "periodic", "irregular"};

/* Distances over the scale of a state: lanes of one cluster; of an irregular one; spirals that count as rest; clusters of
 * neighbouring groups that are one attractor. steady: drift over spread of an irregular lane; noise: a spread that is none;
 * phase: the most that a part of a period may change means and spreads by, over the spread. */
static const double alike = 0.02, alike_irregular = 0.15, spiral = 0.03, moved = 0.25, steady = 0.1,
                    noise = 1e-5, phase = 0.15;
/* look_back: groups that an attractor may have been missing in */
enum { wide = contensou__attractors_wide, look_back = 1024 };

struct cluster {
    size_t group, label, next; /* label 0: none yet; next: of its group, or SIZE_MAX */
    enum contensou__attractors_kind kind;
    uint64_t lanes, first;
    double period, periods; /* sum over its lanes that know it */
    double *state;          /* [states][2] */
};

struct group {
    uint64_t lanes;
    size_t first; /* of its clusters, in their order, or SIZE_MAX */
};

struct work {
    const struct contensou__attractors_source *from;
    struct contensou__attractors *to;
    double *low, *high, *spread, *scale; /* [states] */
    struct cluster *cluster;
    size_t clusters;
    size_t *group;       /* [lanes] */
    double *time;        /* [lanes]: of arrival; minus the end where it did not arrive */
    struct group *of;    /* [groups] */
    size_t *slot, slots; /* hash table of the groups; SIZE_MAX: free */
    struct contensou_error *err;
};

static enum contensou_status no_memory(struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the attractors of a sweep");
}

/* Room for one more behind `count`, doubling at powers of two. */
static void *more(void *array, size_t count, size_t size)
{
    return count & (count - 1) ? array : realloc(array, (count ? 2 * count : 1) * size);
}

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

static enum contensou_status widen(struct work *w)
{
    const size_t slots = w->slots ? 4 * w->slots : 64;
    size_t *slot = malloc(slots * sizeof *slot);

    if (!slot)
        return no_memory(w->err);
    for (size_t i = 0; i < slots; ++i)
        slot[i] = SIZE_MAX;
    free(w->slot);
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
    enum contensou_status status = 2 * a->groups >= w->slots ? widen(w) : CONTENSOU_OK;
    size_t at;
    void *table, *of;

    if (status)
        return status;
    at = slot_of(w, parameter);
    *group = w->slot[at];
    if (*group != SIZE_MAX)
        return CONTENSOU_OK;
    table = more(a->parameter, a->groups, (n ? n : 1) * sizeof *parameter);
    a->parameter = table ? table : a->parameter;
    of = more(w->of, a->groups, sizeof *w->of);
    w->of = of ? of : w->of;
    if (!table || !of)
        return no_memory(w->err);
    memcpy(a->parameter + a->groups * n, parameter, n * sizeof *parameter);
    w->of[a->groups] = (struct group){0, SIZE_MAX};
    *group = w->slot[at] = a->groups++;
    return CONTENSOU_OK;
}

static enum contensou_status measure(struct work *w)
{
    const size_t states = w->from->states;
    double largest = 0;
    enum contensou_status status = CONTENSOU_OK;

    for (size_t i = 0; i < states; ++i) {
        w->low[i] = INFINITY;
        w->high[i] = -INFINITY;
        w->spread[i] = 0;
    }
    for (uint64_t lane = 0; lane < w->from->lanes && !status; ++lane) {
        struct contensou__attractors_lane l;

        status = w->from->read(w->from->owner, lane, &l, w->err);
        if (!status)
            status = group_of(w, l.parameter, &w->group[lane]);
        if (status)
            break;
        ++w->of[w->group[lane]].lanes;
        w->time[lane] = l.kind > 0 && !l.failed ? l.time : -1 - fmax(l.end, 0);
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
    return status;
}

/* Directions of an angle near minus pi and pi are neighbours. */
static double apart(double a, double b)
{
    const double d = fabs(a - b);

    return fmin(fabs(a), fabs(b)) > 3 && fmax(fabs(a), fabs(b)) <= pi ? fmin(d, 2 * pi - d) : d;
}

/* Between a cluster of this kind and a state with `stride` numbers a state, less `room` spreads. Of rest only the means
 * count, since the spread is what is left of the way there; all states of rest in stick are one. */
static double distance(const struct work *w, const struct cluster *c, const double *b,
                       size_t stride, double room)
{
    const double *a = c->state;
    double d = 0;

    for (size_t i = 0; i < w->from->states; ++i) {
        const double less = room * a[2 * i + 1] / w->scale[i],
                     spread = fabs(a[2 * i + 1] - b[stride * i + 1]) / w->scale[i];

        d = fmax(d, apart(a[2 * i], b[stride * i]) / w->scale[i] - less);
        d = fmax(d, c->kind == contensou__attractors_rest ? 0 : spread - less);
    }
    return c->kind == contensou__attractors_stick ? 0 : d;
}

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

/* A quarter of the time holds no whole number of periods: the part that is left moves the means of two lanes apart by at
 * most this many spreads. 0 where the lane knows that its period is another one. */
static double room_of(const struct cluster *c, const struct contensou__attractors_lane *l)
{
    const double period = c->periods > 0 ? c->period / c->periods : 0, quarter = 0.25 * l->end;

    if (c->kind != contensou__attractors_periodic || !(period > 0 && quarter > 0) ||
        fabs(l->period - period) > 5e-3 * period)
        return 0;
    return fmin(period / quarter, phase);
}

/* The cluster of a group and kind that a lane belongs to, or SIZE_MAX. */
static size_t find(const struct work *w, size_t group, enum contensou__attractors_kind kind,
                   const struct contensou__attractors_lane *l, double within)
{
    for (size_t n = w->of[group].first; n != SIZE_MAX; n = w->cluster[n].next) {
        const struct cluster *c = &w->cluster[n];

        if (c->kind == kind && (kind == contensou__attractors_unresolved ||
                                distance(w, c, l->state, wide, room_of(c, l)) <= within))
            return n;
    }
    return SIZE_MAX;
}

/* The same for a lane that did not say where it is: what it does may be what others settled on. */
static size_t find_like(const struct work *w, size_t group,
                        const struct contensou__attractors_lane *l)
{
    const size_t rest =
        spirals_in(w, l) ? find(w, group, contensou__attractors_rest, l, spiral) : SIZE_MAX;

    if (rest != SIZE_MAX || !is_read(l, w->from->states))
        return rest;
    return find(w, group, contensou__attractors_periodic, l, alike);
}

static enum contensou_status add_cluster(struct work *w, uint64_t lane,
                                         enum contensou__attractors_kind kind, const double *state)
{
    const size_t states = w->from->states;
    struct cluster *c = more(w->cluster, w->clusters, sizeof *c);
    size_t *end;

    if (c)
        w->cluster = c;
    if (!c || !((c += w->clusters)->state = malloc((2 * states + 1) * sizeof *c->state)))
        return no_memory(w->err);
    ++w->clusters;
    *c = (struct cluster){
        .group = w->group[lane], .next = SIZE_MAX, .kind = kind, .first = lane, .state = c->state};
    for (end = &w->of[c->group].first; *end != SIZE_MAX; end = &w->cluster[*end].next)
        continue;
    *end = w->clusters - 1;
    for (size_t i = 0; i < states; ++i) {
        c->state[2 * i] = state[wide * i];
        c->state[2 * i + 1] = state[wide * i + 1];
    }
    return CONTENSOU_OK;
}

/* Clusters by their first lane; label[] is the cluster meanwhile. Lanes that are neither at rest nor periodic wait for the
 * second turn, when what others settled on is known. */
static enum contensou_status gather(struct work *w, int turn)
{
    enum contensou_status status = CONTENSOU_OK;

    for (uint64_t lane = 0; lane < w->from->lanes && !status; ++lane) {
        const size_t group = w->group[lane];
        struct contensou__attractors_lane l;
        enum contensou__attractors_kind kind;
        size_t c = SIZE_MAX;
        int waits;

        if (turn == 2 && w->to->label[lane] != UINT32_MAX)
            continue;
        status = w->from->read(w->from->owner, lane, &l, w->err);
        if (status)
            break;
        kind = kind_of(w, &l);
        waits = kind == contensou__attractors_irregular || kind == contensou__attractors_unresolved;
        w->to->label[lane] = UINT32_MAX;
        if (turn == 1 && waits)
            continue;
        if (turn == 2)
            c = find_like(w, group, &l);
        if (c == SIZE_MAX)
            c = find(w, group, kind, &l,
                     kind == contensou__attractors_irregular ? alike_irregular
                     : kind == contensou__attractors_rest    ? spiral
                                                             : alike);
        if (c == SIZE_MAX) {
            status = add_cluster(w, lane, kind, l.state);
            c = w->clusters - 1;
        }
        if (!status) {
            w->to->label[lane] = (uint32_t)c;
            ++w->cluster[c].lanes;
            w->cluster[c].periods += isfinite(l.period);
            w->cluster[c].period += isfinite(l.period) ? l.period : 0;
        }
    }
    return status;
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

/* Gives the clusters of a group the labels of their nearest like, the closest pair first; what is left gets new ones. */
static void join(struct work *w, const double *range, size_t group, size_t *labels)
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
                                     ? distance(w, k, w->cluster[n].state, 2, 0)
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
static enum contensou_status name_all(struct work *w)
{
    struct contensou__attractors *a = w->to;
    double *range = calloc(a->parameters + 1, sizeof *range);
    uint64_t *lanes;
    size_t *rank;

    if (!range)
        return no_memory(w->err);
    for (size_t p = 0; p < a->parameters; ++p) {
        double low = INFINITY, high = -INFINITY;

        for (size_t g = 0; g < a->groups; ++g) {
            low = fmin(low, a->parameter[g * a->parameters + p]);
            high = fmax(high, a->parameter[g * a->parameters + p]);
        }
        range[p] = high - low;
    }
    for (size_t g = 0; g < a->groups; ++g)
        join(w, range, g, &a->labels);
    free(range);
    lanes = calloc(a->labels + 1, sizeof *lanes);
    rank = calloc(a->labels + 1, sizeof *rank);
    for (size_t c = 0; c < w->clusters && lanes && rank; ++c)
        lanes[w->cluster[c].label] += w->cluster[c].label ? w->cluster[c].lanes : 0;
    for (size_t k = 1; k <= a->labels && lanes && rank; ++k)
        for (size_t other = 1; other <= a->labels; ++other)
            rank[k] +=
                other == k || lanes[other] > lanes[k] || (lanes[other] == lanes[k] && other < k);
    for (size_t c = 0; c < w->clusters && rank; ++c)
        w->cluster[c].label = rank[w->cluster[c].label];
    free(lanes);
    free(rank);
    return lanes && rank ? CONTENSOU_OK : no_memory(w->err);
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

    a->row = calloc(w->clusters + 1, sizeof *a->row);
    a->features = malloc((w->clusters * row + 1) * sizeof *a->features);
    if (!a->row || !a->features)
        return no_memory(w->err);
    for (size_t c = 0; c < w->clusters; ++c) {
        const struct cluster *k = &w->cluster[c];
        const double n = (double)w->of[k->group].lanes, share = (double)k->lanes / n;

        memcpy(a->features + c * row, k->state, row * sizeof *a->features);
        a->row[a->rows++] = (struct contensou__attractors_row){
            .group = k->group,
            .label = k->label,
            .kind = k->kind,
            .lanes = k->lanes,
            .first = k->first,
            .share = share,
            .share_error = sqrt(share * (1 - share) / n),
            .period = k->periods > 0 ? k->period / k->periods : NAN,
            .state = a->features + c * row};
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

/* The curve of one group, end[count] by time. */
static void survive(struct contensou__attractors *a, const struct end *end, size_t count)
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
    struct end *end = malloc((lanes + 1) * sizeof *end);

    a->life = calloc(a->groups + 1, sizeof *a->life);
    a->step = malloc((lanes + a->groups + 1) * sizeof *a->step);
    if (!end || !a->life || !a->step) {
        free(end);
        return no_memory(w->err);
    }
    for (size_t i = 0; i < lanes; ++i)
        end[i] = (struct end){w->group[i], w->time[i] < 0 ? -1 - w->time[i] : w->time[i],
                              w->time[i] >= 0};
    qsort(end, lanes, sizeof *end, by_time);
    for (size_t i = 0, next; i < lanes; i = next) {
        for (next = i; next < lanes && end[next].group == end[i].group; ++next)
            continue;
        survive(a, end + i, next - i);
    }
    free(end);
    return CONTENSOU_OK;
}

enum contensou_status contensou__attractors_find(struct contensou__attractors *a,
                                                 const struct contensou__attractors_source *source,
                                                 struct contensou_error *err)
{
    const size_t lanes = (size_t)source->lanes;
    struct work w = {.from = source, .to = a, .err = err};
    enum contensou_status status = CONTENSOU_OK;

    *a = (struct contensou__attractors){.parameters = source->parameters};
    w.low = calloc(4 * source->states + 1, sizeof *w.low);
    w.group = malloc((lanes + 1) * sizeof *w.group);
    w.time = malloc((lanes + 1) * sizeof *w.time);
    a->label = malloc((lanes + 1) * sizeof *a->label);
    if (!w.low || !w.group || !w.time || !a->label)
        status = no_memory(err);
    if (!status) {
        w.high = w.low + source->states;
        w.spread = w.high + source->states;
        w.scale = w.spread + source->states;
        status = measure(&w);
    }
    for (int turn = 1; turn <= 2 && !status; ++turn)
        status = gather(&w, turn);
    if (!status)
        status = name_all(&w);
    if (!status)
        status = write_rows(&w);
    if (!status)
        status = write_lives(&w);
    for (size_t c = 0; c < w.clusters; ++c)
        free(w.cluster[c].state);
    free(w.cluster);
    free(w.of);
    free(w.slot);
    free(w.time);
    free(w.group);
    free(w.low);
    return status;
}

void contensou__attractors_free(struct contensou__attractors *a)
{
    free(a->label);
    free(a->parameter);
    free(a->row);
    free(a->step);
    free(a->life);
    free(a->features);
    *a = (struct contensou__attractors){0};
}

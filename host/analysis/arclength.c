/* arclength.c: a curve of solutions by pseudo-arclength. SPDX-License-Identifier: MIT */
#include "analysis/arclength.h"

#include "base/stop.h"
#include "base/try.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { wide = contensou__arclength_wide, locate_most = 100 };

double contensou__arclength_size(const double *v, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; ++i)
        sum += v[i] * v[i];
    return sqrt(sum);
}

double contensou__arclength_range(const double *grid, size_t count, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t k = 0; k < count; ++k) {
        *low = fmin(*low, grid[k]);
        *high = fmax(*high, grid[k]);
    }
    return count > 1 && *high > *low ? *high - *low : 1;
}

int contensou__arclength_correct(struct contensou__arclength *a, double *x, const double *x0,
                                 const double *direction, double s)
{
    const size_t n = a->n, p = n - 1;
    double last = INFINITY;

    for (int turn = 0; turn < a->pace.newton_most; ++turn) {
        double f[wide], J[wide][wide], b[wide], step[wide], size, reach;

        if (!a->evaluate(a->of, x, f, J))
            return 0;
        for (size_t i = 0; i < p; ++i)
            b[i] = -f[i];
        b[p] = direction ? s : 0;
        for (size_t j = 0; j < n; ++j) {
            J[p][j] = direction ? direction[j] : j == p;
            b[p] -= direction ? (x[j] - x0[j]) * direction[j] : 0;
        }
        contensou__linear_solve(n, J, b, step);
        size = contensou__arclength_size(step, n);
        if (!isfinite(size))
            return 0;
        reach = a->pace.newton_reach * (1 + contensou__arclength_size(x, n));
        for (size_t j = 0; j < n; ++j)
            x[j] += size > reach ? step[j] * reach / size : step[j];
        if (size < a->pace.newton_small * (1 + contensou__arclength_size(x, n)) ||
            (size < a->pace.newton_rough && size >= 0.5 * last))
            return 1;
        last = size;
    }
    return 0;
}

int contensou__arclength_describe(struct contensou__arclength *a,
                                  struct contensou__arclength_spot *s, const double *along)
{
    const size_t n = a->n;
    double f[wide], J[wide][wide], b[wide] = {0}, size;

    s->piece = 0;
    if (!a->evaluate(a->of, s->x, f, J) || !a->decide(a->of, s, J))
        return 0;
    s->residual = contensou__arclength_size(f, n - 1);
    memcpy(J[n - 1], along, n * sizeof *J[n - 1]);
    b[n - 1] = 1;
    contensou__linear_solve(n, J, b, s->tangent);
    size = contensou__arclength_size(s->tangent, n);
    for (size_t j = 0; j < n && size > 0; ++j)
        s->tangent[j] /= size;
    return size > 0 && isfinite(size);
}

int contensou__arclength_at(struct contensou__arclength *a,
                            const struct contensou__arclength_spot *from, double s,
                            struct contensou__arclength_spot *to)
{
    for (size_t j = 0; j < a->n; ++j)
        to->x[j] = from->x[j] + s * from->tangent[j];
    return contensou__arclength_correct(a, to->x, from->x, from->tangent, s) &&
           contensou__arclength_describe(a, to, from->tangent);
}

/* What vanishes at a bifurcation: of the numbers that can cross, the one that is nearest to the border. */
static double test_of(const struct contensou__arclength *a,
                      const struct contensou__arclength_spot *s,
                      enum contensou__arclength_kind kind)
{
    double best = INFINITY;

    if (kind == contensou__arclength_fold)
        return s->tangent[a->n - 1];
    for (size_t i = 0; i < s->values; ++i) {
        const double value = a->margin(s->re[i], s->im[i], kind);

        if ((s->im[i] != 0) == (kind == contensou__arclength_pair) && fabs(value) < fabs(best))
            best = value;
    }
    return best;
}

int contensou__arclength_locate(struct contensou__arclength *a,
                                const struct contensou__arclength_spot *from, double s,
                                const struct contensou__arclength_spot *end,
                                enum contensou__arclength_kind kind,
                                struct contensou__arclength_spot *found)
{
    double low = 0, high = s, below = test_of(a, from, kind), above = test_of(a, end, kind);

    if (!(isfinite(below) && isfinite(above)) || (below < 0) == (above < 0))
        return 0;
    for (int turn = 0, side = 0; turn < locate_most; ++turn) {
        const double c = (below * high - above * low) / (below - above);
        double value, moved;

        if (!contensou__arclength_at(a, from, c, found))
            return 0;
        value = test_of(a, found, kind);
        if ((value < 0) == (above < 0)) {
            moved = fabs(c - high);
            high = c;
            above = value;
            below /= side == 1 ? 2 : 1;
            side = 1;
        } else {
            moved = fabs(c - low);
            low = c;
            below = value;
            above /= side == -1 ? 2 : 1;
            side = -1;
        }
        if (fabs(value) < a->pace.locate_value ||
            fmin(high - low, moved) < a->pace.locate_length * s)
            return 1;
    }
    return 1;
}

static int passes(const struct contensou__arclength *a, const struct contensou__arclength_spot *b,
                  const struct contensou__arclength_spot *c, enum contensou__arclength_kind kind)
{
    const int turns = b->tangent[a->n - 1] * c->tangent[a->n - 1] < 0;

    switch (kind) {
    case contensou__arclength_fold:
        return turns;
    case contensou__arclength_flip:
        return abs(b->left - c->left) == 1;
    case contensou__arclength_pair:
        return abs(b->complex - c->complex) == 2;
    case contensou__arclength_branch:
        return !turns && abs(b->right - c->right) == 1;
    case contensou__arclength_regular:
    case contensou__arclength_corner:
        break;
    }
    return 0;
}

/* Whether p lies within the range, but for rounding. */
static int is_within(const struct contensou__arclength *a, double x)
{
    double low, high;
    const double slack = 1e-9 * contensou__arclength_range(a->grid, a->count, &low, &high);

    return x * a->unit >= low - slack && x * a->unit <= high + slack;
}

static enum contensou_status keep(struct contensou__arclength *a,
                                  const struct contensou__arclength_spot *s,
                                  enum contensou__arclength_kind kind)
{
    ++a->kept;
    a->residual = fmax(a->residual, s->residual);
    return a->keep(a->of, s, kind);
}

/* Values of the grid between two neighbours, then bifurcations. */
static enum contensou_status keep_between(struct contensou__arclength *a,
                                          const struct contensou__arclength_spot *from, double s,
                                          const struct contensou__arclength_spot *to)
{
    const size_t p = a->n - 1, n = a->count;
    const double p0 = from->x[p], p1 = to->x[p];
    struct contensou__arclength_spot found;

    for (size_t k = 0; k < n; ++k) {
        const size_t i = (p1 > p0) == (a->grid[n - 1] >= a->grid[0]) ? k : n - 1 - k;
        const double value = a->grid[i] / a->unit;

        if (!((value - p0) * (value - p1) <= 0) || value == p0)
            continue;
        for (size_t j = 0; j <= p; ++j)
            found.x[j] = from->x[j] + (value - p0) / (p1 - p0) * (to->x[j] - from->x[j]);
        found.x[p] = value;
        if (contensou__arclength_correct(a, found.x, NULL, NULL, 0) &&
            contensou__arclength_describe(a, &found, from->tangent))
            TRY(keep(a, &found, contensou__arclength_regular));
        TRY(a->status);
    }
    for (enum contensou__arclength_kind kind = contensou__arclength_fold;
         kind <= contensou__arclength_branch && !a->ended; ++kind)
        if (passes(a, from, to, kind)) {
            if (contensou__arclength_locate(a, from, s, to, kind, &found) &&
                is_within(a, found.x[p]))
                TRY(keep(a, &found, kind));
            TRY(a->status);
        }
    return CONTENSOU_OK;
}

/* The end of the piece that `from` lies on, less than the arclength s behind it, by bisection; each time from the last point
 * on the piece, as a guess far away may well lie on another one. Returns its arclength along the tangent of `from`. */
static double end_of(struct contensou__arclength *a, const struct contensou__arclength_spot *from,
                     double s, struct contensou__arclength_spot *last)
{
    double at = 0;

    *last = *from;
    for (double part = s / 2; part > a->pace.locate_corner && !a->status; part /= 2) {
        struct contensou__arclength_spot there;

        if (contensou__arclength_at(a, last, part, &there) && there.piece == from->piece)
            *last = there;
    }
    for (size_t j = 0; j < a->n; ++j)
        at += (last->x[j] - from->x[j]) * from->tangent[j];
    return at;
}

/* What lies behind the end of a piece: another piece, found along its tangent; 0: none is near. */
static int look_beyond(struct contensou__arclength *a, struct contensou__arclength_spot *last)
{
    for (double d = 4 * a->pace.locate_corner; d < 1e-7 && !a->status; d *= 2) {
        struct contensou__arclength_spot there;

        for (size_t j = 0; j < a->n; ++j)
            there.x[j] = last->x[j] + d * last->tangent[j];
        if (contensou__arclength_describe(a, &there, last->tangent) && there.piece != last->piece) {
            memcpy(a->beyond, there.x, sizeof a->beyond);
            a->beyond_piece = there.piece;
            memcpy(last->tangent, there.tangent, sizeof last->tangent);
            return 1;
        }
    }
    return 0;
}

/* The first point behind a corner, whose tangent is that of the next piece, one way or the other; how far it is, or 0. */
static double turn_corner(struct contensou__arclength *a, struct contensou__arclength_spot *corner,
                          struct contensou__arclength_spot *next)
{
    for (double s = 1e-3; s > 1e-8; s /= 8)
        for (int way = 0; way < 2 && !a->status; ++way) {
            if (contensou__arclength_at(a, corner, s, next) && next->piece == a->beyond_piece)
                return s;
            for (size_t j = 0; j < a->n; ++j)
                corner->tangent[j] = -corner->tangent[j];
        }
    return 0;
}

/* From a point near the end of its piece to the first of the next one, or to the last before a step that fails for another
 * reason; 0: the curve ends here. */
static int pass_corner(struct contensou__arclength *a, const struct contensou__arclength_spot *here,
                       double s, struct contensou__arclength_spot *next)
{
    const size_t p = a->n - 1;
    struct contensou__arclength_spot last, corner;
    double low, high, far;
    const double at = end_of(a, here, s, &last);

    contensou__arclength_range(a->grid, a->count, &low, &high);
    if (!a->status && at > 0)
        a->status = keep_between(a, here, at, &last);
    if (a->status || a->ended || last.x[p] * a->unit > high || last.x[p] * a->unit < low)
        return 0;
    corner = last;
    if (!look_beyond(a, &corner)) { /* no corner: a step that was too long */
        *next = last;
        return !a->status && at > 10 * a->pace.locate_corner;
    }
    if (a->beyond_piece == a->left_piece && fabs(corner.x[p] - a->left_at) < 1e-6)
        return 0; /* back to the piece that ended here: there is no way on */
    a->left_piece = last.piece;
    a->left_at = corner.x[p];
    a->status = keep(a, &last, contensou__arclength_corner);
    far = a->status || a->ended ? 0 : turn_corner(a, &corner, next);
    if (!(far > 0))
        return 0;
    last = *next; /* whose numbers are those of the new piece */
    memcpy(last.x, corner.x, sizeof last.x);
    memcpy(last.tangent, corner.tangent, sizeof last.tangent);
    a->status = keep_between(a, &last, far, next);
    return !a->status;
}

static enum contensou_status ends(struct contensou__arclength *a, enum contensou__arclength_end why,
                                  enum contensou_status status)
{
    a->end = status ? contensou__arclength_failed : why;
    return status;
}

enum contensou_status contensou__arclength_follow(struct contensou__arclength *a,
                                                  const struct contensou__arclength_spot *first)
{
    const struct contensou__arclength_pace *pace = &a->pace;
    struct contensou__arclength_spot here = *first, next;
    double s = pace->first, low, high;
    enum contensou_status status = CONTENSOU_OK;

    contensou__arclength_range(a->grid, a->count, &low, &high);
    a->ended = 0;
    a->end = contensou__arclength_long;
    a->left_at = INFINITY;
    for (int k = 0; k < pace->steps_most && !status && !a->ended; ++k) {
        double turn = 0, p;
        int goes;

        a->end_at = here.x[a->n - 1] * a->unit;

        if (contensou__stop_asked(&a->progress, "points", (double)a->kept, 0))
            return ends(a, contensou__arclength_failed,
                        contensou_fail(a->err, CONTENSOU_ESTOPPED, "stopped by the user"));
        goes = contensou__arclength_at(a, &here, s, &next);
        if (!goes && !a->status && s >= 2 * pace->least) {
            s /= 2;
            continue;
        }
        if (goes && next.piece == here.piece) {
            for (size_t j = 0; j < a->n; ++j)
                turn += here.tangent[j] * next.tangent[j];
            if (turn < pace->turn && s > pace->turn_least) {
                s /= 2;
                continue;
            }
            if (a->before && !a->before(a->of, &here, s, &next))
                return ends(a, contensou__arclength_decided, a->status);
            status = keep_between(a, &here, s, &next);
        } else {
            if (a->status || !(pace->locate_corner > 0) || !pass_corner(a, &here, s, &next))
                return ends(a, a->ended ? contensou__arclength_decided : contensou__arclength_stuck,
                            a->status); /* no tangent goes on */
            s = next.piece == here.piece ? fmax(s / 4, 2 * pace->least) : pace->first;
        }
        p = next.x[a->n - 1] * a->unit;
        if (status || a->ended || p > high || p < low)
            return ends(a, a->ended ? contensou__arclength_decided : contensou__arclength_left,
                        status);
        here = next;
        if (a->behind && !a->behind(a->of, &here))
            return ends(a, contensou__arclength_decided, a->status);
        s = fmin(turn > pace->grow ? 1.5 * s : s, pace->most);
    }
    return status;
}

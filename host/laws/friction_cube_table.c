/* friction_cube_table.c: the table of patches of any shape, kernels/laws/table.h.
 *
 * Where the centre of rotation, (-vy, vx)/w, is on the outline of the patch F is least smooth, and a slender patch has two
 * scales. So each square of a face has its own intervals: they are doubled, along s, along t or both, until slips at random
 * in that square are right; a table that would become too large is refused with the error that was reached.
 * SPDX-License-Identifier: MIT */
#include "laws/friction_parts.h"

#include "base/try.h"
#include "laws/table.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    squares_side =
        7, /* odd, so that slips along an axis and without spin are in the middle of squares */
    squares_spin = 31,
    square_count = 2 * squares_side * squares_side + squares_spin * squares_spin,
    first_intervals = 2,
    margin = 3, /* nodes around a square that its outermost coefficients depend on */
    most_intervals = 4096,
    most_numbers = 6 << 20,
    most_rounds = 16,
    batch = 1 << 17 /* slips that are evaluated at once */
};

/* What a square may err where slips within it are tried, over what the table may. Neighbours with other intervals differ
 * by as much, and steppers see it as a jump; in single precision rounding leaves less room. */
static const double share = 0.15, share_single = 0.5;

struct square {
    int face, i, j;
    int n, m;        /* intervals along s and along t */
    double plane[3]; /* value at the corner, rise along s and t */
    double *c;       /* (n + 3)(m + 3) coefficients */
    double bend[2];  /* the largest fourth differences along s and t, as errors of the slope */
    int *peak;       /* [n + m]: the node where they are largest, for each s and for each t */
    double error;    /* the largest seen since it was made */
    double before;   /* what it was with fewer intervals; 0: there were none */
};

struct cube {
    const struct contensou__friction_source *source;
    struct contensou__friction *f;
    double R, a; /* half the face, and the radius of the patch */
    struct square square[square_count];
    double *slip, *wrench; /* slip i and its wrench at 3 i; count of them are there */
    size_t count;
    uint64_t seed;
};

static int squares_of(int face)
{
    return face == 2 ? squares_spin : squares_side;
}

/* The slip at (s, t) of a face. */
static void slip_at(const struct cube *q, int face, double s, double t, double slip[3])
{
    const double one[3][3] = {{q->R, s * q->R, t}, {s * q->R, q->R, t}, {s * q->R, t * q->R, 1}};

    memcpy(slip, one[face], sizeof one[face]);
}

static void push(struct cube *q, const double slip[3])
{
    memcpy(q->slip + 3 * q->count++, slip, 3 * sizeof *slip);
}

/* Evaluates the slips pushed; slip i of them and its wrench are then at 3 i. */
static enum contensou_status evaluate(struct cube *q, struct contensou_error *err)
{
    return contensou__friction_table_exact(q->source, &q->f->patch, q->count, q->slip, q->wrench,
                                           err);
}

static size_t nodes_of(const struct square *x)
{
    return (size_t)(x->n + 1 + 2 * margin) * (size_t)(x->m + 1 + 2 * margin);
}

static void push_nodes(struct cube *q, const struct square *x)
{
    const double side = 2.0 / squares_of(x->face);

    for (int i = -margin; i <= x->n + margin; ++i)
        for (int j = -margin; j <= x->m + margin; ++j) {
            double slip[3];

            slip_at(q, x->face, (x->i + (double)i / x->n) * side - 1,
                    (x->j + (double)j / x->m) * side - 1, slip);
            push(q, slip);
        }
}

/* The cubic spline through f has the coefficients c with (c_{i-1} + 4 c_i + c_{i+1})/6 = f_i: c = f - d2/6 + d4/36 - ..,
 * where d2 and d4 are the second and fourth differences. Turns count values, stride apart, of which the first and the last
 * two are lost; returns the largest fourth difference, and in *at where it is. */
static double to_spline(double *f, int count, size_t stride, double *line, int *at)
{
    double most = -1;

    for (int i = 0; i < count; ++i)
        line[i] = f[(size_t)i * stride];
    for (int i = 2; i + 2 < count; ++i) {
        const double *x = line + i;
        const double d2 = x[-1] - 2 * x[0] + x[1];
        const double d4 = x[-2] - 4 * x[-1] + 6 * x[0] - 4 * x[1] + x[2];

        if (fabs(d4) > most) {
            most = fabs(d4);
            *at = i - margin;
        }
        f[(size_t)i * stride] = x[0] - d2 / 6 + d4 / 36;
    }
    return most;
}

/* The coefficients of a square from the dissipation at its nodes, value[nodes_of(x)], which is overwritten. */
static enum contensou_status put_square(struct cube *q, struct square *x, double *value,
                                        struct contensou_error *err)
{
    const int rows = x->n + 1 + 2 * margin, row = x->m + 1 + 2 * margin;
    const size_t width = (size_t)row, most = (size_t)(rows > row ? rows : row);
    OWNED(contensou__try_free) double *line = malloc(most * sizeof *line);
    double *c = malloc((size_t)(x->n + 3) * (size_t)(x->m + 3) * sizeof *c);
    const double *corner = value + margin * width + margin;

    free(x->c);
    free(x->peak);
    x->c = c;
    x->peak = malloc((size_t)(x->n + x->m) * sizeof *x->peak);
    TRY(contensou__try_memory(line && c ? x->peak : NULL, err, "the law %s", q->f->name));
    x->plane[0] = corner[0];
    x->plane[1] = corner[(size_t)x->n * width] - corner[0];
    x->plane[2] = corner[x->m] - corner[0];
    for (int k = 0; k < 3; ++k) /* as the kernel sees them */
        x->plane[k] = q->f->single ? (double)(float)x->plane[k] : x->plane[k];
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < row; ++j)
            value[(size_t)i * width + (size_t)j] -=
                x->plane[0] + x->plane[1] * (i - margin) / x->n + x->plane[2] * (j - margin) / x->m;
    x->bend[0] = x->bend[1] = x->error = 0;
    for (int i = 0; i < rows; ++i) {
        int at = 0;

        x->bend[1] =
            fmax(x->bend[1], x->m * to_spline(value + (size_t)i * width, row, 1, line, &at));
        if (i >= margin && i < margin + x->n)
            x->peak[i - margin] = at;
    }
    for (int j = 2; j + 2 < row; ++j) {
        int at = 0;

        x->bend[0] = fmax(x->bend[0], x->n * to_spline(value + j, rows, width, line, &at));
        if (j >= margin && j < margin + x->m)
            x->peak[x->n + j - margin] = at;
    }
    for (int i = 0; i < x->n + 3; ++i)
        memcpy(c + (size_t)i * (size_t)(x->m + 3),
               value + (size_t)(i + margin - 1) * width + margin - 1,
               (size_t)(x->m + 3) * sizeof *c);
    return CONTENSOU_OK;
}

/* Makes the squares whose coefficients are missing, several at once. */
static enum contensou_status make_squares(struct cube *q, struct contensou_error *err)
{
    for (int from = 0, to; from < square_count; from = to) {
        size_t at = 0;

        q->count = 0;
        for (to = from; to < square_count; ++to) {
            if (!q->square[to].c && q->count && q->count + nodes_of(&q->square[to]) > batch)
                break;
            if (!q->square[to].c)
                push_nodes(q, &q->square[to]);
        }
        if (q->count)
            TRY(evaluate(q, err));
        for (size_t i = 0; i < q->count; ++i) /* the dissipation, in the place of slips */
            q->slip[i] = q->slip[3 * i] * q->wrench[3 * i] +
                         q->slip[3 * i + 1] * q->wrench[3 * i + 1] +
                         q->slip[3 * i + 2] * q->wrench[3 * i + 2];
        for (int k = from; k < to; ++k)
            if (!q->square[k].c) {
                const size_t nodes = nodes_of(&q->square[k]);

                TRY(put_square(q, &q->square[k], q->slip + at, err));
                at += nodes;
            }
    }
    return CONTENSOU_OK;
}

static size_t numbers_of(const struct cube *q)
{
    size_t count = table_head + table_square * square_count;

    for (int k = 0; k < square_count; ++k)
        count += (size_t)(q->square[k].n + 3) * (size_t)(q->square[k].m + 3);
    return count;
}

static int too_large(const struct cube *q)
{
    for (int k = 0; k < square_count; ++k)
        if (q->square[k].n > most_intervals || q->square[k].m > most_intervals)
            return 1;
    return numbers_of(q) > most_numbers;
}

/* Puts the squares together as the numbers that lanes share. */
static enum contensou_status assemble(struct cube *q, struct contensou_error *err)
{
    size_t count = table_head + table_square * square_count;
    OWNED(contensou__try_free) double *t = malloc(numbers_of(q) * sizeof *t);
    double *head = t + table_head;

    TRY(contensou__try_memory(t, err, "the law %s", q->f->name));
    t[0] = q->R;
    t[1] = squares_side;
    t[2] = squares_spin;
    for (int k = 0; k < square_count; ++k, head += table_square) {
        const struct square *x = &q->square[k];
        const size_t size = (size_t)(x->n + 3) * (size_t)(x->m + 3);

        head[0] = x->n;
        head[1] = x->m;
        head[2] = (double)count;
        memcpy(head + 3, x->plane, sizeof x->plane);
        memcpy(t + count, x->c, size * sizeof *t);
        count += size;
    }
    q->f->shared_count = 0;
    return contensou__friction_share(q->f, t, count, err);
}

static void wrench(const struct contensou__friction *f, const double slip[3], double out[3])
{
    const struct table_params law = table_make(NULL, f->shared);
    const struct wrench w =
        table_wrench(&law, f->shared, (struct slip){slip[0], slip[1], slip[2]}, 0);

    out[0] = w.Tx;
    out[1] = w.Ty;
    out[2] = w.M;
}

/* Which square a slip falls into. */
static struct square *square_of(struct cube *q, const double slip[3])
{
    const double d[3] = {slip[0] / q->R, slip[1] / q->R, slip[2]};
    const int face = fabs(d[2]) >= fmax(fabs(d[0]), fabs(d[1])) ? 2
                     : fabs(d[0]) >= fabs(d[1])                 ? 0
                                                                : 1;
    const double s = d[face == 0 ? 1 : 0] / d[face], t = d[face == 2 ? 1 : 2] / d[face];
    const int squares = squares_of(face);
    const int i = (int)fmin((s + 1) * 0.5 * squares, squares - 1);
    const int j = (int)fmin((t + 1) * 0.5 * squares, squares - 1);

    return &q->square[face * squares_side * squares_side + i * squares + j];
}

/* The errors of the slips pushed, each to its square. */
static enum contensou_status compare(struct cube *q, struct contensou_error *err)
{
    TRY(evaluate(q, err));
    for (size_t i = 0; i < q->count; ++i) {
        struct square *x = square_of(q, q->slip + 3 * i);
        double got[3];

        wrench(q->f, q->slip + 3 * i, got);
        x->error =
            fmax(x->error, contensou__friction_table_difference(got, q->wrench + 3 * i, q->a));
    }
    q->count = 0;
    return CONTENSOU_OK;
}

/* The place k of a square where a slip is tried: the first few anywhere, then around the largest fourth differences of
 * each interval along s and along t, which follow the outline. */
static void place_of(struct cube *q, const struct square *x, size_t k, double *s, double *t)
{
    const double inside = 1e-9;
    const size_t anywhere = 8, n = (size_t)x->n, m = (size_t)x->m;
    const double a = contensou__friction_table_random(&q->seed);
    const double b = contensou__friction_table_random(&q->seed);

    *s = a;
    *t = b;
    if (k >= anywhere && (k - anywhere) % (n + m) < n) {
        const size_t i = (k - anywhere) % (n + m);

        *s = ((double)i + a) / x->n;
        *t = (x->peak[i] + 2 * b - 1) / x->m;
    } else if (k >= anywhere) {
        const size_t j = (k - anywhere) % (n + m) - n;

        *s = (x->peak[n + j] + 2 * a - 1) / x->n;
        *t = ((double)j + b) / x->m;
    }
    /* within the square, whatever rounding does to the slip */
    *s = fmin(fmax(*s, inside), 1 - inside);
    *t = fmin(fmax(*t, inside), 1 - inside);
}

/* Tries slips in the squares that are new. */
static enum contensou_status try_squares(struct cube *q, const char *fresh,
                                         struct contensou_error *err)
{
    q->count = 0;
    for (int k = 0; k < square_count; ++k) {
        const struct square *x = &q->square[k];
        const double side = 2.0 / squares_of(x->face);
        const size_t points = 8 + 3 * (size_t)(x->n + x->m);

        if (!fresh[k])
            continue;
        if (q->count + points > batch)
            TRY(compare(q, err));
        for (size_t i = 0; i < points; ++i) {
            double slip[3], s, t;

            place_of(q, x, i, &s, &t);
            slip_at(q, x->face, (x->i + s) * side - 1, (x->j + t) * side - 1, slip);
            push(q, slip);
        }
    }
    return q->count ? compare(q, err) : CONTENSOU_OK;
}

/* More intervals for a square, along s, t or both: where its fourth differences are not much smaller. */
static void refine(struct square *x, double goal)
{
    const int by = x->error > 40 * goal ? 4 : 2;
    const double most = fmax(x->bend[0], x->bend[1]);

    if (x->bend[0] >= 0.2 * most)
        x->n *= by;
    if (x->bend[1] >= 0.2 * most)
        x->m *= by;
    x->before = x->error;
    free(x->c);
    x->c = NULL;
}

/* Whether more intervals make nothing better: in single precision finer splines round more. */
static int rounds(const struct cube *q, const struct square *x)
{
    return q->f->single && x->before > 0 && x->error > x->before &&
           x->error < contensou__friction_table_goal(q->f);
}

/* Makes what is missing and measures, until no square errs too much; *worst is what the table errs. Slips all over
 * the cube are tried last, and their squares refined too. */
static enum contensou_status settle(struct cube *q, double *worst, struct contensou_error *err)
{
    const double goal =
        (q->f->single ? share_single : share) * contensou__friction_table_goal(q->f);
    char fresh[square_count];

    memset(fresh, 1, sizeof fresh);
    for (int round = 0; round < most_rounds; ++round) {
        int open = 0;

        TRY(make_squares(q, err));
        TRY(assemble(q, err));
        TRY(try_squares(q, fresh, err));
        contensou__friction_table_slips(q->a, q->slip);
        q->count = contensou__friction_table_tried;
        TRY(compare(q, err));
        *worst = 0;
        for (int k = 0; k < square_count; ++k) {
            *worst = fmax(*worst, q->square[k].error);
            fresh[k] = q->square[k].error > goal && !rounds(q, &q->square[k]);
            open |= fresh[k];
        }
        if (!open)
            break;
        for (int k = 0; k < square_count; ++k)
            if (fresh[k])
                refine(&q->square[k], goal);
        if (too_large(q))
            break;
    }
    return CONTENSOU_OK;
}

/* The intervals of another table, from its numbers. */
static enum contensou_status follow(struct cube *q, const double *like, struct contensou_error *err)
{
    q->R = like[0];
    for (int k = 0; k < square_count; ++k) {
        q->square[k].n = (int)like[table_head + table_square * k];
        q->square[k].m = (int)like[table_head + table_square * k + 1];
    }
    TRY(make_squares(q, err));
    return assemble(q, err);
}

/* How far the patch reaches in x and y from the reference point. */
static void reaches(const struct contensou_patch *patch, double *x, double *y)
{
    *x = *y = 0;
    if (patch->kind == contensou__patch_round) {
        *x = fabs(patch->center[0]) + patch->round.a;
        *y = fabs(patch->center[1]) + patch->round.b;
    }
    for (size_t i = 0; i < patch->outline.count; ++i) {
        *x = fmax(*x, fabs(patch->outline.edge[i].ax - patch->center[0]));
        *y = fmax(*y, fabs(patch->outline.edge[i].ay - patch->center[1]));
    }
}

/* The faces are laid so that rotations about points of the patch are all on the face w. */
static void free_cube(struct cube **q)
{
    for (int k = 0; *q && k < square_count; ++k) {
        free((*q)->square[k].c);
        free((*q)->square[k].peak);
    }
    if (*q) {
        free((*q)->slip);
        free((*q)->wrench);
    }
    free(*q);
}

/* The faces are laid so that rotations about points of the patch are all on the face w. */
enum contensou_status
contensou__friction_cube_table(struct contensou__friction *f, const struct contensou_patch *patch,
                               const struct contensou__friction_source *source,
                               struct contensou_error *err)
{
    OWNED(free_cube) struct cube *q = calloc(1, sizeof *q);
    double x, y;

    TRY(contensou__try_memory(q, err, "the law %s", f->name));
    reaches(patch, &x, &y);
    q->source = source;
    q->f = f;
    q->R = 1.1 * fmax(x, y);
    q->a = contensou_patch_radius(patch);
    q->seed = 20260102;
    /* space for the nodes of one square that is as large as a whole table may be, margins included */
    q->slip = malloc(6 * (size_t)most_numbers * sizeof *q->slip);
    q->wrench = malloc(6 * (size_t)most_numbers * sizeof *q->wrench);
    TRY(contensou__try_memory(q->slip ? q->wrench : NULL, err, "the law %s", f->name));
    for (int k = 0; k < square_count; ++k) {
        const int sides = squares_side * squares_side, face = k < sides ? 0 : k < 2 * sides ? 1 : 2;
        const int at = k - face * sides, squares = squares_of(face);

        q->square[k] = (struct square){.face = face,
                                       .i = at / squares,
                                       .j = at % squares,
                                       .n = first_intervals,
                                       .m = first_intervals};
    }
    return source && source->like ? follow(q, source->like, err) : settle(q, &f->table_error, err);
}

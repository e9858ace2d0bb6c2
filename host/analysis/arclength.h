/* arclength.h: a curve of solutions x of n - 1 equations in n unknowns, the last of which is the parameter p, followed by
 * pseudo-arclength (H. B. Keller, 1977): the point moves along the tangent and is brought back by Newton's method across
 * it. Unknowns are in units of their own.
 *
 * A fold is where the tangent has no part along p; the other bifurcations are where one of the numbers that decide about
 * stability (eigenvalues, multipliers) or a complex pair of them crosses a border. Both are functions of the arclength
 * behind the last point, whose zero is found by regula falsi.
 *
 * A curve may be made of smooth pieces with corners between them, as orbits of different sequences of switches are. Where
 * a piece ends is found by bisection; the next one begins there with a tangent of its own, and may well turn back. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_ANALYSIS_ARCLENGTH_H
#define CONTENSOU_ANALYSIS_ARCLENGTH_H

#include "base/linear.h"

#include <contensou/progress.h>
#include <contensou/status.h>

#include <stddef.h>

enum {
    contensou__arclength_wide = contensou__linear_most,
    contensou__arclength_values = contensou__linear_most - 1
};

enum contensou__arclength_kind {
    contensou__arclength_regular, /* at a value of the grid */
    contensou__arclength_fold,    /* the curve turns back in p */
    contensou__arclength_flip,    /* a real number crosses the left border */
    contensou__arclength_pair,    /* a complex pair crosses the border */
    contensou__arclength_branch,  /* a real number crosses the right border without a fold */
    contensou__arclength_corner   /* the last point of a piece */
};

/* Why a curve was not followed any further. */
enum contensou__arclength_end {
    contensou__arclength_left,    /* p left the range */
    contensou__arclength_stuck,   /* no step leads on, or no piece behind a corner */
    contensou__arclength_long,    /* too many steps */
    contensou__arclength_decided, /* a call said so */
    contensou__arclength_failed   /* with a status */
};

/* A point with what was computed there. */
struct contensou__arclength_spot {
    double x[contensou__arclength_wide], tangent[contensou__arclength_wide]; /* of length 1 */
    size_t values;
    double re[contensou__arclength_values], im[contensou__arclength_values];
    int right, left, complex; /* numbers beyond the border: real ones, and parts of pairs */
    double residual;          /* |f| */
    long piece; /* what the piece of the curve is called; 0 unless decide says otherwise */
};

/* How far steps go. */
struct contensou__arclength_pace {
    double first, least, most; /* arclength of a step */
    double turn,
        grow; /* cosine between two tangents: below, the step is halved; above, the next is longer */
    double turn_least;   /* below this arclength any turn is taken */
    double newton_reach; /* the largest step of Newton's method, times 1 + |x| */
    double newton_small,
        newton_rough; /* a step of that length ends it; one that does not shrink, below the other */
    double locate_value,
        locate_length; /* a bifurcation is found: its test function, or the last move over the step */
    double
        locate_corner; /* the arclength to which the end of a piece is found; 0: there are none */
    int newton_most, steps_most;
};

/* A curve. The calls get `of`; those that give int give 0 for failure, with `status` set where it is an error. */
struct contensou__arclength {
    void *of;
    size_t n;
    double unit;        /* of p */
    const double *grid; /* [count]: values of p where points are kept, rising or falling */
    size_t count;
    struct contensou__arclength_pace pace;
    /* f[n - 1] and its slopes J[n - 1][n] at x */
    int (*evaluate)(void *of, const double *x, double *f, double J[][contensou__arclength_wide]);
    /* values of the spot, from the J of the last evaluation at its x */
    int (*decide)(void *of, struct contensou__arclength_spot *s,
                  double J[][contensou__arclength_wide]);
    /* how far a number is from the border that this kind crosses */
    double (*margin)(double re, double im, enum contensou__arclength_kind kind);
    enum contensou_status (*keep)(void *of, const struct contensou__arclength_spot *s,
                                  enum contensou__arclength_kind kind);
    /* before a step is taken: 0 where the curve ends within it; behind it, from its end; both may be NULL */
    int (*before)(void *of, const struct contensou__arclength_spot *from, double s,
                  struct contensou__arclength_spot *to);
    int (*behind)(void *of, struct contensou__arclength_spot *here);
    struct contensou_progress progress; /* told how many points were kept */
    size_t kept;
    enum contensou_status status;
    struct contensou_error *err;
    int ended;                         /* set by keep: the curve ends here */
    enum contensou__arclength_end end; /* of the curve that was followed last, */
    double end_at;                     /* and the p of its last point */
    /* with a corner: what lies just behind it, not on the curve, and the name of the piece there */
    double beyond[contensou__arclength_wide];
    long beyond_piece;
    long left_piece; /* that of the last corner, and its p */
    double left_at;
    double residual; /* the largest |f| of the points that were kept */
};

/* Newton's method on f = 0 with (x - x0).direction = s; direction NULL: at the p of x. */
int contensou__arclength_correct(struct contensou__arclength *a, double *x, const double *x0,
                                 const double *direction, double s);

/* Values and tangent at the x of the spot; the tangent goes on in the direction of `along`. */
int contensou__arclength_describe(struct contensou__arclength *a,
                                  struct contensou__arclength_spot *s, const double *along);

/* The point at the arclength s behind `from`. */
int contensou__arclength_at(struct contensou__arclength *a,
                            const struct contensou__arclength_spot *from, double s,
                            struct contensou__arclength_spot *to);

/* The zero of the function that decides about a kind of bifurcation, within the arclength s from `from` to `end`, by regula falsi
 * (Illinois); 0: it has the same sign at both. */
int contensou__arclength_locate(struct contensou__arclength *a,
                                const struct contensou__arclength_spot *from, double s,
                                const struct contensou__arclength_spot *end,
                                enum contensou__arclength_kind kind,
                                struct contensou__arclength_spot *found);

/* From `first` in the direction of its tangent until p leaves the range of the grid, or the curve ends; keeps points of
 * the grid and bifurcations in their order. */
enum contensou_status contensou__arclength_follow(struct contensou__arclength *a,
                                                  const struct contensou__arclength_spot *first);

/* The range of a grid; 1 as its width where it has none. */
double contensou__arclength_range(const double *grid, size_t count, double *low, double *high);

double contensou__arclength_size(const double *v, size_t n);

#endif

/* minimax.h: makes the largest error over all directions as small as possible.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_MINIMAX_H
#define CONTENSOU_FIT_MINIMAX_H

#include "fit/search.h"

/* A direction where the error of the force (kind 0) or torque (kind 1) has a local maximum. */
struct contensou__peak {
    double theta, phi, error;
    int kind;
};

/* The local maxima over the continuum at the law's present parameters, largest first; at most `most`
 * of them into peak[], and how many. */
int contensou__minimax_peaks(struct contensou__problem *p, struct contensou__peak *peak, int most);

/* From out->x (a least-squares fit, say) to the minimax fit: exchange of the peaks, with SLSQP for
 * min t, error at each peak <= t. out->value gets the largest error, out->spread how far it is above
 * the last t, relative. */
enum contensou_status contensou__minimax_improve(struct contensou__problem *p,
                                                 struct contensou__search *out,
                                                 struct contensou_error *err);

#endif

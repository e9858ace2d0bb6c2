/* transitions_flow.h: a flow on the sphere of directions: its fixed points, found from a grid, and its
 * attracting cycles, found by following it. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_ANALYSIS_TRANSITIONS_FLOW_H
#define CONTENSOU_ANALYSIS_TRANSITIONS_FLOW_H

#include <contensou/transitions.h>

/* n' = v - n (n.v), r' = n.v; v depends on the direction n (of length 1). */
struct contensou__transitions_flow {
    void (*pull)(const void *data, const double n[3], double v[3]);
    const void *data;
    double size; /* about the largest |v|, and the inverse of the shortest time */
};

/* All fixed points, from a grid with `cells` x `cells` cells on each of six faces; 0: no memory. */
int contensou__transitions_flow_search(const struct contensou__transitions_flow *f, int cells,
                                       struct contensou_transitions_result *r);

/* Index and order of the points that r has. */
void contensou__transitions_flow_settle(struct contensou_transitions_result *r);

/* The type of eigenvalues half +- sqrt(disc). */
enum contensou_transitions_type contensou__transitions_flow_type(double half, double disc,
                                                                 int focus, int flat);

/* 1: the flow ends in an attracting cycle somewhere, 0: from all places tried it ends in the stable
 * points of r; -1: not decided within `steps` steps. thorough 0: only from the unstable foci. */
int contensou__transitions_flow_cycle(const struct contensou__transitions_flow *f,
                                      const struct contensou_transitions_result *r, int thorough,
                                      long steps);

#endif

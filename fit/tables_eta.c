/* tables_eta.c: eta' for a list of eta, and cubics for it beside those that [1] prints after (4.2).
 * SPDX-License-Identifier: MIT */
#include "fit/tables_parts.h"

#include <contensou/eta.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* 1, 1.1, .. 3, then whole numbers to 10; and where [1] has an orbit, 4.98. */
static const double further[] = {4, 4.98, 5, 6, 7, 8, 9, 10};
enum { tenths = 21, further_count = sizeof further / sizeof *further };

static const struct contensou_tables_piece pieces[CONTENSOU_TABLES_PIECES] = {
    {.from = 1, .to = 1.3, .paper = {-13.607, 30.893, -22.01, 5.878}},
    {.from = 1.3, .to = 2.7, .paper = {-2.41, 3.985, -0.3581, 0.0493}},
    {.from = 2.7, .to = 10, .paper = {NAN, NAN, NAN, NAN}, .paper_error = NAN},
};

enum contensou_status contensou__tables_eta(struct contensou_tables *t, struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    t->etas = tenths + further_count;
    t->eta = malloc(2 * t->etas * sizeof *t->eta);
    if (!t->eta)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the tables");
    t->eta_prime = t->eta + t->etas;
    for (size_t i = 0; i < t->etas && !status; ++i) {
        t->eta[i] = i < tenths ? (double)(10 + i) / 10 : further[i - tenths];
        status = contensou_eta_prime(t->eta[i], &t->eta_prime[i], err);
    }
    memcpy(t->piece, pieces, sizeof pieces);
    for (int i = 0; i < CONTENSOU_TABLES_PIECES && !status; ++i) {
        struct contensou_tables_piece *p = &t->piece[i];

        status = contensou_eta_polynomial(p->from, p->to, 3, p->c, &p->error, err);
        if (!status && !isnan(p->paper[0]))
            status =
                contensou_eta_polynomial_error(p->from, p->to, 3, p->paper, &p->paper_error, err);
    }
    return status;
}

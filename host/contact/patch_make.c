/* patch_make.c: what device programs need to know of a patch (patch_data.h): the nodes, edges or trees of the exact method,
 * and those of contacts whose anisotropy turns against their shape. SPDX-License-Identifier: MIT */
#include "base/try.h"
#include "contact/gauss.h"
#include "contact/map_tree.h"
#include "contact/patch.h"
#include "patches/edges.h"
#include "patches/ellipse_wrench.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* The tree of a large map takes a second to grow: each precision has one, which those who ask get a copy of. */
struct contensou__patch_trees {
    pthread_mutex_t lock;
    struct contensou__patch_data of[2];
};

void contensou__patch_make_free(struct contensou__patch_trees *trees)
{
    if (!trees)
        return;
    contensou__patch_data_free(&trees->of[0]);
    contensou__patch_data_free(&trees->of[1]);
    pthread_mutex_destroy(&trees->lock);
    free(trees);
}

enum contensou_status contensou__patch_make_trees(struct contensou_patch *p,
                                                  struct contensou_error *err)
{
    if (p->kind != contensou__patch_outline || !contensou__map_tree_pays(&p->outline))
        return CONTENSOU_OK;
    p->trees = calloc(1, sizeof *p->trees);
    TRY(contensou__try_memory(p->trees, err, "a patch"));
    pthread_mutex_init(&p->trees->lock, NULL);
    return CONTENSOU_OK;
}

/* About the error of the exact method in single precision: what is summed is larger than the sum. A thin
 * annulus is the difference of two disks; the edges of a slender outline cancel, each with an error of its
 * own, so that their squares add up. The factors were measured on annuli to 0.999 and rectangles to 1:1e-6. */
static double single_error(const struct contensou_patch *patch)
{
    const double *box = patch->outline.box;
    const double reach = 0.5 * hypot(box[1] - box[0], box[3] - box[2]);
    double sum = 0;

    if (patch->kind == contensou__patch_round)
        return 3.4e-7 / (1 - patch->round.hole * patch->round.hole);
    for (size_t i = 0; i < patch->outline.count; ++i) {
        const struct contensou__edge *e = &patch->outline.edge[i];
        const double one = e->weight * hypot(e->bx - e->ax, e->by - e->ay) * reach;

        sum += one * one;
    }
    return 2.5e-7 * patch->density * sqrt(sum);
}

static void unlock(pthread_mutex_t **lock)
{
    pthread_mutex_unlock(*lock);
}

static enum contensou_status copy_tree(const struct contensou_patch *patch, int single,
                                       struct contensou__patch_data *t, struct contensou_error *err)
{
    struct contensou__patch_data *const tree = &patch->trees->of[single];
    OWNED(unlock) pthread_mutex_t *lock = &patch->trees->lock;

    pthread_mutex_lock(lock);
    if (!tree->table)
        TRY(contensou__map_tree_data(&patch->outline, patch->density, patch->g, patch->center,
                                     single, tree, err));
    *t = *tree;
    t->table = malloc(t->count * sizeof *t->table);
    TRY(contensou__try_memory(t->table, err, "the tree of a map"));
    memcpy(t->table, tree->table, t->count * sizeof *t->table);
    return CONTENSOU_OK;
}

enum contensou_status contensou__patch_make_data(const struct contensou_patch *patch, int single,
                                                 struct contensou__patch_data *t,
                                                 struct contensou_error *err)
{
    /* What each rule may err: far below what is promised, 1e-12 and 3e-6. The two disks of an annulus
     * leave only its own share of the pressure, and so magnify what they err. */
    const double share = 1 - patch->round.hole * patch->round.hole;
    const double tolerance = single ? 1e-8 : fmax(8e-16, 1e-14 * share);

    *t = (struct contensou__patch_data){0};
    if (patch->kind == contensou__patch_points)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the method exact does not exist for %s; use the method cells",
                              patch->shape);
    if (single && single_error(patch) > 3e-6)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "%s is too thin for single precision, which would err by about %.0e "
                              "there instead of 3e-6; use double",
                              patch->shape, single_error(patch));
    if (patch->kind == contensou__patch_round)
        TRY(contensou__round_data(&patch->round, tolerance, t, err));
    else if (patch->trees)
        TRY(copy_tree(patch, single, t, err));
    else
        TRY(contensou__outline_data(&patch->outline, patch->density, patch->g, patch->center,
                                    single, t, err));
    t->stretch = patch->stretch;
    return CONTENSOU_OK;
}

/* The rules of an ellipse serve at every angle if they serve the most slender one that the anisotropy makes of it, without
 * nodes that gather at its ends. */
static enum contensou_status anisotropic_round(const struct contensou__round *own, double ratio,
                                               double tolerance, struct contensou__patch_data *t,
                                               struct contensou_error *err)
{
    const double more = sqrt(fmax(ratio, 1 / ratio)), unit = fmax(own->a, own->b);
    struct contensou__round worst = *own;
    struct ellipse_params e;

    worst.a = unit * more;
    worst.b = fmin(own->a, own->b) / more;
    worst.g[0] = own->g[0] * own->a / worst.a;
    worst.g[1] = own->g[1] * own->b / worst.b;
    worst.even = 1;
    TRY(contensou__round_data(&worst, tolerance, t, err));
    memcpy(&e, t->params, sizeof e);
    e.size = unit;
    e.a = own->a / unit;
    e.b = own->b / unit;
    memcpy(t->params, &e, sizeof e);
    return CONTENSOU_OK;
}

enum { far_nodes = 20, triangle_nodes = 21, far_points = far_nodes * far_nodes };

/* Legendre polynomials up to far_nodes - 1. */
static void legendre(double x, double P[far_nodes])
{
    P[0] = 1;
    P[1] = x;
    for (int k = 2; k < far_nodes; ++k)
        P[k] = ((2 * k - 1) * x * P[k - 1] - (k - 1) * P[k - 2]) / k;
}

/* Adds the moments of one edge's triangle with the middle, by Legendre polynomials in x and y. */
static void add_moments(const double *edge, const struct edges_params *p, const long double *x,
                        const long double *w, double moment[far_nodes][far_nodes])
{
    const double bx = edge[0] + edge[4] * edge[2], by = edge[1] + edge[4] * edge[3];
    const double twice = edge[0] * by - edge[1] * bx;

    for (int i = 0; i < triangle_nodes; ++i)
        for (int j = 0; j < triangle_nodes; ++j) {
            const double u = 0.5 + 0.5 * (double)x[i], v = 0.5 + 0.5 * (double)x[j];
            const double X = u * (edge[0] + v * (bx - edge[0])),
                         Y = u * (edge[1] + v * (by - edge[1]));
            const double mass = 0.25 * (double)(w[i] * w[j]) * u * twice * edge[5] *
                                (p->base + p->g1 * X + p->g2 * Y);
            double Px[far_nodes], Py[far_nodes];

            legendre(X, Px);
            legendre(Y, Py);
            for (int k = 0; k < far_nodes; ++k)
                for (int l = 0; l < far_nodes; ++l)
                    moment[k][l] += mass * Px[k] * Py[l];
        }
}

/* Points behind the edges that have the moments of the patch up to far_nodes - 1 in x and in y. In plain coordinates no point is farther
 * from the middle than sqrt(ratio) units. Of a centre of rotation five times as far away |B V| is analytic where x, or y, runs through
 * an ellipse with foci -1, 1 and semi-axes that add up to about 5: the error is about 5^-20. */
static enum contensou_status anisotropic_outline(double ratio, struct contensou__patch_data *t,
                                                 struct contensou_error *err)
{
    long double x[triangle_nodes], w[triangle_nodes], X[far_nodes], W[far_nodes];
    double moment[far_nodes][far_nodes] = {{0}}, P[far_nodes][far_nodes], *point;
    struct edges_params p;
    size_t edges;

    memcpy(&p, t->params, sizeof p);
    edges = (size_t)p.n * edges_row;
    TRY(contensou__gauss_rule(triangle_nodes, 0, x, w, err));
    TRY(contensou__gauss_rule(far_nodes, 0, X, W, err));
    point = realloc(t->table, (edges + 3 * far_points) * sizeof *point);
    TRY(contensou__try_memory(point, err, "a patch"));
    t->table = point;
    t->count = edges + 3 * far_points;
    for (size_t i = 0; i < edges; i += edges_row)
        add_moments(t->table + i, &p, x, w, moment);
    for (int i = 0; i < far_nodes; ++i)
        legendre((double)X[i], P[i]);
    point += edges;
    for (int i = 0; i < far_nodes; ++i)
        for (int j = 0; j < far_nodes; ++j, point += 3) {
            double sum = 0;

            for (int k = 0; k < far_nodes; ++k)
                for (int l = 0; l < far_nodes; ++l)
                    sum += (k + 0.5) * (l + 0.5) * P[i][k] * P[j][l] * moment[k][l];
            point[0] = (double)X[i];
            point[1] = (double)X[j];
            point[2] = (double)(W[i] * W[j]) * sum;
        }
    p.far = 5 * sqrt(fmax(ratio, 1 / ratio));
    p.order = far_points;
    memcpy(t->params, &p, sizeof p);
    return CONTENSOU_OK;
}

enum contensou_status contensou__patch_make_anisotropic(const struct contensou_patch *patch,
                                                        int single, double anisotropy[3],
                                                        struct contensou__patch_data *t,
                                                        struct contensou_error *err)
{
    const struct contensou__stretch *const by = &patch->stretch;
    const double *const F = by->F, back[4] = {F[3], -F[1], -F[2], F[0]};
    const double g[2] = {F[3] * patch->g[0] - F[1] * patch->g[1],
                         F[0] * patch->g[1] - F[2] * patch->g[0]};
    const double half = 0.5 * log(by->ratio);
    double center[2] = {patch->center[0], patch->center[1]};

    *t = (struct contensou__patch_data){0};
    contensou__stretch_point(back, &center[0], &center[1]);
    anisotropy[0] = cosh(half);
    anisotropy[1] = sinh(half) * cos(2 * by->angle);
    anisotropy[2] = sinh(half) * sin(2 * by->angle);
    if (patch->kind == contensou__patch_points)
        return contensou__patch_make_data(patch, single, t, err); /* says that there is none */
    if (patch->kind == contensou__patch_round) {
        const struct contensou__round own = {.a = by->a,
                                             .b = by->b,
                                             .q = patch->round.q,
                                             .g = {g[0], g[1]},
                                             .middle = {-center[0], -center[1]}};

        TRY(anisotropic_round(&own, by->ratio, single ? 1e-8 : 1e-14, t, err));
    } else {
        const size_t size = patch->outline.count * sizeof *patch->outline.edge;
        struct contensou__outline own = patch->outline;
        OWNED(contensou__try_free) struct contensou__edge *edge = own.edge = malloc(size);

        TRY(contensou__try_memory(edge, err, "%zu edges", own.count));
        memcpy(edge, patch->outline.edge, size);
        contensou__outline_stretch(&own, back);
        TRY(contensou__outline_data(&own, patch->density, g, center, single, t, err));
        TRY(anisotropic_outline(by->ratio, t, err));
    }
    t->anisotropic = 1;
    return CONTENSOU_OK;
}

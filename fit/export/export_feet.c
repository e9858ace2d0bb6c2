/* export_feet.c: the wrench of N points,
 *
 *     T = sum_i s_i e_i, M = sum_i s_i (x_i e_iy - y_i e_ix), e_i = V_i/|V_i|, V_i = (vx - w y_i, vy + w x_i),
 *
 * fitted to the exact one by least squares with NLopt, from rings of feet and from rings with a foot or a second ring
 * inside. Places are kept about the centre of pressure, shares as squares over their sum.
 *
 * A contact that is its own mirror image, or looks the same after half a turn, gets feet of which the same is true:
 * the least squares alone are often a little smaller for feet that are twisted one way, and such feet turn a body that
 * slides straight. The search therefore sees the mean of the feet and their images. SPDX-License-Identifier: MIT */
#include "fit/export/export_feet.h"

#include "base/pi.h"
#include "base/setting.h"
#include "base/try.h"
#include "contact/patch.h"

#include <math.h>
#include <nlopt.h>
#include <string.h>

enum { most = CONTENSOU_EXPORT_FEET_MOST, images = 4 };

/* A motion of the plane about the centre of pressure that the contact does not notice: a rotation or, with mirror, a
 * reflection, as a matrix; foot[i] is where it takes foot i. */
struct image {
    double matrix[2][2];
    int mirror, foot[most];
};

struct search {
    const struct contensou__problem *p;
    int count, equal;
    const double *center;
    double axis, along, across; /* of the contact: its direction, and its extent over its size */
    struct image image[images]; /* the first one changes nothing */
    int image_count;
};

/* Puts the mean of the unknowns (or slopes) of all images of a foot in the place of its own. */
static void symmetrise(const struct search *s, double *q)
{
    double mean[3 * most] = {0};
    const double part = 1.0 / s->image_count;

    for (int k = 0; k < s->image_count; ++k)
        for (int i = 0; i < s->count; ++i) {
            const struct image *g = &s->image[k];
            const double *other = q + 2 * g->foot[i];

            for (int j = 0; j < 2; ++j) /* back by the transposed matrix */
                mean[2 * i + j] += part * (g->matrix[0][j] * other[0] + g->matrix[1][j] * other[1]);
            if (!s->equal)
                mean[2 * s->count + i] += part * q[2 * s->count + g->foot[i]];
        }
    memcpy(q, mean, (size_t)(s->equal ? 2 : 3) * (size_t)s->count * sizeof *q);
}

/* A place on an axis is there, not off it by rounding. */
static double clean(const struct search *s, double x)
{
    return fabs(x) < 1e-12 * s->p->size ? 0 : x;
}

/* The feet of the unknowns q: the places x, y of each, then, unless equal, the roots of their shares. */
static void place(const struct search *s, const double *unknown, struct contensou__feet *feet)
{
    double q[3 * most], mean[2] = {0, 0}, sum = 0;

    memcpy(q, unknown, (size_t)(s->equal ? 2 : 3) * (size_t)s->count * sizeof *q);
    symmetrise(s, q);
    feet->count = s->count;
    for (int i = 0; i < s->count; ++i) {
        const double root = s->equal ? 1 : q[2 * s->count + i];

        mean[0] += q[2 * i] / s->count;
        mean[1] += q[2 * i + 1] / s->count;
        sum += root * root;
    }
    for (int i = 0; i < s->count; ++i) {
        const double root = s->equal ? 1 : q[2 * s->count + i];

        feet->x[i] = clean(s, q[2 * i] - mean[0] + s->center[0]);
        feet->y[i] = clean(s, q[2 * i + 1] - mean[1] + s->center[1]);
        feet->share[i] = root * root / sum;
    }
}

/* One foot's wrench without its share, and its derivatives by x and y. */
static void foot(double x, double y, const double slip[3], double f[3], double by[2][3])
{
    const double w = slip[2], Vx = slip[0] - w * y, Vy = slip[1] + w * x;
    const double r = fmax(hypot(Vx, Vy), 1e-9), ex = Vx / r, ey = Vy / r;
    /* (I - e e') V'/r for V' = (0, w) and (-w, 0) */
    const double xx = -ex * ey * w / r, xy = (1 - ey * ey) * w / r;
    const double yx = -(1 - ex * ex) * w / r, yy = ex * ey * w / r;

    f[0] = ex;
    f[1] = ey;
    f[2] = x * ey - y * ex;
    by[0][0] = xx;
    by[0][1] = xy;
    by[0][2] = ey + x * xy - y * xx;
    by[1][0] = yx;
    by[1][1] = yy;
    by[1][2] = -ex + x * yy - y * yx;
}

/* The sum of squares over all directions, its derivatives by places and shares (or NULL), and the errors. */
static double squares(const struct contensou__problem *p, struct contensou__feet *feet,
                      double slope[3 * most])
{
    const size_t n = p->rows;
    double sum = 0;

    feet->max_T = feet->max_M = 0;
    if (slope)
        memset(slope, 0, 3 * most * sizeof *slope);
    for (size_t i = 0; i < n; ++i) {
        const double slip[3] = {p->slip[i], p->slip[n + i], p->slip[2 * n + i]};
        double f[most][3], by[most][2][3];
        double d[3] = {-p->target[i], -p->target[n + i], -p->target[2 * n + i]};

        for (int k = 0; k < feet->count; ++k) {
            foot(feet->x[k], feet->y[k], slip, f[k], by[k]);
            for (int j = 0; j < 3; ++j)
                d[j] += feet->share[k] * f[k][j];
        }
        sum += d[0] * d[0] + d[1] * d[1] + d[2] * d[2] / (p->size * p->size);
        feet->max_T = fmax(feet->max_T, hypot(d[0], d[1]));
        feet->max_M = fmax(feet->max_M, fabs(d[2]) / p->size);
        d[2] /= p->size * p->size;
        for (int k = 0; k < feet->count && slope; ++k)
            for (int j = 0; j < 3; ++j) {
                slope[3 * k] += 2 * d[j] * feet->share[k] * by[k][0][j];
                slope[3 * k + 1] += 2 * d[j] * feet->share[k] * by[k][1][j];
                slope[3 * k + 2] += 2 * d[j] * f[k][j];
            }
    }
    feet->rms = sqrt(sum / (2 * (double)n));
    return sum;
}

static double objective(unsigned unknowns, const double *unknown, double *gradient, void *data)
{
    const struct search *s = data;
    struct contensou__feet feet;
    double q[3 * most], slope[3 * most], mean[3] = {0, 0, 0}, roots = 0, sum;

    memcpy(q, unknown, unknowns * sizeof *q);
    symmetrise(s, q);
    place(s, q, &feet);
    sum = squares(s->p, &feet, gradient ? slope : NULL);
    if (!gradient)
        return sum;
    for (int i = 0; i < s->count; ++i) {
        const double root = s->equal ? 1 : q[2 * s->count + i];

        mean[0] += slope[3 * i] / s->count;
        mean[1] += slope[3 * i + 1] / s->count;
        mean[2] += slope[3 * i + 2] * feet.share[i];
        roots += root * root;
    }
    for (int i = 0; i < s->count;
         ++i) { /* through the mean of the places and the sum of the shares */
        gradient[2 * i] = slope[3 * i] - mean[0];
        gradient[2 * i + 1] = slope[3 * i + 1] - mean[1];
        if (!s->equal)
            gradient[2 * s->count + i] =
                2 * q[2 * s->count + i] / roots * (slope[3 * i + 2] - mean[2]);
    }
    symmetrise(s, gradient); /* a projection, which is its own transpose */
    return sum;
}

/* The exact wrench about the centre of pressure, of a slip there. */
static void central_wrench(const struct search *s, const double slip[3], double f[3])
{
    const double *c = s->center;
    const double moved[3] = {slip[0] + slip[2] * c[1], slip[1] - slip[2] * c[0], slip[2]};
    double g[9];

    contensou__patch_data_wrench(&s->p->exact, moved, 0, g);
    memcpy(f, g, 3 * sizeof *f);
    f[2] -= c[0] * f[1] - c[1] * f[0];
}

static void transform(const struct image *g, const double from[3], double to[3])
{
    for (int i = 0; i < 2; ++i)
        to[i] = g->matrix[i][0] * from[0] + g->matrix[i][1] * from[1];
    to[2] = g->mirror ? -from[2] : from[2];
}

/* The image of every wrench is the wrench of the image of its slip, for slips all around. */
static int contact_has(const struct search *s, const struct image *g)
{
    enum { directions = 16 };
    const double same = 1e-6;

    for (int i = 0; i < directions; ++i) {
        const double angle = 0.3 + 2 * pi * i / directions, w = 1.3 * (i % 4 - 0.5);
        const double slip[3] = {cos(angle), sin(angle), w / s->p->size};
        double image[3], f[3], want[3], got[3];

        transform(g, slip, image);
        central_wrench(s, slip, f);
        transform(g, f, want);
        central_wrench(s, image, got);
        if (!(hypot(want[0] - got[0], want[1] - got[1]) < same &&
              fabs(want[2] - got[2]) < same * s->p->size))
            return 0;
    }
    return 1;
}

static struct image reflection(double axis)
{
    const double c = cos(2 * axis), t = sin(2 * axis);

    return (struct image){.matrix = {{c, t}, {t, -c}}, .mirror = 1};
}

static void add_image(struct search *s, const struct image *g)
{
    if (contact_has(s, g))
        s->image[s->image_count++] = *g;
}

/* Finds the axis of the contact and what it does not notice. The axis is that of its second moments; where these are
 * the same in all directions, the one of some that has most mirrors. */
static enum contensou_status find_images(struct search *s, const struct contensou_patch *patch,
                                         struct contensou_error *err)
{
    static const struct image still = {.matrix = {{1, 0}, {0, 1}}};
    static const struct image half_turn = {.matrix = {{-1, 0}, {0, -1}}};
    const double *c = s->center;
    double xx = 0, xy = 0, yy = 0, split, axis;
    int one;

    TRY(contensou_patch_moment(patch, 2, 0, 0, &xx, err));
    TRY(contensou_patch_moment(patch, 1, 1, 0, &xy, err));
    TRY(contensou_patch_moment(patch, 0, 2, 0, &yy, err));
    xx -= c[0] * c[0];
    xy -= c[0] * c[1];
    yy -= c[1] * c[1];
    split = hypot((xx - yy) / 2, xy) / ((xx + yy) / 2);
    s->axis = axis = split > 1e-6 ? atan2(2 * xy, xx - yy) / 2 : 0;
    s->along = sqrt(1 + split);
    s->across = sqrt(fmax(1 - split, 0.01));
    s->image[0] = still;
    s->image_count = 1;
    if (!s->p->has_exact)
        return CONTENSOU_OK;
    /* Three feet with all images would stand on a line, and an odd ring has one mirror only. */
    one = s->count == 3 || (split <= 1e-6 && s->count % 2);
    for (int step = 0; step < (split > 1e-6 ? 1 : 12); ++step) {
        struct search tried = *s;
        struct image mirror[2];

        tried.image_count = 1;
        tried.axis = axis + step * pi / 12;
        mirror[0] = reflection(tried.axis);
        mirror[1] = reflection(tried.axis + pi / 2);
        add_image(&tried, &mirror[0]);
        if (!one) {
            add_image(&tried, &mirror[1]);
            add_image(&tried, &half_turn);
        } else if (tried.image_count == 1)
            add_image(&tried, &mirror[1]);
        if (tried.image_count > s->image_count)
            *s = tried;
        if (s->image_count == (one ? 2 : images))
            break;
    }
    return CONTENSOU_OK;
}

/* A start: `inner` feet on a small ring or, if it is one, in the middle; the others around them. shift: half a step
 * along the rings, of the outer one (1) and of the inner one (2). */
static void start(const struct search *s, int inner, int shift, double *q)
{
    const double size = s->p->size, turn = s->image_count > 1 ? 0 : 0.1; /* off the axes */
    const double c = cos(s->axis), t = sin(s->axis);

    for (int i = 0; i < s->count; ++i) {
        const int inside = i < inner, on = inside ? inner : s->count - inner;
        const int half = shift & (inside ? 2 : 1);
        const double angle = 2 * pi * ((inside ? i : i - inner) + (half ? 0.5 : 0)) / on + turn;
        const double middle = s->image_count > 1 ? 0.001 : 0.02;
        const double r = size * (!inner ? 0.67 : !inside ? 0.8 : inner > 1 ? 0.4 : middle);
        const double x = r * s->along * cos(angle), y = r * s->across * sin(angle);

        q[2 * i] = c * x - t * y;
        q[2 * i + 1] = t * x + c * y;
        q[2 * s->count + i] = 1;
    }
}

/* Where each image takes the feet of a start; 0 if not to feet, or two to one. */
static int find_feet(struct search *s, const double *q)
{
    for (int k = 0; k < s->image_count; ++k) {
        struct image *g = &s->image[k];
        int taken[most] = {0};

        for (int i = 0; i < s->count; ++i) {
            const double from[3] = {q[2 * i], q[2 * i + 1], 0};
            double to[3], least = INFINITY;

            transform(g, from, to);
            for (int j = 0; j < s->count; ++j) {
                const double far = hypot(q[2 * j] - to[0], q[2 * j + 1] - to[1]);

                if (far < least) {
                    least = far;
                    g->foot[i] = j;
                }
            }
            if (least > 0.05 * s->p->size || taken[g->foot[i]]++)
                return 0;
        }
    }
    return 1;
}

static enum contensou_status search_feet(const struct contensou__problem *p,
                                         const struct contensou_patch *patch, int count, int equal,
                                         const double center[2], struct contensou__feet *feet,
                                         struct contensou_error *err)
{
    struct search s = {.p = p, .count = count, .equal = equal, .center = center};
    double best = INFINITY;

    TRY(find_images(&s, patch, err));
    for (int k = 0; k < 4 * (count / 2 + 1); ++k) {
        const int inner = k / 4, shift = k % 4;
        double q[3 * most], value = 0;
        struct contensou__feet found = {0};
        nlopt_opt opt;

        if ((shift & 2 && inner < 2) || (shift != 2 * (inner > 1) && s.image_count == 1))
            continue; /* the same as another one; contacts without an axis have fewer starts */
        if (count == 4 && s.image_count == images && (inner || shift != 1))
            continue; /* corners: on the axes they tip sooner, and one stands still in an arc */
        start(&s, inner, shift, q);
        if (!find_feet(&s, q))
            continue;
        opt = nlopt_create(NLOPT_LD_LBFGS, (unsigned)(equal ? 2 * count : 3 * count));
        if (opt) { /* one that ends by rounding has found its place too */
            nlopt_set_min_objective(opt, objective, (void *)&s);
            nlopt_set_ftol_rel(opt, 1e-9);
            nlopt_set_maxeval(opt, 150);
            nlopt_optimize(opt, q, &value);
            nlopt_destroy(opt);
        }
        place(&s, q, &found);
        value = squares(p, &found, NULL);
        if (value < best) {
            best = value;
            *feet = found;
        }
    }
    feet->size = p->size;
    return CONTENSOU_OK;
}

enum contensou_status contensou__export_feet_fit(const struct contensou_patch *patch,
                                                 struct contensou_device *device, int count,
                                                 int equal, struct contensou__feet *feet,
                                                 struct contensou_error *err)
{
    const struct contensou_fit_options grid = {
        .size = sizeof grid, .model = "ellipsoid", .theta_nodes = 61, .phi_nodes = 24};
    OWNED(contensou__problem_free) struct contensou__problem p = {0};
    double center[2];

    if (patch->stretch.is)
        return WRONG(err, "feet have plain friction; leave " SETTING("anisotropy") " out");
    if (count < CONTENSOU_EXPORT_FEET_LEAST || count > CONTENSOU_EXPORT_FEET_MOST)
        return WRONG(err, "%d feet; a contact has %d to %d of them", count,
                     CONTENSOU_EXPORT_FEET_LEAST, CONTENSOU_EXPORT_FEET_MOST);
    for (int k = 0; k < 2; ++k)
        TRY(contensou_patch_moment(patch, k == 0, k == 1, 0, &center[k], err));
    TRY(contensou__problem_create(&p, patch, device, &grid, err));
    return search_feet(&p, patch, count, equal, center, feet, err);
}

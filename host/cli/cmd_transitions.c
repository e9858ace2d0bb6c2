/* cmd_transitions.c: contensou transitions: the directions in which slip ends and starts, [3].
 * SPDX-License-Identifier: MIT */
#include "base/json.h"
#include "base/numbers.h"
#include "base/pi.h"
#include "base/try.h"
#include "cli/command.h"
#include "cli/contact_options.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/lost_picture.h"
#include "cli/simulation_command.h"
#include "cli/stream.h"

#include <contensou/contact.h>
#include <contensou/plot.h>
#include <contensou/table.h>
#include <contensou/transitions.h>
#include <contensou/version.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What was asked. Texts belong to the command line. */
struct setup {
    struct contensou__contact_options_job job; /* its spec is that of the law */
    struct contensou_simulation *chosen;       /* system, law, numbers, what varies */
    struct contensou_cases *cases;
    const struct contensou_transitions_law *law; /* NULL: that of [3] */
    size_t axes;                                 /* of --vary */
    int random;
    int still; /* random cases of which nothing differs */
};

/* The fast flow of directions on the sphere, as [3]'s figure 1: arrows,
 * nullclines of latitude and longitude, fixed points and the ways in and out of the saddles. */

enum {
    arrows = 700,
    grid_columns = 360,
    grid_rows = 180,
    path_steps = 3000,
    types = CONTENSOU_TRANSITIONS_DEGENERATE + 1
};

struct flow {
    const struct contensou_transitions_case *one;
    const struct contensou_transitions_law *law;
};

static void velocity(const struct flow *f, const double n[3], double x[3])
{
    struct contensou_error ignored;
    double v[3] = {NAN, NAN, NAN}, along = 0;

    contensou_transitions_pull(f->one, f->law, n, v, &ignored);
    for (int k = 0; k < 3; ++k)
        along += n[k] * v[k];
    for (int k = 0; k < 3; ++k)
        x[k] = v[k] - along * n[k];
}

static double length(const double x[3])
{
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

/* n + s x, on the sphere. */
static void moved(const double n[3], double s, const double x[3], double to[3])
{
    double size;

    for (int k = 0; k < 3; ++k)
        to[k] = n[k] + s * x[k];
    size = length(to);
    for (int k = 0; k < 3; ++k)
        to[k] /= size;
}

/* Arrows of one length at places that are spread evenly: a spiral with the golden angle. */
static void put_arrows(const struct flow *f, double *to)
{
    for (int i = 0; i < arrows; ++i) {
        const double z = 1 - (2 * i + 1.0) / arrows, turn = 2.39996322972865332 * i;
        const double n[3] = {sqrt(1 - z * z) * cos(turn), sqrt(1 - z * z) * sin(turn), z};
        double x[3], size;

        velocity(f, n, x);
        size = length(x);
        moved(n, -0.04 / size, x, to + 6 * i);
        moved(n, 0.04 / size, x, to + 6 * i + 3);
    }
}

static void place(int column, int row, double n[3])
{
    const double longitude = 2 * pi * column / grid_columns - pi,
                 latitude = pi * row / grid_rows - pi / 2;

    n[0] = cos(latitude) * cos(longitude);
    n[1] = cos(latitude) * sin(longitude);
    n[2] = sin(latitude);
}

/* The lines value = 0 as pieces of two points and a gap; returns the number of points. */
static size_t put_zero_lines(const double *value, double *to)
{
    size_t count = 0;

    for (int r = 0; r < grid_rows; ++r)
        for (int c = 0; c < grid_columns; ++c) {
            static const int edge[4][4] = {{0, 0, 1, 0}, {1, 0, 1, 1}, {1, 1, 0, 1}, {0, 1, 0, 0}};
            int found = 0;

            for (int e = 0; e < 4; ++e) {
                const int ca = c + edge[e][0], ra = r + edge[e][1];
                const int cb = c + edge[e][2], rb = r + edge[e][3];
                const double a = value[ra * (grid_columns + 1) + ca],
                             b = value[rb * (grid_columns + 1) + cb];
                double na[3], nb[3], t;

                if ((a < 0) == (b < 0) || !isfinite(a - b))
                    continue;
                place(ca, ra, na);
                place(cb, rb, nb);
                t = a / (a - b);
                for (int k = 0; k < 3; ++k)
                    to[3 * count + k] = (1 - t) * na[k] + t * nb[k];
                ++count;
                if (++found % 2 == 0) {
                    to[3 * count] = to[3 * count + 1] = to[3 * count + 2] = NAN;
                    ++count;
                }
            }
        }
    return count;
}

/* The direction in which the flow (way 1), or the flow backwards (-1), leaves a saddle: follow it near the
 * saddle and shrink. */
static void leave(const struct flow *f, const struct contensou_transitions_point *saddle, int way,
                  double turn[3])
{
    const double h = 1e-4,
                 rate = fmax(fabs(saddle->eigenvalue[0][0]), fabs(saddle->eigenvalue[1][0]));

    turn[0] = 0.3;
    turn[1] = 0.5;
    turn[2] = 0.8;
    for (int k = 0; k < 200; ++k) {
        double at[3], x[3], along = 0, size;

        moved(saddle->n, h, turn, at);
        velocity(f, at, x);
        for (int j = 0; j < 3; ++j)
            turn[j] += way * x[j] / (h * rate) * 0.5;
        for (int j = 0; j < 3; ++j)
            along += turn[j] * saddle->n[j];
        for (int j = 0; j < 3; ++j)
            turn[j] -= along * saddle->n[j];
        size = length(turn);
        for (int j = 0; j < 3; ++j)
            turn[j] /= size;
    }
}

/* 1 next to a fixed point other than number `but`. */
static int arrives(const struct contensou_transitions_result *r, int but, const double n[3])
{
    for (int j = 0; j < r->count; ++j) {
        const double *m = r->point[j].n;

        if (j != but && hypot(hypot(n[0] - m[0], n[1] - m[1]), n[2] - m[2]) < 0.012)
            return 1;
    }
    return 0;
}

/* The path from n along the flow, or against it, in steps of 0.01 by the middle of each, until it arrives;
 * returns its points. */
static size_t put_path(const struct flow *f, const struct contensou_transitions_result *r, int from,
                       int way, double n[3], double *to)
{
    size_t count = 0;
    int there = 0;

    for (int k = 0; k < path_steps && !there; ++k) {
        double middle[3], x[3], size;

        memcpy(to + 3 * count++, n, 3 * sizeof *n);
        velocity(f, n, x);
        size = length(x);
        if (size < 1e-6)
            break;
        moved(n, way * 0.005 / size, x, middle);
        velocity(f, middle, x);
        size = length(x);
        if (size < 1e-6)
            break;
        moved(n, way * 0.01 / size, x, n);
        there = arrives(r, from, n);
    }
    return count;
}

/* From each saddle to both sides, with the flow (way 1) or against it (-1). */
static size_t put_ways(const struct flow *f, const struct contensou_transitions_result *r, int way,
                       double *to)
{
    size_t count = 0;

    for (int i = 0; i < 2 * r->count; ++i) {
        const struct contensou_transitions_point *saddle = &r->point[i / 2];
        double n[3], turn[3];

        if (saddle->type != CONTENSOU_TRANSITIONS_SADDLE)
            continue;
        leave(f, saddle, way, turn);
        moved(saddle->n, i % 2 ? 0.01 : -0.01, turn, n);
        count += put_path(f, r, i / 2, way, n, to + 3 * count);
        to[3 * count] = to[3 * count + 1] = to[3 * count + 2] = NAN;
        ++count;
    }
    return count;
}

struct memory {
    double arrow[6 * arrows];
    double latitude[(grid_columns + 1) * (grid_rows + 1)],
        longitude[(grid_columns + 1) * (grid_rows + 1)];
    double line[2][3 * 6 * grid_columns * grid_rows];
    double way[2][3 * 2 * CONTENSOU_TRANSITIONS_MOST * (path_steps + 1)];
    double point[types][3 * CONTENSOU_TRANSITIONS_MOST];
};

static size_t add_points(struct memory *m, const struct contensou_transitions_result *r,
                         struct contensou_plot_sphere_layer *layer)
{
    static const enum contensou_plot_sphere_style style[types] = {
        CONTENSOU_PLOT_SPHERE_FILLED,        CONTENSOU_PLOT_SPHERE_TRIANGLE,
        CONTENSOU_PLOT_SPHERE_SQUARE,        CONTENSOU_PLOT_SPHERE_RING,
        CONTENSOU_PLOT_SPHERE_OPEN_TRIANGLE, CONTENSOU_PLOT_SPHERE_CROSS,
        CONTENSOU_PLOT_SPHERE_CROSS};
    static const char *const colour[types] = {"#000000", "#000000", "#e69f00", "#000000",
                                              "#000000", "#808080", "#cc79a7"};
    size_t layers = 0;

    for (int t = 0; t < types; ++t) {
        size_t count = 0;

        for (int i = 0; i < r->count; ++i)
            if ((int)r->point[i].type == t)
                memcpy(m->point[t] + 3 * count++, r->point[i].n, sizeof r->point[i].n);
        if (count)
            layer[layers++] = (struct contensou_plot_sphere_layer){
                contensou_transitions_type_name((enum contensou_transitions_type)t), m->point[t],
                count, style[t], colour[t]};
    }
    return layers;
}

/* Draws the flow, its nullclines and its fixed points; law NULL: that of [3]. */
static enum contensou_status draw_plot(const char *path, const char *title,
                                       const struct contensou_transitions_case *one,
                                       const struct contensou_transitions_law *law,
                                       const struct contensou_transitions_result *r,
                                       struct contensou_error *err)
{
    static const char *const axis[3] = {"x", "y", "spin"};
    const struct flow f = {one, law};
    struct contensou_plot_sphere_layer layer[5 + types];
    struct memory *m = calloc(1, sizeof *m);
    size_t layers = 5, count;
    enum contensou_status status;

    if (!m)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory to draw '%s'", path);
    put_arrows(&f, m->arrow);
    for (int row = 0; row <= grid_rows; ++row)
        for (int column = 0; column <= grid_columns; ++column) {
            const int at = row * (grid_columns + 1) + column;
            double n[3], x[3];

            place(column, row, n);
            velocity(&f, n, x);
            m->latitude[at] = x[2];
            m->longitude[at] = n[0] * x[1] - n[1] * x[0];
        }
    layer[0] = (struct contensou_plot_sphere_layer){NULL, m->arrow, 2 * arrows,
                                                    CONTENSOU_PLOT_SPHERE_ARROWS, "#a0a0a0"};
    count = put_ways(&f, r, 1, m->way[0]);
    layer[1] = (struct contensou_plot_sphere_layer){count ? "out of a saddle" : NULL, m->way[0],
                                                    count, CONTENSOU_PLOT_SPHERE_THIN, "#009e73"};
    count = put_ways(&f, r, -1, m->way[1]);
    layer[2] = (struct contensou_plot_sphere_layer){count ? "into a saddle" : NULL, m->way[1],
                                                    count, CONTENSOU_PLOT_SPHERE_THIN, "#cc79a7"};
    count = put_zero_lines(m->latitude, m->line[0]);
    layer[3] = (struct contensou_plot_sphere_layer){"share of spin stays", m->line[0], count,
                                                    CONTENSOU_PLOT_SPHERE_LINE, "#0072b2"};
    count = put_zero_lines(m->longitude, m->line[1]);
    layer[4] = (struct contensou_plot_sphere_layer){"direction of sliding stays", m->line[1], count,
                                                    CONTENSOU_PLOT_SPHERE_LINE, "#d55e00"};
    layers += add_points(m, r, layer + layers);
    status = contensou_plot_sphere(path, title, axis, layer, layers, err);
    free(m);
    return status;
}

/* Many slip-stick transitions at once, a row each, and maps of them. */

enum { most_drawn = 4000000, fields = CONTENSOU_TRANSITIONS_FIELDS };

/* Everything of a run; all zero is nothing. */
struct work {
    struct setup *s;
    size_t varies, columns;
    struct contensou_transitions_ensemble *ensemble;
    struct contensou__stream stream;
    size_t tally
        [8]; /* solved cases with 2, 4, 6 points; no case; ambiguous; foci; cycles; undecided */
};

/* The fields of a block: each case as it is solved, then by its fields for the device, its unit of length,
 * its number, its results, the varied numbers. */
static struct contensou_transitions_case *cases_of(const struct contensou__stream_block *b)
{
    return (struct contensou_transitions_case *)contensou__stream_field(b, 0);
}

enum { inputs = fields, units = 2 * fields, numbers, results };

static const char *const outcomes[] = {"solved", "no case"};
static const char *const drawn[] = {"fixed_points", "ambiguous", "foci", "limit_cycle"};
enum { drawn_points, drawn_ambiguous, drawn_foci, drawn_count = sizeof drawn / sizeof *drawn };

static size_t column_of(const char *name)
{
    size_t k = 0;

    while (strcmp(contensou_transitions_column(k), name) != 0)
        ++k;
    return k;
}

/* 1 if the field differs from case to case. */
static int differs(const struct contensou_cases *c, const char *field)
{
    for (size_t k = 0; k < contensou_cases_varied_count(c); ++k)
        if (strcmp(contensou_cases_varied_name(c, k), field) == 0)
            return 1;
    return 0;
}

static enum contensou_status open_table(void *work, struct contensou_error *err)
{
    struct work *w = work;
    const struct setup *s = w->s;
    const struct contensou__options *o = s->job.options;
    const struct contensou_device_info *about = contensou_device_about(w->stream.device);
    struct contensou_table_column column[contensou__stream_columns];
    struct contensou_table_attribute attribute[fields + 12];
    size_t count = 0, attributes = 0;

    column[count++] = (struct contensou_table_column){"case", CONTENSOU_TABLE_WHOLE, NULL, 0};
    for (size_t k = 0; k < w->varies; ++k)
        column[count++] =
            (struct contensou_table_column){.name = contensou_cases_varied_name(s->cases, k)};
    for (size_t k = 0; k < w->columns; ++k) {
        const char *name = contensou_transitions_column(k);

        column[count++] =
            k == 0 ? (struct contensou_table_column){name, CONTENSOU_TABLE_WORD, outcomes, 2}
                   : (struct contensou_table_column){.name = name};
    }
    for (size_t k = 0; k < fields; ++k)
        if (!differs(s->cases, contensou_transitions_field(k)))
            attribute[attributes++] = (struct contensou_table_attribute){
                contensou_transitions_field(k), NULL, contensou_cases_field(s->cases, k)};
    attribute[attributes++] =
        (struct contensou_table_attribute){"law", contensou_cases_law_name(s->cases), 0};
    if (s->law) {
        attribute[attributes++] = (struct contensou_table_attribute){"shape", s->job.spec.shape, 0};
        attribute[attributes++] = (struct contensou_table_attribute){
            "pressure", contensou_contact_pressure(&s->job.spec), 0};
    }
    attribute[attributes++] =
        (struct contensou_table_attribute){"vary", contensou_cases_text(s->cases), 0};
    attribute[attributes++] = (struct contensou_table_attribute){
        "precision", contensou__options_value(o, "precision"), 0};
    attribute[attributes++] =
        (struct contensou_table_attribute){"command_line", contensou__options_line(o), 0};
    attribute[attributes++] = (struct contensou_table_attribute){"version", CONTENSOU_VERSION, 0};
    attribute[attributes++] = (struct contensou_table_attribute){"device", about->name, 0};
    attribute[attributes++] = (struct contensou_table_attribute){"platform", about->platform, 0};
    attribute[attributes++] = (struct contensou_table_attribute){"driver", about->driver, 0};
    return contensou_table_open_columns(&w->stream.table, s->job.output, column, count, attribute,
                                        attributes, err);
}

static enum contensou_status check_plot(const struct work *w, struct contensou_error *err)
{
    if (w->s->random || w->s->axes > 2)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--plot draws one case, or one or two --vary, and not %s; leave "
                              "--plot out",
                              w->s->random ? "random cases" : "more");
    if (w->stream.total > most_drawn)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--plot draws at most %d cases, and there are %zu", (int)most_drawn,
                              w->stream.total);
    return CONTENSOU_OK;
}

static int is_json(const char *path)
{
    const size_t length = path ? strlen(path) : 0;

    return length > 5 && strcmp(path + length - 5, ".json") == 0;
}

/* What many cases cannot be asked for. */
static enum contensou_status check_many(const struct work *w, struct contensou_error *err)
{
    const struct contensou__contact_options_job *job = &w->s->job;

    if (is_json(job->output))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "-o %s: JSON holds one case, and many have one row each; give "
                              "FILE.csv or FILE.h5",
                              job->output);
    if (job->plot)
        TRY(check_plot(w, err));
    if (job->dump && w->s->law)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--dump-program: under the law of a contact there is no device "
                              "program; leave it out");
    return CONTENSOU_OK;
}

static void count(struct work *w, size_t n, const double *result)
{
    const size_t points = column_of("fixed_points"), ambiguous = column_of("ambiguous");
    const size_t foci = column_of("foci"), cycle = column_of("limit_cycle");

    for (size_t i = 0; i < n; ++i) {
        const double *row = result + i;

        if (row[0] != 0) {
            ++w->tally[3];
            continue;
        }
        for (size_t k = 0; k < 3; ++k)
            w->tally[k] += row[points * n] == 2.0 * (double)(k + 1);
        w->tally[4] += row[ambiguous * n] > 0;
        w->tally[5] += row[foci * n] > 0;
        w->tally[6] += row[cycle * n] > 0;
        w->tally[7] += isnan(row[cycle * n]) != 0;
    }
}

/* The columns of contensou_transitions_run for one result. */
static void put_row(const struct contensou_transitions_result *r, size_t n, double *row)
{
    double count[CONTENSOU_TRANSITIONS_DEGENERATE + 1] = {0}, escapes = 0;

    for (int i = 0; i < r->count; ++i) {
        const enum contensou_transitions_type type = r->point[i].type;

        ++count[type];
        escapes += (type == CONTENSOU_TRANSITIONS_STABLE_NODE ||
                    type == CONTENSOU_TRANSITIONS_STABLE_FOCUS) &&
                   r->point[i].rdot > 0;
    }
    row[0] = 0;
    row[n] = r->count;
    row[2 * n] =
        count[CONTENSOU_TRANSITIONS_STABLE_NODE] + count[CONTENSOU_TRANSITIONS_STABLE_FOCUS];
    row[3 * n] = count[CONTENSOU_TRANSITIONS_SADDLE];
    row[4 * n] =
        count[CONTENSOU_TRANSITIONS_UNSTABLE_NODE] + count[CONTENSOU_TRANSITIONS_UNSTABLE_FOCUS];
    row[5 * n] =
        count[CONTENSOU_TRANSITIONS_STABLE_FOCUS] + count[CONTENSOU_TRANSITIONS_UNSTABLE_FOCUS];
    row[6 * n] = count[CONTENSOU_TRANSITIONS_UNSTABLE_FOCUS];
    row[7 * n] = count[CONTENSOU_TRANSITIONS_CENTRE] + count[CONTENSOU_TRANSITIONS_DEGENERATE];
    row[8 * n] = escapes;
    row[9 * n] = r->stick_load;
    row[10 * n] = r->stick_admissible;
    row[11 * n] = r->ambiguous;
    row[12 * n] = r->limit_cycle < 0 ? (double)NAN : r->limit_cycle;
}

/* One after the other; a mass matrix that is not positive definite is no case. */
static enum contensou_status solve_by_law(struct work *w, struct contensou__stream_block *b,
                                          struct contensou_error *err)
{
    const double *unit = contensou__stream_field(b, units);
    enum contensou_status status = CONTENSOU_OK;

    for (size_t i = 0; i < b->n && !status; ++i) {
        double *row = contensou__stream_field(b, results) + i;
        struct contensou_transitions_result r;

        status = contensou_cases_solve(w->s->cases, &cases_of(b)[i], unit[i], &r, err);
        if (!status)
            put_row(&r, b->n, row);
        for (size_t k = 0; k < w->columns && status == CONTENSOU_EARGUMENT; ++k)
            row[k * b->n] = k == 0 ? 1 : (double)NAN;
        if (status == CONTENSOU_EARGUMENT)
            status = CONTENSOU_OK;
        if (!status)
            status = contensou__progress_check(err);
    }
    return status;
}

static enum contensou_status solve(void *work, struct contensou__stream_block *b,
                                   struct contensou_error *err)
{
    struct work *w = work;
    double *in = contensou__stream_field(b, inputs);

    if (w->s->law)
        return solve_by_law(w, b, err);
    for (size_t i = 0; i < b->n; ++i) {
        double value[fields];

        memcpy(value, &cases_of(b)[i], sizeof value);
        for (size_t k = 0; k < fields; ++k)
            in[k * b->n + i] = value[k];
    }
    return contensou_transitions_run(w->ensemble, b->n, in, contensou__stream_field(b, results),
                                     err);
}

static enum contensou_status read_cases(void *work, size_t rows, struct contensou__stream_block *b,
                                        struct contensou_error *err)
{
    struct work *w = work;
    const size_t left = w->stream.total - b->from;

    b->n = left < rows ? left : rows;
    for (size_t i = 0; i < b->n; ++i)
        contensou__stream_field(b, numbers)[i] = (double)(b->from + i);
    return contensou_cases_read(w->s->cases, b->from, b->n, cases_of(b),
                                contensou__stream_field(b, units),
                                contensou__stream_field(b, results + w->columns), NULL, err);
}

static enum contensou_status columns(void *work, struct contensou__stream_block *b,
                                     const double **column, struct contensou_error *err)
{
    struct work *w = work;
    const double *result = contensou__stream_field(b, results);

    (void)err;
    count(w, b->n, result);
    *column++ = contensou__stream_field(b, numbers);
    for (size_t k = 0; k < w->varies; ++k)
        *column++ = contensou__stream_field(b, results + w->columns) + k * b->n;
    for (size_t k = 0; k < w->columns; ++k)
        *column++ = result + k * b->n;
    return CONTENSOU_OK;
}

static int changes(const double *value, size_t count)
{
    for (size_t i = 1; i < count; ++i)
        if (value[i] != value[0])
            return 1;
    return 0;
}

enum { most_words = 9 };

/* Counts and answers are drawn as words, one colour each: `to` has the place of the word of each value. Gives their number; 0
 * where there is no word for one. */
static size_t words_of(size_t k, const double *value, size_t count, double *to,
                       const char *const **word)
{
    static const char *const points[most_words] = {"2",  "4",  "6",  "8", "10",
                                                   "12", "14", "16", "18"},
                             *const counts[most_words] = {"0", "1", "2", "3", "4",
                                                          "5", "6", "7", "8"},
                             *const answers[most_words] = {"no", "yes"};
    const size_t most = k == drawn_points || k == drawn_foci ? most_words : 2;
    size_t words = 0;

    *word = k == drawn_points ? points : k == drawn_foci ? counts : answers;
    for (size_t i = 0; i < count; ++i) {
        to[i] = k == drawn_points ? 0.5 * value[i] - 1 : value[i];
        if (!isnan(to[i]) && !(to[i] >= 0 && to[i] < (double)most && to[i] == floor(to[i])))
            return 0;
        words = to[i] >= (double)words ? (size_t)to[i] + 1 : words;
    }
    return words;
}

/* Two numbers make maps; one makes curves. */
static enum contensou_status draw_all(void *work, struct contensou_error *err)
{
    const struct work *w = work;
    static const char *const titles[drawn_count] = {"fixed points", "ambiguous stick", "foci",
                                                    "limit cycle"};
    const struct contensou_cases *cases = w->s->cases;
    const size_t axes = w->s->axes, last = axes - 1, total = w->stream.total;
    const size_t columns = contensou_cases_axis(cases, last, NULL);
    const size_t rows = axes == 2 ? contensou_cases_axis(cases, 0, NULL) : 1;
    const char *x_name = contensou_cases_varied_name(cases, last);
    const char *y_name = contensou_cases_varied_name(cases, 0);
    double *x = malloc((columns + rows + drawn_count * total) * sizeof *x),
           *y = x ? x + columns : NULL, *place = x ? y + rows : NULL;
    struct contensou_plot_map maps[drawn_count];
    struct contensou_plot_trace trace[drawn_count];
    struct contensou_plot_panel panel[drawn_count];
    size_t shown = 0;
    enum contensou_status status;

    if (!x)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory to draw '%s'", w->s->job.plot);
    contensou_cases_axis(cases, last, x);
    for (size_t k = 0; k < drawn_count; ++k) {
        const double *const value = w->stream.kept[k];

        if (k > 0 && !changes(value, total))
            continue; /* the same everywhere: say() tells it */
        maps[shown] = (struct contensou_plot_map){titles[k], value, NULL, 0};
        maps[shown].words = words_of(k, value, total, place + k * total, &maps[shown].word);
        if (maps[shown].words)
            maps[shown].value = place + k * total;
        else
            maps[shown].word = NULL;
        trace[shown] = (struct contensou_plot_trace){
            .x = x, .y = value, .count = columns, .style = CONTENSOU_PLOT_LINE};
        panel[shown] = (struct contensou_plot_panel){titles[k], &trace[shown], 1};
        ++shown;
    }
    if (axes == 2) {
        contensou_cases_axis(cases, 0, y);
        status = contensou_plot_maps(w->s->job.plot, NULL, "slip-stick transitions", x_name, y_name,
                                     x, columns, y, rows, maps, shown, err);
    } else {
        status = contensou_plot_panels(w->s->job.plot, "slip-stick transitions", x_name, panel,
                                       shown, err);
    }
    free(x);
    return status;
}

static void say(const struct work *w)
{
    const size_t *t = w->tally;

    if (contensou__progress_speaks())
        fprintf(stderr,
                "%zu cases: %zu with 2, %zu with 4, %zu with 6 fixed points; %zu ambiguous; %zu "
                "with foci, %zu with an attracting limit cycle\n",
                w->stream.total, t[0], t[1], t[2], t[4], t[5], t[6]);
    if (w->s->still)
        fprintf(stderr,
                "contensou transitions: warning: all cases are the same, since nothing is "
                "drawn; add --vary b1=-1:1 or other ranges, or leave --mass or --drive out\n");
    if (t[3])
        fprintf(stderr,
                "contensou transitions: warning: %zu of %zu mass matrices are not positive "
                "definite; their rows have the outcome 'no case'\n",
                t[3], w->stream.total);
    if (t[7])
        fprintf(stderr,
                "contensou transitions: warning: for %zu of %zu cases it was not decided whether "
                "there is a limit cycle\n",
                t[7], w->stream.total);
}

static enum contensou_status create(void *work, struct contensou_error *err)
{
    struct work *w = work;

    return w->s->law
               ? CONTENSOU_OK
               : contensou_transitions_create(&w->ensemble, w->stream.device, &w->s->job.eval, err);
}

static const char *program(const void *work)
{
    return contensou_transitions_program(((const struct work *)work)->ensemble);
}

static enum contensou_status run_many(struct setup *s, struct contensou_error *err)
{
    static const struct contensou__stream_steps steps = {.table = open_table,
                                                         .create = create,
                                                         .read = read_cases,
                                                         .solve = solve,
                                                         .columns = columns,
                                                         .program = program,
                                                         .draw = draw_all};
    struct work w = {.s = s,
                     .varies = contensou_cases_varied_count(s->cases),
                     .columns = contensou_transitions_column_count(),
                     .stream = {.job = &s->job,
                                .unit = "cases",
                                .total = (size_t)contensou_cases_count(s->cases),
                                .smallest = 1 << 16,
                                .largest = 1 << 16,
                                .keeps = drawn_count}};
    enum contensou_status status = check_many(&w, err);

    w.stream.fields = results + w.columns + w.varies;
    for (size_t k = 0; k < drawn_count; ++k)
        w.stream.keep[k] = 1 + w.varies + column_of(drawn[k]);
    if (!status)
        status = contensou__stream_run(&w.stream, &steps, &w, err);
    if (!status)
        say(&w);
    contensou_transitions_free(w.ensemble);
    contensou__stream_close(&w.stream);
    return status;
}

enum { mass_count = 6, full_count = 9 };

static size_t count_numbers(const char *text)
{
    size_t count = 1;

    for (; *text; ++text)
        count += *text == ',';
    return count;
}

/* Six numbers, or nine: the whole matrix row by row. */
static enum contensou_status read_mass(const char *text, double mass[mass_count],
                                       struct contensou_error *err)
{
    static const int place[mass_count] = {0, 1, 2, 4, 5, 8},
                     mirror[mass_count] = {0, 3, 6, 4, 7, 8};
    const size_t count = count_numbers(text);
    double full[full_count];

    if (count == mass_count)
        return contensou__numbers_list(text, "--mass m11,m12,m13,m22,m23,m33", mass, mass_count,
                                       err);
    if (count != full_count)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--mass: %zu number%s; give the six m11,m12,m13,m22,m23,m33, such as "
                              "2,0,0,1,0,0.1, or all nine row by row",
                              count, count == 1 ? "" : "s");
    TRY(contensou__numbers_list(text, "--mass, row by row", full, full_count, err));
    for (int i = 0; i < mass_count; ++i) {
        mass[i] = full[place[i]];
        if (full[mirror[i]] != mass[i])
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "--mass: the matrix is not symmetric: %s = %.15g, but below the "
                                  "diagonal it is %.15g",
                                  contensou_transitions_field((size_t)i), mass[i], full[mirror[i]]);
    }
    return CONTENSOU_OK;
}

static enum contensou_status read_setup(struct setup *s, const struct contensou__options *o,
                                        struct contensou_error *err)
{
    const char *mass_text = contensou__options_value(o, "mass");
    const char *drive_text = contensou__options_value(o, "drive");
    const struct contensou_progress bar = contensou__progress_of(NULL);
    double mass[mass_count], drive[3];

    TRY(contensou__contact_options_read(o, &s->job.spec, err));
    contensou__contact_options_job_places(&s->job, o);
    s->random = contensou__options_given(o, "random");
    s->axes = o->repeat_count;
    s->still = s->random && !s->axes &&
               ((mass_text && drive_text) || contensou__options_given(o, "system"));
    if (mass_text)
        TRY(read_mass(mass_text, mass, err));
    if (drive_text)
        TRY(contensou__numbers_list(drive_text, "--drive b1,b2,b3", drive, 3, err));
    if (s->job.plot)
        TRY(contensou_plot_check(s->job.plot, err));
    TRY(contensou_simulation_create(&s->chosen, err));
    TRY(contensou__simulation_command_choose(s->chosen, o, err));
    contensou_simulation_set_progress(s->chosen, &bar);
    TRY(contensou_simulation_cases(s->chosen, mass_text ? mass : NULL, drive_text ? drive : NULL,
                                   &s->cases, err));
    s->law = contensou_cases_law(s->cases);
    return CONTENSOU_OK;
}

static void put_numbers(struct contensou__json *j, const char *key, const double *value,
                        size_t count)
{
    contensou__json_array(j, key);
    for (size_t i = 0; i < count; ++i)
        contensou__json_number(j, NULL, value[i]);
    contensou__json_end(j);
}

static void put_point(struct contensou__json *j, const struct contensou_transitions_point *p)
{
    contensou__json_object(j, NULL);
    put_numbers(j, "n", p->n, 3);
    contensou__json_number(j, "rdot", p->rdot);
    contensou__json_string(j, "type", contensou_transitions_type_name(p->type));
    contensou__json_array(j, "eigenvalues");
    put_numbers(j, NULL, p->eigenvalue[0], 2);
    put_numbers(j, NULL, p->eigenvalue[1], 2);
    contensou__json_end(j);
    put_numbers(j, "slip", p->slip, 3);
    contensou__json_end(j);
}

/* One case, solved. */
struct one {
    struct contensou_transitions_case c;
    struct contensou_transitions_result r;
    const struct setup *s;
    double a; /* the contact's unit of length */
};

static void put_case(struct contensou__json *j, const struct one *w)
{
    const char *name;
    double value;

    contensou__json_flag(j, "stick_admissible", w->r.stick_admissible);
    contensou__json_flag(j, "ambiguous", w->r.ambiguous);
    contensou__json_number(j, "stick_load", w->r.stick_load);
    if (w->r.limit_cycle < 0)
        contensou__json_string(j, "limit_cycle", NULL);
    else
        contensou__json_flag(j, "limit_cycle", w->r.limit_cycle);
    contensou__json_whole(j, "index_sum", w->r.index);
    contensou__json_array(j, "fixed_points");
    for (int i = 0; i < w->r.count; ++i)
        put_point(j, &w->r.point[i]);
    contensou__json_end(j);
    put_numbers(j, "mass", w->c.mass, mass_count);
    put_numbers(j, "drive", w->c.drive, 3);
    contensou__json_object(j, "parameters");
    contensou__json_number(j, "mu_lambda", w->c.mu_lambda);
    contensou__json_number(j, "mu_tau", w->c.mu_tau);
    contensou__json_number(j, "c_omega", w->c.c_omega);
    contensou__json_number(j, "lambda_n", w->c.lambda_n);
    if (w->s->law)
        contensou__json_number(j, "a", w->a);
    contensou__json_end(j);
    contensou__json_string(j, "law", contensou_cases_law_name(w->s->cases));
    if (!w->s->law)
        return;
    contensou__json_object(j, "contact");
    contensou__json_string(j, "shape", w->s->job.spec.shape);
    contensou__json_string(j, "pressure", contensou_contact_pressure(&w->s->job.spec));
    put_numbers(j, "tilt", (const double[2]){w->s->job.spec.tilt_k, w->s->job.spec.tilt_beta}, 2);
    put_numbers(j, "anisotropy", w->s->job.spec.anisotropy, 2);
    put_numbers(j, "center", w->s->job.spec.center, 2);
    contensou__json_end(j);
    contensou__json_object(j, "law_parameters");
    for (size_t i = 0; (name = contensou_cases_law_parameter(w->s->cases, i, &value)); ++i)
        contensou__json_number(j, name, value);
    contensou__json_end(j);
}

static enum contensou_status write_json(const struct one *w, const char *path,
                                        struct contensou_error *err)
{
    struct contensou__text_file file = {0};
    struct contensou__json j = {0};
    enum contensou_status status = contensou__text_file_open(&file, path, err);

    contensou__json_object(&j, NULL);
    put_case(&j, w);
    contensou__json_string(&j, "command_line", contensou__options_line(w->s->job.options));
    contensou__json_string(&j, "version", CONTENSOU_VERSION);
    contensou__json_end(&j);
    if (!status && j.text.failed)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the text of '%s'", path);
    if (!status)
        status = contensou__text_file_close(&file, j.text.data, err);
    else
        contensou__text_file_discard(&file);
    contensou__text_free(&j.text);
    return status;
}

/* A row a fixed point. */
static enum contensou_status write_table(const struct one *w, const char *path,
                                         struct contensou_error *err)
{
    static const char *const names[] = {"n1",   "n2",   "n3",  "vx",  "vy",  "omega",
                                        "rdot", "type", "re1", "im1", "re2", "im2"};
    enum { columns = sizeof names / sizeof *names };
    const char *words[types];
    struct contensou_table_column column[columns];
    const struct contensou_table_attribute attribute[] = {
        {"stick_admissible", NULL, w->r.stick_admissible},
        {"ambiguous", NULL, w->r.ambiguous},
        {"stick_load", NULL, w->r.stick_load},
        {"command_line", contensou__options_line(w->s->job.options), 0},
        {"version", CONTENSOU_VERSION, 0},
    };
    double value[columns][CONTENSOU_TRANSITIONS_MOST];
    const double *at[columns];
    struct contensou_table *table = NULL;
    enum contensou_status status;

    for (int k = 0; k < types; ++k)
        words[k] = contensou_transitions_type_name((enum contensou_transitions_type)k);
    for (int k = 0; k < columns; ++k) {
        column[k] = (struct contensou_table_column){.name = names[k]};
        at[k] = value[k];
    }
    column[7] = (struct contensou_table_column){"type", CONTENSOU_TABLE_WORD, words, types};
    for (int i = 0; i < w->r.count; ++i) {
        const struct contensou_transitions_point *p = &w->r.point[i];
        const double row[columns] = {p->n[0],
                                     p->n[1],
                                     p->n[2],
                                     p->slip[0],
                                     p->slip[1],
                                     p->slip[2],
                                     p->rdot,
                                     (double)p->type,
                                     p->eigenvalue[0][0],
                                     p->eigenvalue[0][1],
                                     p->eigenvalue[1][0],
                                     p->eigenvalue[1][1]};

        for (int k = 0; k < columns; ++k)
            value[k][i] = row[k];
    }
    status = contensou_table_open_columns(&table, path, column, columns, attribute,
                                          sizeof attribute / sizeof *attribute, err);
    if (!status)
        status = contensou_table_append(table, (size_t)w->r.count, at, err);
    if (status) {
        contensou_table_discard(table);
        return status;
    }
    return contensou_table_close(table, err);
}

static void print_point(const struct contensou_transitions_point *p)
{
    printf("  %-15s %10.6f %10.6f %10.6f %13.6g  ", contensou_transitions_type_name(p->type),
           p->n[0], p->n[1], p->n[2], p->rdot);
    if (p->eigenvalue[0][1] != 0)
        printf("%.6g +- %.6g i\n", p->eigenvalue[0][0], p->eigenvalue[0][1]);
    else
        printf("%.6g, %.6g\n", p->eigenvalue[0][0], p->eigenvalue[1][0]);
}

static void print_case(const struct one *w)
{
    const struct contensou_transitions_result *r = &w->r;
    int stable = 0, starting = 0;

    for (int i = 0; i < r->count; ++i) {
        const int is = r->point[i].type == CONTENSOU_TRANSITIONS_STABLE_NODE ||
                       r->point[i].type == CONTENSOU_TRANSITIONS_STABLE_FOCUS;

        stable += is;
        starting += is && r->point[i].rdot > 0;
    }
    printf("stick is %s: the load is %.6g of what the contact holds%s\n",
           r->stick_admissible ? "admissible" : "not admissible", r->stick_load,
           r->ambiguous ? "; ambiguous: slip may start all the same" : "");
    printf("%d fixed points, %d stable, %d of these lead away from stick\n", r->count, stable,
           starting);
    if (r->limit_cycle > 0)
        puts("directions also go round and round: there is an attracting limit cycle");
    printf("\n  %-15s %10s %10s %10s %13s  %s\n", "type", "n1", "n2", "n3", "rdot", "eigenvalues");
    for (int i = 0; i < r->count; ++i)
        print_point(&r->point[i]);
}

static void warn(const struct contensou_transitions_result *r)
{
    int degenerate = 0;

    for (int i = 0; i < r->count; ++i)
        degenerate += r->point[i].type == CONTENSOU_TRANSITIONS_DEGENERATE;
    if (degenerate)
        fprintf(stderr,
                "contensou transitions: warning: %d fixed points are degenerate (an eigenvalue is "
                "zero): they stand for a fold or for a whole circle of them\n",
                degenerate);
    else if (r->index != 2)
        fprintf(stderr,
                "contensou transitions: warning: the indices of the fixed points found add up to "
                "%d and not to 2: some were not found\n",
                r->index);
    if (r->limit_cycle < 0)
        fprintf(stderr, "contensou transitions: warning: whether there is an attracting limit "
                        "cycle was not decided\n");
}

static const char *title(const struct one *w, char *text, size_t size)
{
    snprintf(text, size,
             "%d directions of slip near rest, stick is %s%s; M=%g,%g,%g,%g,%g,%g b=%g,%g,%g",
             w->r.count, w->r.stick_admissible ? "admissible" : "not admissible",
             w->r.ambiguous ? " and ambiguous" : "", w->c.mass[0], w->c.mass[1], w->c.mass[2],
             w->c.mass[3], w->c.mass[4], w->c.mass[5], w->c.drive[0], w->c.drive[1], w->c.drive[2]);
    return text;
}

static enum contensou_status run_one(struct setup *s, struct contensou_error *err)
{
    const struct contensou__contact_options_job *job = &s->job;
    struct one w = {.s = s};
    double slip[3];
    char text[400];
    enum contensou_status status =
        contensou_cases_read(s->cases, 0, 1, &w.c, &w.a, NULL, slip, err);

    if (status)
        return status;
    if (contensou__progress_speaks() &&
        (fabs(slip[0]) > 0 || fabs(slip[1]) > 0 || fabs(slip[2]) > 0))
        fprintf(stderr,
                "the slip at this state is %.6g, %.6g, %.6g; transitions are those near rest with "
                "the mass and drive of this state\n",
                slip[0], slip[1], slip[2]);
    status = contensou_cases_solve(s->cases, &w.c, w.a, &w.r, err);
    if (!status && job->output)
        status = is_json(job->output) ? write_json(&w, job->output, err)
                                      : write_table(&w, job->output, err);
    else if (!status && !job->plot)
        print_case(&w);
    if (!status && job->plot)
        status = contensou__lost_picture_warn(
            draw_plot(job->plot, title(&w, text, sizeof text), &w.c, s->law, &w.r, err), err);
    if (!status)
        warn(&w.r);
    return status;
}

static enum contensou_status run(const struct contensou__options *options,
                                 struct contensou_error *err)
{
    struct setup s = {.random = 0};
    enum contensou_status status = read_setup(&s, options, err);

    if (!status)
        status = s.random || s.axes ? run_many(&s, err) : run_one(&s, err);
    contensou_cases_free(s.cases);
    contensou_simulation_free(s.chosen);
    return status;
}

static const struct contensou__option option_rows[] = {
    {"mass", 0, "M11,..", NULL,
     "the local mass matrix m11,m12,m13,m22,m23,m33 of the slip (vx, vy, omega), or all nine "
     "entries row by row; symmetric, positive definite (required, but for --system and for "
     "--random without --vary)"},
    {"drive", 0, "B1,B2,B3", NULL,
     "the acceleration of the slip without friction (required, but for --system and for --random "
     "without --vary)"},
    {"system", 0, "SYSTEM", NULL,
     "take mass and drive from the state of a system, such as pendulum, in the units of its "
     "slip (lengths over the radius of the contact), in the axes of the contact (--frame) and per "
     "mu N; its fields by --set omega_0=40 and --vary, its state by --init and --vary init.STATE"},
    {"init", 0, "STATE=X,..", NULL,
     "with --system: the state, by the names of 'contensou list systems' (default: those listed)"},
    {"set", 0, "NAME=X,..", NULL,
     "mu_lambda (1), mu_tau (0.5), c_omega (0.5) and lambda_n (1) of [3](2)-(3), all above 0. With "
     "a contact mu_lambda is the friction coefficient, a (1, or what --unit says) its unit of "
     "length, or mu_tau, the torque in pure spin over lambda_n, in its place; c_omega is then only "
     "the unit of n (the size of the contact)"},
    {"law", 0, "LAW", NULL,
     "instead of [3]'s: {contact laws}, fitted to the contact where they have parameters, which "
     "--set law.b=.. sets instead (default where --shape is given: integral)"},
    {"shape", 0, "SHAPE", "disk",
     "the contact of the law, lengths in units a; 'contensou list contacts' has them all"},
    {"pressure", 0, "PRESSURE", NULL, "such as uniform, hertz or power:0.5 (default: uniform)"},
    {"tilt", 0, "K,BETA", NULL, "multiply the pressure by 1 + k (x cos beta - y sin beta)"},
    {"center", 0, "X,Y", "0,0", "the reference point, in the shape's own coordinates"},
    CONTENSOU__CONTACT_OPTIONS_ANISOTROPY,
    CONTENSOU__CONTACT_OPTIONS_UNIT,
    CONTENSOU__CONTACT_OPTIONS_FRAME,
    {"vary", 0, "NAME=R...", NULL,
     "many cases: an entry m11 .. m33, b1, b2, b3 or a number of --set that differs from case to "
     "case; R is a range lo:hi:n or a list. Several make a grid, the first one slowest"},
    {"random", 0, "SEED,N", NULL,
     "N cases, uniformly random within the ends of each --vary lo:hi. Without --vary, mass and "
     "drive are drawn: m11, m22 and m33/c_omega^2 from 1/3 to 3, uniform in their logarithm; "
     "m_ij/sqrt(m_ii m_jj) uniform among the positive definite ones; the load M b over (mu_lambda, "
     "mu_lambda, mu_tau) lambda_n uniform in the cube from -1.5 to 1.5. A --mass or --drive that "
     "is given stays"},
    {"output", 'o', "FILE", NULL,
     "write to FILE.json, or a table, one row a fixed point, to FILE.csv or FILE.h5; for many "
     "cases one row a case to FILE.csv or FILE.h5 (default: text for a reader, or CSV, to "
     "standard output, unless there is --plot)"},
    {"plot", 0, "FILE", NULL,
     "draw the flow on the sphere of directions, or for one or two --vary the number of fixed "
     "points and so on over them: FILE.png, FILE.svg or FILE.pdf"},
    {"dump-program", 0, "FILE", NULL,
     "for many cases: write the text of the device program to FILE"},
};

const struct contensou__command contensou__cmd_transitions_command = {
    .name = "transitions",
    .summary = "the directions in which slip ends in stick or starts from it",
    .usage = "--mass M11,M12,M13,M22,M23,M33 --drive B1,B2,B3\n"
             "                             [--set mu_lambda=1,mu_tau=0.5,c_omega=0.5]\n"
             "                             [--vary NAME=R | --random SEED,N] [-o FILE]\n"
             "                             [--plot FILE] [options]",
    .about =
        "Near rest the direction n = (vx, vy, c_omega omega)/r of the slip moves fast and its size "
        "r slowly [3]. Slip ends (rdot < 0) and starts (rdot > 0) along the stable fixed points of "
        "n. For one case this finds all of them, with type and eigenvalues (of dn/ds, dt = r ds), "
        "by falling rdot; whether stick is admissible (stick_load <= 1: the contact holds the load "
        "M b); whether it is ambiguous (admissible, and yet slip may start along a stable fixed "
        "point); and whether there is an attracting limit cycle of directions.\n\n"
        "Many cases are solved on the device, one row each: case, the varied numbers, outcome "
        "(solved, or no case: the mass matrix is not positive definite), fixed_points, stable, "
        "saddles, unstable, foci, unstable_foci, degenerate, escapes (stable ones with rdot > 0), "
        "stick_load, stick_admissible, ambiguous, limit_cycle (1, 0, or empty where not decided). "
        "limit_cycle is 1 where no fixed point is stable, or where the flow away from an unstable "
        "focus comes back to itself.\n\n"
        "With --shape or --law the same is found for the law of a contact, exact or fitted, by a "
        "search over the sphere; many cases are then solved one after the other on this processor. "
        "Under the exact law stick is never ambiguous.",
    .examples =
        "  Six directions, as JSON and as a picture ([3], figure 1):\n"
        "    contensou transitions --mass 2,0,0,1,0,0.1 --drive 0.05,0.08,0.1 \\\n"
        "        --set mu_lambda=1,mu_tau=0.5,c_omega=0.5 -o six.json --plot six.png\n"
        "  A map of the number of fixed points:\n"
        "    contensou transitions --mass 2,0,0,1,0,0.1 --drive 0,0,0.1 --vary b1=-1:1:201 \\\n"
        "        --vary b2=-1:1:201 -o map.h5 --plot map.png\n"
        "  A million random cases:\n"
        "    contensou transitions --random 1,1e6 --set mu_tau=0.25,c_omega=2 -o cases.h5\n"
        "  The exact law of a Hertz contact of radius 2 cm:\n"
        "    contensou transitions --mass 1,0,0.01,1,0,2e-4 --drive 1,0,20 --shape disk \\\n"
        "        --pressure hertz --set mu_lambda=0.3,lambda_n=10,a=0.02\n",
    .options = option_rows,
    .option_count = sizeof option_rows / sizeof option_rows[0],
    .run = run,
};

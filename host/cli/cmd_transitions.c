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
#include "cli/undrawn.h"
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

enum {
    most_drawn = 4000000,
    fields = CONTENSOU_TRANSITIONS_FIELDS,
    types = CONTENSOU_TRANSITIONS_DEGENERATE + 1
};

/* Everything of a run; all zero is nothing. Texts belong to the command line. */
struct work {
    struct contensou__contact_options_job job; /* its spec is that of the law */
    struct contensou_simulation *chosen;       /* system, law, numbers, what varies */
    struct contensou_cases *cases;
    const struct contensou_transitions_law *law; /* NULL: that of [3] */
    size_t axes;                                 /* of --vary */
    int random;
    int still; /* random cases of which nothing differs */
    /* of many cases, a row each, and maps of them */
    size_t columns; /* of results */
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

static size_t head(void *work, struct contensou_table_attribute *to)
{
    struct work *w = work;
    const struct contensou__options *o = w->job.options;
    const struct contensou_device_info *about = contensou_device_about(w->stream.device);
    const struct contensou_table_attribute own[] = {
        {"law", contensou_cases_law_name(w->cases), 0},
        {"shape", w->job.spec.shape, 0}, /* these two where there is a contact */
        {"pressure", contensou_contact_pressure(&w->job.spec), 0},
        {"vary", contensou_cases_text(w->cases), 0},
        {"precision", contensou__options_value(o, "precision"), 0},
        {"command_line", contensou__options_line(o), 0},
        {"version", CONTENSOU_VERSION, 0},
        {"device", about->name, 0},
        {"platform", about->platform, 0},
        {"driver", about->driver, 0},
    };
    size_t count = 0;

    for (size_t k = 0; k < fields; ++k)
        if (!differs(w->cases, contensou_transitions_field(k)))
            to[count++] = (struct contensou_table_attribute){contensou_transitions_field(k), NULL,
                                                             contensou_cases_field(w->cases, k)};
    for (size_t k = 0; k < sizeof own / sizeof *own; k += k == 0 && !w->law ? 3 : 1)
        to[count++] = own[k];
    return count;
}

static enum contensou_status check_plot(const struct work *w, struct contensou_error *err)
{
    if (w->random || w->axes > 2)
        return WRONG(err,
                     "--plot draws one case, or one or two --vary, and not %s; leave --plot out",
                     w->random ? "random cases" : "more");
    if (w->stream.total > most_drawn)
        return WRONG(err, "--plot draws at most %d cases, and there are %zu", (int)most_drawn,
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
    if (is_json(w->job.output))
        return WRONG(err,
                     "-o %s: JSON holds one case, and many have one row each; give FILE.csv or "
                     "FILE.h5",
                     w->job.output);
    if (w->job.plot)
        TRY(check_plot(w, err));
    if (w->job.dump && w->law)
        return WRONG(err, "--dump-program: under the law of a contact there is no device program; "
                          "leave it out");
    return CONTENSOU_OK;
}

static enum contensou_status count(void *work, struct contensou__stream_block *b,
                                   struct contensou_error *err)
{
    const size_t points = column_of("fixed_points"), ambiguous = column_of("ambiguous");
    const size_t foci = column_of("foci"), cycle = column_of("limit_cycle"), n = b->n;
    size_t *const tally = ((struct work *)work)->tally;

    (void)err;
    for (size_t i = 0; i < n; ++i) {
        const double *row = contensou__stream_field(b, results) + i;

        if (row[0] != 0) {
            ++tally[3];
            continue;
        }
        for (size_t k = 0; k < 3; ++k)
            tally[k] += row[points * n] == 2.0 * (double)(k + 1);
        tally[4] += row[ambiguous * n] > 0;
        tally[5] += row[foci * n] > 0;
        tally[6] += row[cycle * n] > 0;
        tally[7] += isnan(row[cycle * n]) != 0;
    }
    return CONTENSOU_OK;
}

static int is_stable(const struct contensou_transitions_point *p)
{
    return p->type == CONTENSOU_TRANSITIONS_STABLE_NODE ||
           p->type == CONTENSOU_TRANSITIONS_STABLE_FOCUS;
}

/* The columns of contensou_transitions_run for one result. */
static void put_row(const struct contensou_transitions_result *r, size_t n, double *row)
{
    double of[types] = {0}, escapes = 0;

    for (int i = 0; i < r->count; ++i) {
        ++of[r->point[i].type];
        escapes += is_stable(&r->point[i]) && r->point[i].rdot > 0;
    }
    {
        const double value[] = {
            0,
            r->count,
            of[CONTENSOU_TRANSITIONS_STABLE_NODE] + of[CONTENSOU_TRANSITIONS_STABLE_FOCUS],
            of[CONTENSOU_TRANSITIONS_SADDLE],
            of[CONTENSOU_TRANSITIONS_UNSTABLE_NODE] + of[CONTENSOU_TRANSITIONS_UNSTABLE_FOCUS],
            of[CONTENSOU_TRANSITIONS_STABLE_FOCUS] + of[CONTENSOU_TRANSITIONS_UNSTABLE_FOCUS],
            of[CONTENSOU_TRANSITIONS_UNSTABLE_FOCUS],
            of[CONTENSOU_TRANSITIONS_CENTRE] + of[CONTENSOU_TRANSITIONS_DEGENERATE],
            escapes,
            r->stick_load,
            r->stick_admissible,
            r->ambiguous,
            r->limit_cycle < 0 ? (double)NAN : r->limit_cycle};

        for (size_t k = 0; k < sizeof value / sizeof *value; ++k)
            row[k * n] = value[k];
    }
}

/* One after the other; a mass matrix that is not positive definite is no case. */
static enum contensou_status solve_by_law(struct work *w, struct contensou__stream_block *b,
                                          struct contensou_error *err)
{
    const double *unit = contensou__stream_field(b, units);

    for (size_t i = 0; i < b->n; ++i) {
        double *row = contensou__stream_field(b, results) + i;
        struct contensou_transitions_result r;
        const enum contensou_status status =
            contensou_cases_solve(w->cases, &cases_of(b)[i], unit[i], &r, err);

        if (!status)
            put_row(&r, b->n, row);
        else if (status != CONTENSOU_EARGUMENT)
            return status;
        for (size_t k = 0; k < w->columns && status; ++k)
            row[k * b->n] = k == 0 ? 1 : (double)NAN;
        TRY(contensou__progress_check(err));
    }
    return CONTENSOU_OK;
}

static enum contensou_status solve(void *work, struct contensou__stream_block *b,
                                   struct contensou_error *err)
{
    struct work *w = work;
    double *in = contensou__stream_field(b, inputs);

    if (w->law)
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

    contensou__stream_take(&w->stream, rows, b);
    for (size_t i = 0; i < b->n; ++i)
        contensou__stream_field(b, numbers)[i] = (double)(b->from + i);
    return contensou_cases_read(w->cases, b->from, b->n, cases_of(b),
                                contensou__stream_field(b, units),
                                contensou__stream_field(b, results + w->columns), NULL, err);
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
                                                    "limit cycle"},
                             title[] = "slip-stick transitions";
    const struct contensou_cases *cases = w->cases;
    const size_t last = w->axes - 1, total = w->stream.total;
    const size_t columns = contensou_cases_axis(cases, last, NULL);
    const size_t rows = last ? contensou_cases_axis(cases, 0, NULL) : 1;
    const char *x_name = contensou_cases_varied_name(cases, last);
    OWNED(contensou__try_free)
    double *x = calloc(columns + rows + drawn_count * total, sizeof *x);
    double *const y = x + columns, *const place = y + rows;
    struct contensou_plot_map maps[drawn_count];
    struct contensou_plot_trace trace[drawn_count];
    struct contensou_plot_panel panel[drawn_count];
    size_t shown = 0;

    if (!x)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory to draw '%s'", w->job.plot);
    contensou_cases_axis(cases, last, x);
    for (size_t k = 0; k < drawn_count; ++k) {
        const double *const value = w->stream.drawn[k];

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
    if (!last)
        return contensou_plot_panels(w->job.plot, title, x_name, panel, shown, err);
    contensou_cases_axis(cases, 0, y);
    return contensou_plot_maps(w->job.plot, NULL, title, x_name,
                               contensou_cases_varied_name(cases, 0), x, columns, y, rows, maps,
                               shown, err);
}

static void say(const struct work *w)
{
    const size_t *t = w->tally;

    if (contensou__progress_speaks())
        fprintf(stderr,
                "%zu cases: %zu with 2, %zu with 4, %zu with 6 fixed points; %zu ambiguous; %zu "
                "with foci, %zu with an attracting limit cycle\n",
                w->stream.total, t[0], t[1], t[2], t[4], t[5], t[6]);
    if (w->still)
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

    return w->law ? CONTENSOU_OK
                  : contensou_transitions_create(&w->ensemble, w->stream.device, &w->job.eval, err);
}

static const char *program(const void *work)
{
    return contensou_transitions_program(((const struct work *)work)->ensemble);
}

/* The columns: the number of the case, what varies, the results. */
static void choose_columns(struct work *w)
{
    struct contensou__stream *const s = &w->stream;

    w->columns = contensou_transitions_column_count();
    contensou__stream_column(s, "case", numbers, 0)->kind = CONTENSOU_TABLE_WHOLE;
    for (size_t k = 0; k < contensou_cases_varied_count(w->cases); ++k)
        contensou__stream_column(s, contensou_cases_varied_name(w->cases, k), results + w->columns,
                                 k);
    for (size_t k = 0; k < drawn_count; ++k)
        s->draw[k] = s->columns + column_of(drawn[k]);
    for (size_t k = 0; k < w->columns; ++k) {
        struct contensou_table_column *const column =
            contensou__stream_column(s, contensou_transitions_column(k), results, k);

        if (k == 0)
            *column = (struct contensou_table_column){column->name, CONTENSOU_TABLE_WORD, outcomes,
                                                      sizeof outcomes / sizeof *outcomes};
    }
    s->fields = results + w->columns + contensou_cases_varied_count(w->cases);
}

static enum contensou_status run_many(struct work *w, struct contensou_error *err)
{
    static const struct contensou__stream_steps steps = {.head = head,
                                                         .create = create,
                                                         .read = read_cases,
                                                         .solve = solve,
                                                         .finish = count,
                                                         .program = program,
                                                         .draw = draw_all};

    w->stream = (struct contensou__stream){.job = &w->job,
                                           .unit = "cases",
                                           .total = (size_t)contensou_cases_count(w->cases),
                                           .smallest = 1 << 16,
                                           .largest = 1 << 16,
                                           .draws = drawn_count};
    choose_columns(w);
    TRY(check_many(w, err));
    TRY(contensou__stream_run(&w->stream, &steps, w, err));
    say(w);
    return CONTENSOU_OK;
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
        return WRONG(err,
                     "--mass: %zu number%s; give the six m11,m12,m13,m22,m23,m33, such as "
                     "2,0,0,1,0,0.1, or all nine row by row",
                     count, count == 1 ? "" : "s");
    TRY(contensou__numbers_list(text, "--mass, row by row", full, full_count, err));
    for (int i = 0; i < mass_count; ++i) {
        mass[i] = full[place[i]];
        if (full[mirror[i]] != mass[i])
            return WRONG(err,
                         "--mass: the matrix is not symmetric: %s = %.15g, but below the diagonal "
                         "it is %.15g",
                         contensou_transitions_field((size_t)i), mass[i], full[mirror[i]]);
    }
    return CONTENSOU_OK;
}

static enum contensou_status read_setup(struct work *w, const struct contensou__options *o,
                                        struct contensou_error *err)
{
    const char *mass_text = contensou__options_value(o, "mass");
    const char *drive_text = contensou__options_value(o, "drive");
    const struct contensou_progress bar = contensou__progress_of(NULL);
    double mass[mass_count], drive[3];

    TRY(contensou__contact_options_read(o, &w->job.spec, err));
    contensou__contact_options_job_places(&w->job, o);
    w->random = contensou__options_given(o, "random");
    w->axes = o->repeat_count;
    w->still = w->random && !w->axes &&
               ((mass_text && drive_text) || contensou__options_given(o, "system"));
    if (mass_text)
        TRY(read_mass(mass_text, mass, err));
    if (drive_text)
        TRY(contensou__numbers_list(drive_text, "--drive b1,b2,b3", drive, 3, err));
    if (w->job.plot)
        TRY(contensou_plot_check(w->job.plot, err));
    TRY(contensou_simulation_create(&w->chosen, err));
    TRY(contensou__simulation_command_choose(w->chosen, o, err));
    contensou_simulation_set_progress(w->chosen, &bar);
    TRY(contensou_simulation_cases(w->chosen, mass_text ? mass : NULL, drive_text ? drive : NULL,
                                   &w->cases, err));
    w->law = contensou_cases_law(w->cases);
    return CONTENSOU_OK;
}

static void put_point(struct contensou__json *j, const struct contensou_transitions_point *p)
{
    contensou__json_object(j, NULL);
    contensou__json_numbers(j, "n", p->n, 3);
    contensou__json_number(j, "rdot", p->rdot);
    contensou__json_string(j, "type", contensou_transitions_type_name(p->type));
    contensou__json_array(j, "eigenvalues");
    contensou__json_numbers(j, NULL, p->eigenvalue[0], 2);
    contensou__json_numbers(j, NULL, p->eigenvalue[1], 2);
    contensou__json_end(j);
    contensou__json_numbers(j, "slip", p->slip, 3);
    contensou__json_end(j);
}

/* One case, solved. */
struct one {
    struct contensou_transitions_case c;
    struct contensou_transitions_result r;
    const struct work *all;
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
    contensou__json_numbers(j, "mass", w->c.mass, mass_count);
    contensou__json_numbers(j, "drive", w->c.drive, 3);
    contensou__json_object(j, "parameters");
    contensou__json_number(j, "mu_lambda", w->c.mu_lambda);
    contensou__json_number(j, "mu_tau", w->c.mu_tau);
    contensou__json_number(j, "c_omega", w->c.c_omega);
    contensou__json_number(j, "lambda_n", w->c.lambda_n);
    if (w->all->law)
        contensou__json_number(j, "a", w->a);
    contensou__json_end(j);
    contensou__json_string(j, "law", contensou_cases_law_name(w->all->cases));
    if (!w->all->law)
        return;
    contensou__json_object(j, "contact");
    contensou__json_string(j, "shape", w->all->job.spec.shape);
    contensou__json_string(j, "pressure", contensou_contact_pressure(&w->all->job.spec));
    contensou__json_numbers(
        j, "tilt", (const double[2]){w->all->job.spec.tilt_k, w->all->job.spec.tilt_beta}, 2);
    contensou__json_numbers(j, "anisotropy", w->all->job.spec.anisotropy, 2);
    contensou__json_numbers(j, "center", w->all->job.spec.center, 2);
    contensou__json_end(j);
    contensou__json_object(j, "law_parameters");
    for (size_t i = 0; (name = contensou_cases_law_parameter(w->all->cases, i, &value)); ++i)
        contensou__json_number(j, name, value);
    contensou__json_end(j);
}

static enum contensou_status write_json(const struct one *w, const char *path,
                                        struct contensou_error *err)
{
    struct contensou__json j = {0};
    enum contensou_status status;

    contensou__json_object(&j, NULL);
    put_case(&j, w);
    contensou__json_string(&j, "command_line", contensou__options_line(w->all->job.options));
    contensou__json_string(&j, "version", CONTENSOU_VERSION);
    contensou__json_end(&j);
    status = j.text.failed
                 ? contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the text of '%s'", path)
                 : contensou__text_file_write(path, j.text.data, err);
    contensou__text_free(&j.text);
    return status;
}

/* A row a fixed point. */
static enum contensou_status write_table(const struct one *w, const char *path,
                                         struct contensou_error *err)
{
    static const char *const names[] = {"n1",   "n2",   "n3",  "vx",  "vy",  "omega",
                                        "rdot", "type", "re1", "im1", "re2", "im2"};
    enum { columns = sizeof names / sizeof *names, type_column = 7 };
    const struct contensou_table_attribute attribute[] = {
        {"stick_admissible", NULL, w->r.stick_admissible},
        {"ambiguous", NULL, w->r.ambiguous},
        {"stick_load", NULL, w->r.stick_load},
        {"command_line", contensou__options_line(w->all->job.options), 0},
        {"version", CONTENSOU_VERSION, 0},
    };
    const char *words[types];
    struct contensou_table_column column[columns] = {
        [type_column] = {NULL, CONTENSOU_TABLE_WORD, words, types}};
    double value[columns][CONTENSOU_TRANSITIONS_MOST];
    const double *at[columns];
    struct contensou_table *table = NULL;

    for (int k = 0; k < types; ++k)
        words[k] = contensou_transitions_type_name((enum contensou_transitions_type)k);
    for (int k = 0; k < columns; ++k) {
        column[k].name = names[k];
        at[k] = value[k];
    }
    for (int i = 0; i < w->r.count; ++i) {
        const struct contensou_transitions_point *p = &w->r.point[i];

        for (int k = 0; k < 3; ++k) {
            value[k][i] = p->n[k];
            value[3 + k][i] = p->slip[k];
        }
        value[6][i] = p->rdot;
        value[type_column][i] = (double)p->type;
        for (int k = 0; k < 4; ++k)
            value[8 + k][i] = p->eigenvalue[k / 2][k % 2];
    }
    TRY(contensou_table_open_columns(&table, path, column, columns, attribute,
                                     sizeof attribute / sizeof *attribute, err));
    return contensou__stream_whole(table, (size_t)w->r.count, at, err);
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
        stable += is_stable(&r->point[i]);
        starting += is_stable(&r->point[i]) && r->point[i].rdot > 0;
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

static enum contensou_status run_one(const struct work *all, struct contensou_error *err)
{
    const struct contensou__contact_options_job *job = &all->job;
    struct one w = {.all = all};
    double slip[3];
    char text[400];

    TRY(contensou_cases_read(all->cases, 0, 1, &w.c, &w.a, NULL, slip, err));
    if (contensou__progress_speaks() &&
        (fabs(slip[0]) > 0 || fabs(slip[1]) > 0 || fabs(slip[2]) > 0))
        fprintf(stderr,
                "the slip at this state is %.6g, %.6g, %.6g; transitions are those near rest with "
                "the mass and drive of this state\n",
                slip[0], slip[1], slip[2]);
    TRY(contensou_cases_solve(all->cases, &w.c, w.a, &w.r, err));
    if (job->output)
        TRY((is_json(job->output) ? write_json : write_table)(&w, job->output, err));
    else if (!job->plot)
        print_case(&w);
    if (job->plot)
        TRY(contensou__undrawn_warn(
            contensou_plot_flow(job->plot, title(&w, text, sizeof text), &w.c, all->law, &w.r, err),
            err));
    warn(&w.r);
    return CONTENSOU_OK;
}

static void release(struct work *w)
{
    contensou_transitions_free(w->ensemble);
    contensou__stream_close(&w->stream);
    contensou_cases_free(w->cases);
    contensou_simulation_free(w->chosen);
}

static enum contensou_status run(const struct contensou__options *options,
                                 struct contensou_error *err)
{
    OWNED(release) struct work w = {.random = 0};

    TRY(read_setup(&w, options, err));
    return w.random || w.axes ? run_many(&w, err) : run_one(&w, err);
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
    CONTENSOU__COMMAND_OPTIONS(option_rows),
    .run = run,
};

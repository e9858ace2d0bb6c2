/* cmd_eta.c: contensou eta: eta' of eta, its inverse, and polynomials that stand for it.
 *
 * Everything is computed before the output is opened, so that a wrong value leaves nothing behind.
 * SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/progress.h"
#include "cli/stream.h"
#include "cli/undrawn.h"

#include "base/numbers.h"
#include "base/try.h"

#include <contensou/eta.h>
#include <contensou/plot.h>
#include <contensou/table.h>
#include <contensou/version.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { most_degree = 8, most_coefficients = most_degree + 1, most_pieces = 100, block = 1 << 14 };
enum { most_columns = 2 + most_coefficients + 1 + 5, curve_points = 400 };
static const double most_values = 1e7;

struct piece {
    double from, to, c[most_coefficients], error;
};

/* What was asked and what came out; all zero is nothing. */
struct work {
    const char *given, *what; /* the values as text, and the option that gave them */
    const char *output, *plot;
    int invert;
    double *in, *out, *fitted, *error; /* [count]; the last two with a polynomial only */
    size_t count;
    long degree; /* 0: no polynomial */
    struct piece *piece;
    size_t piece_count;
};

static enum contensou_status exclude(const char *one, const char *other, const char *why,
                                     struct contensou_error *err)
{
    return WRONG(err, "--%s and --%s exclude each other: %s", one, other, why);
}

/* Which values, and which way. */
static enum contensou_status read_values(struct work *w, const struct contensou__options *o,
                                         struct contensou_error *err)
{
    const char *eta = contensou__options_value(o, "eta");
    const char *prime = contensou__options_value(o, "eta-prime");
    const char *colon;

    if (eta && prime)
        return exclude("eta", "eta-prime", "give the values that are known", err);
    w->invert = prime || contensou__options_given(o, "invert");
    w->given = prime ? prime : eta;
    w->what = prime ? "--eta-prime" : "--eta";
    if (w->invert && w->degree)
        return exclude(prime ? "eta-prime" : "invert", "polynomial",
                       "the polynomial gives eta' of eta", err);
    if (!w->given && w->degree)
        return CONTENSOU_OK;
    if (!w->given)
        return WRONG(err, w->invert
                              ? "missing values: give --eta-prime R, such as --eta-prime 2:8:7"
                              : "missing values: give --eta R, such as --eta 1:2.7:18, or "
                                "--polynomial 3 for coefficients");
    colon = strrchr(w->given, ':');
    if (colon && strtod(colon + 1, NULL) > most_values)
        return WRONG(err, "%s: %.60s is too many values; at most %g", w->what, colon + 1,
                     most_values);
    return contensou__numbers_range(w->given, w->what, &w->in, &w->count, err);
}

static enum contensou_status read_pieces(struct work *w, const struct contensou__options *o,
                                         struct contensou_error *err)
{
    const char *degree = contensou__options_value(o, "polynomial");
    OWNED(contensou__try_free) double *end = NULL;
    size_t count = 0;

    if (!degree && contensou__options_given(o, "pieces"))
        return WRONG(err, "--pieces needs --polynomial D, such as --polynomial 3");
    if (!degree)
        return CONTENSOU_OK;
    TRY(contensou__options_whole(o, "polynomial", 1, most_degree, &w->degree, err));
    TRY(contensou__numbers_range(contensou__options_value(o, "pieces"), "--pieces", &end, &count,
                                 err));
    if (count < 2 || count - 1 > most_pieces)
        return WRONG(err, "--pieces: %zu number%s; the ends of 1 to %d pieces are 2 to %d", count,
                     count == 1 ? "" : "s", most_pieces, most_pieces + 1);
    for (size_t i = 1; i < count; i++)
        if (!(end[i - 1] < end[i]))
            return WRONG(err,
                         "--pieces: %.17g after %.17g does not ascend; write the ends from the "
                         "lowest to the highest",
                         end[i], end[i - 1]);
    w->piece = calloc(count - 1, sizeof *w->piece);
    TRY(contensou__try_memory(w->piece, err, "%zu pieces", count - 1));
    for (; w->piece_count + 1 < count; w->piece_count++) {
        w->piece[w->piece_count].from = end[w->piece_count];
        w->piece[w->piece_count].to = end[w->piece_count + 1];
    }
    return CONTENSOU_OK;
}

static enum contensou_status fit_pieces(struct work *w, struct contensou_error *err)
{
    for (struct piece *p = w->piece; p < w->piece + w->piece_count; p++) {
        TRY(contensou__progress_check(err));
        TRY(contensou_eta_polynomial(p->from, p->to, (int)w->degree, p->c, &p->error, err));
    }
    return CONTENSOU_OK;
}

/* The polynomial of the piece that eta lies in; NaN outside of all. */
static double fitted_at(const struct work *w, double eta)
{
    for (size_t i = 0; i < w->piece_count; i++)
        if (eta >= w->piece[i].from && eta <= w->piece[i].to) {
            double sum = 0;

            for (long k = w->degree; k >= 0; k--)
                sum = sum * eta + w->piece[i].c[k];
            return sum;
        }
    return NAN;
}

static enum contensou_status compute_one(struct work *w, size_t i, struct contensou_error *err)
{
    double realised = NAN;

    TRY((w->invert ? contensou_eta_of_prime : contensou_eta_prime)(w->in[i], &w->out[i], err));
    if (!w->degree)
        return CONTENSOU_OK;
    w->fitted[i] = fitted_at(w, w->in[i]);
    if (!isnan(w->fitted[i]))
        TRY(contensou_eta_of_prime(fmax(0, w->fitted[i]), &realised, err));
    w->error[i] = realised - w->in[i];
    return CONTENSOU_OK;
}

static enum contensou_status compute(struct work *w, int quiet, struct contensou_error *err)
{
    OWNED(contensou__progress_end) struct contensou__progress progress = {0};

    if (!w->given)
        return CONTENSOU_OK;
    w->out = malloc((w->degree ? 3 : 1) * w->count * sizeof *w->out);
    TRY(contensou__try_memory(w->out, err, "%zu values", w->count));
    if (w->degree) {
        w->fitted = w->out + w->count;
        w->error = w->fitted + w->count;
    }
    contensou__progress_begin(&progress, "values", (double)w->count, quiet);
    for (size_t i = 0; i < w->count; i++) {
        if (i % block == 0) {
            TRY(contensou__progress_check(err));
            contensou__progress_update(&progress, (double)i);
        }
        TRY(compute_one(w, i, err));
    }
    return CONTENSOU_OK;
}

/* Opens, fills and closes the table. */
static enum contensou_status write_rows(const struct work *w, const struct contensou__options *o,
                                        const char *const *names, size_t columns, size_t rows,
                                        const double *const *value, struct contensou_error *err)
{
    struct contensou_table *table = NULL;
    const struct contensou_table_attribute attributes[] = {
        {"command_line", contensou__options_line(o), 0},
        {"version", CONTENSOU_VERSION, 0},
        {"device", "none", 0},
        {"driver", "none", 0},
        {"invert", NULL, w->invert},
        {"polynomial", NULL, (double)w->degree},
        {"pieces", w->degree ? contensou__options_value(o, "pieces") : "", 0},
        {"values", w->given ? w->given : "", 0},
    };

    TRY(contensou_table_open(&table, w->output, names, columns, attributes,
                             sizeof attributes / sizeof attributes[0], err));
    return contensou__stream_whole(table, rows, value, err);
}

static enum contensou_status write_values(const struct work *w, const struct contensou__options *o,
                                          struct contensou_error *err)
{
    const char *const names[4] = {w->invert ? "eta_prime" : "eta", w->invert ? "eta" : "eta_prime",
                                  "polynomial", "error"};
    const double *const value[4] = {w->in, w->out, w->fitted, w->error};

    return write_rows(w, o, names, w->degree ? 4 : 2, w->count, value, err);
}

/* One row a piece: its ends, its coefficients, its error, and the cubic of [1] where it has one. */
static enum contensou_status write_pieces(const struct work *w, const struct contensou__options *o,
                                          struct contensou_error *err)
{
    static const char *const names[] = {"c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8"};
    const size_t own = (size_t)w->degree + 1, columns = own + 8;
    const char *name[most_columns] = {"from", "to"};
    const double *value[most_columns];
    double cell[most_columns][most_pieces];

    memcpy(name + 2, names, own * sizeof *name);
    memcpy(name + 2 + own,
           (const char *[]){"error", "paper_c0", "paper_c1", "paper_c2", "paper_c3", "paper_error"},
           6 * sizeof *name);
    for (size_t i = 0; i < w->piece_count; i++) {
        const struct piece *p = &w->piece[i];
        const double *const paper = contensou_eta_polynomial_paper(p->from, p->to);

        cell[0][i] = p->from;
        cell[1][i] = p->to;
        for (size_t k = 0; k < own; k++)
            cell[2 + k][i] = p->c[k];
        cell[2 + own][i] = p->error;
        for (size_t k = 3 + own; k < columns; k++)
            cell[k][i] = NAN;
        for (size_t k = 0; k < 4 && paper; k++)
            cell[3 + own + k][i] = paper[k];
        if (paper)
            contensou_eta_polynomial_error(p->from, p->to, 3, paper, &cell[7 + own][i], NULL);
    }
    for (size_t k = 0; k < columns; k++)
        value[k] = cell[k];
    return write_rows(w, o, name, columns, w->piece_count, value, err);
}

/* The ends of the picture: of the values, or of the pieces. */
static enum contensou_status find_ends(const struct work *w, double *low, double *high,
                                       struct contensou_error *err)
{
    *low = w->given ? w->in[0] : w->piece[0].from;
    *high = w->given ? w->in[0] : w->piece[w->piece_count - 1].to;
    for (size_t i = 0; i < w->count; i++) {
        *low = fmin(*low, w->in[i]);
        *high = fmax(*high, w->in[i]);
    }
    if (!(*low < *high))
        return WRONG(err, "--plot needs at least two different values of %s, but all are %.17g",
                     w->what, *low);
    return CONTENSOU_OK;
}

/* Draws the exact curve between the ends, upright at eta = 1, and the polynomials. */
static enum contensou_status draw(const struct work *w, double low, double high,
                                  struct contensou_error *err)
{
    static const char eta_label[] = "eta, static over dynamic friction (-)", prime[] = "eta' (-)";
    double x[curve_points], y[curve_points], fitted[curve_points];
    const struct contensou_plot_curve curves[2] = {{w->degree ? "exact" : "", x, y, curve_points},
                                                   {"polynomials", x, fitted, curve_points}};
    char title[80] = "eta of eta'";

    for (int i = 0; i < curve_points; i++) {
        x[i] = i < 2 ? low : low + (high - low) * (i - 1) / (curve_points - 2);
        fitted[i] = fitted_at(w, x[i]);
        if (w->invert)
            TRY(contensou_eta_of_prime(x[i], &y[i], err));
        else
            TRY(contensou_eta_prime(i ? fmax(x[i], nextafter(1, 2)) : x[i], &y[i], err));
    }
    if (w->degree)
        snprintf(title, sizeof title, "eta' of eta, and polynomials of degree %ld", w->degree);
    else if (!w->invert)
        snprintf(title, sizeof title, "eta' of eta");
    return contensou_plot_curves(w->plot, title, w->invert ? prime : eta_label,
                                 w->invert ? eta_label : prime, curves, w->degree ? 2 : 1, err);
}

static void release(struct work *w)
{
    free(w->in);
    free(w->out);
    free(w->piece);
}

static enum contensou_status run(const struct contensou__options *o, struct contensou_error *err)
{
    OWNED(release)
    struct work w = {.output = contensou__options_value(o, "output"),
                     .plot = contensou__options_value(o, "plot")};
    double low = 1, high = 2;

    TRY(read_pieces(&w, o, err));
    TRY(read_values(&w, o, err));
    if (w.plot) {
        TRY(find_ends(&w, &low, &high, err));
        TRY(contensou_plot_check(w.plot, err));
    }
    TRY(fit_pieces(&w, err));
    TRY(compute(&w, contensou__options_given(o, "quiet"), err));
    if (w.output || !w.plot)
        TRY(w.given ? write_values(&w, o, err) : write_pieces(&w, o, err));
    return w.plot ? contensou__undrawn_warn(draw(&w, low, high, err), err) : CONTENSOU_OK;
}

static const struct contensou__option option_rows[] = {
    {"eta", 0, "R", NULL,
     "values of eta, static over dynamic friction, from 1 on: a range lo:hi:count, a list or one "
     "number; with --invert these numbers are eta'"},
    {"invert", 0, NULL, NULL, "give eta of eta': the columns are then eta_prime,eta"},
    {"eta-prime", 0, "R", NULL,
     "values of eta' from 0 on, written as for --eta; the same as --invert --eta R"},
    {"polynomial", 0, "D", NULL,
     "fit polynomials of degree D, 1 to 8, that give eta' of eta with the least largest error in "
     "eta, one a piece"},
    {"pieces", 0, "A,B,..", "1,1.3,2.7,10",
     "the ends of the pieces for --polynomial, ascending, from 1 to 1e6"},
    CONTENSOU__COMMAND_OUTPUT,
    {"plot", 0, "FILE", NULL,
     "draw eta' against eta (with --invert eta against eta'): FILE.png, FILE.svg or FILE.pdf"},
};

const struct contensou__command contensou__cmd_eta_command = {
    .name = "eta",
    .summary = "eta' of the regularised law for eta, static over dynamic friction",
    .usage = "[--eta R [--invert] | --eta-prime R]\n"
             "                     [--polynomial D [--pieces A,B,..]] [-o FILE] [--plot FILE]",
    .about =
        "The regularised law v/sqrt(v^2 + eps^2) + eta' eps^3 v/(v^2 + eps^2)^2 has the maximum "
        "eta for every eps. The table has the columns eta,eta_prime, exact to the last digits. "
        "eta = 1 gives eta' = 0; every eta' from 0 to 1.1499289 has the maximum 1.\n\n"
        "--polynomial without --eta writes one row a piece: from,to, the coefficients c0,c1,.. of "
        "the powers of eta, and error, the largest |d eta|. Columns paper_c0 to paper_error hold "
        "the cubic printed in [1] (smooth model, plane contact) and its error; they are empty "
        "where it prints none, that is outside 1 to 1.3 and 1.3 to 2.7. With --eta the table of "
        "values gets the columns polynomial (its eta') and error (the d eta that it makes) "
        "instead, empty outside the pieces.",
    .examples =
        "  contensou eta --eta 1:2.7:18 -o eta.csv\n"
        "  contensou eta --eta 1:5:2 --plot eta.png            a picture from 1 to 5\n"
        "  contensou eta --eta-prime 6.7627,13.7627            which eta they realise\n"
        "  contensou eta --polynomial 3                        beside the cubics of [1]\n"
        "  contensou eta --polynomial 5 --pieces 1,1.1,1.5,3 -o quintics.csv\n"
        "  contensou eta --eta 1:2.7:18 --polynomial 3         what the cubics give there\n",
    CONTENSOU__COMMAND_OPTIONS(option_rows),
    .run = run,
};

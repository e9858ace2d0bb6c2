/* tables_csv.c: the tables as CSV files with 17 significant digits. SPDX-License-Identifier: MIT */
#include "fit/tables_parts.h"

#include "base/decimal.h"
#include "fit/fit_report.h"

#include <math.h>
#include <string.h>

static const char *const names[] = {"fits.csv",       "coefficients.csv", "eta.csv",
                                    "eta_cubics.csv", "published.csv",    "speed.csv",
                                    "triangle.csv",   "hexagon.csv"};
enum { fits, coefficients, eta, eta_cubics, published, speed, triangle, hexagon, file_count };

const char *contensou__tables_csv_name(size_t file)
{
    return file < file_count ? names[file] : NULL;
}

double contensou__tables_csv_parameter(const struct contensou_tables_fit *fit, const char *name)
{
    const struct contensou_fit_result *r = &fit->result;

    for (int i = 0; i < r->count; ++i)
        if (strcmp(r->parameter[i].name, name) == 0 && contensou__fit_report_used(r, i))
            return r->parameter[i].value;
    return NAN;
}

int contensou__tables_csv_agreed(const struct contensou_tables_fit *fit)
{
    /* below zero for max: the exchange ended with a bound above the error, and not at the least one */
    return fabs(fit->result.spread) <= 1e-6;
}

/* A number behind a comma; nothing for NaN. */
static void put(struct contensou__text *text, double value)
{
    char digits[32];

    contensou__text_append(text, ",", 1);
    if (!isnan(value))
        contensou__text_append(text, digits, contensou__decimal_write(value, digits));
}

static void put_contact(struct contensou__text *text, const struct contensou_tables_contact *c)
{
    contensou__text_printf(text, "%s,\"%s\",%s", c->family, c->shape, c->pressure);
    put(text, c->tilt);
}

static void put_fits(const struct contensou_tables *t, struct contensou__text *text)
{
    static const char *const parameter[] = {"b",  "m",         "a",      "c1",     "c2",
                                            "c3", "mu_lambda", "mu_tau", "c_omega"};

    contensou__text_printf(text,
                           "family,shape,pressure,tilt,ratio,model,norm,theta_nodes,phi_nodes,"
                           "b,m,a,c1,c2,c3,mu_lambda,mu_tau,c_omega,rms,rms_T,rms_M,max_T,"
                           "max_M,passive,monotone,agreed,spread,starts,starts_agreed,"
                           "evaluations,seconds\n");
    for (size_t i = 0; i < t->fits; ++i) {
        const struct contensou_tables_fit *f = &t->fit[i];
        const struct contensou_fit_result *r = &f->result;
        const double errors[] = {r->rms, r->rms_T, r->rms_M, r->max_T, r->max_M};

        put_contact(text, &t->contact[f->contact]);
        put(text, t->contact[f->contact].ratio);
        contensou__text_printf(text, ",%s,%s,%d,%d", f->model,
                               f->norm == CONTENSOU_NORM_MAX ? "max" : "l2", f->theta_nodes,
                               f->phi_nodes);
        for (size_t k = 0; k < sizeof parameter / sizeof *parameter; ++k)
            put(text, contensou__tables_csv_parameter(f, parameter[k]));
        for (int k = 0; k < 5; ++k)
            put(text, errors[k]);
        contensou__text_printf(text, ",%d,%d,%d", r->passive, r->monotone,
                               contensou__tables_csv_agreed(f));
        put(text, r->spread);
        contensou__text_printf(text, ",%d,%d,%ld", r->starts, r->agreed, r->evaluations);
        put(text, f->seconds);
        contensou__text_append(text, "\n", 1);
    }
}

static void put_coefficients(const struct contensou_tables *t, struct contensou__text *text)
{
    contensou__text_printf(text, "family,shape,pressure,tilt,model,norm,parameter,free,value\n");
    for (size_t i = 0; i < t->fits; ++i) {
        const struct contensou_tables_fit *f = &t->fit[i];

        for (int k = 0; k < f->result.count; ++k) {
            const struct contensou_fit_parameter *p = &f->result.parameter[k];

            if (!contensou__fit_report_used(&f->result, k))
                continue;
            put_contact(text, &t->contact[f->contact]);
            contensou__text_printf(text, ",%s,%s,%s,%d", f->model,
                                   f->norm == CONTENSOU_NORM_MAX ? "max" : "l2", p->name, p->free);
            put(text, p->value);
            contensou__text_append(text, "\n", 1);
        }
    }
}

/* Numbers as a row; the first needs no comma. */
static void put_row(struct contensou__text *text, const double *value, int count)
{
    char digits[32];

    contensou__text_append(text, digits, contensou__decimal_write(value[0], digits));
    for (int i = 1; i < count; ++i)
        put(text, value[i]);
    contensou__text_append(text, "\n", 1);
}

static void put_eta(const struct contensou_tables *t, struct contensou__text *text)
{
    contensou__text_printf(text, "eta,eta_prime\n");
    for (size_t i = 0; i < t->etas; ++i)
        put_row(text, (const double[2]){t->eta[i], t->eta_prime[i]}, 2);
}

static void put_cubics(const struct contensou_tables *t, struct contensou__text *text)
{
    contensou__text_printf(text, "from,to,c0,c1,c2,c3,error,paper_c0,paper_c1,paper_c2,paper_c3,"
                                 "paper_error\n");
    for (int i = 0; i < CONTENSOU_TABLES_PIECES; ++i) {
        const struct contensou_tables_piece *p = &t->piece[i];

        put_row(text,
                (const double[12]){p->from, p->to, p->c[0], p->c[1], p->c[2], p->c[3], p->error,
                                   p->paper[0], p->paper[1], p->paper[2], p->paper[3],
                                   p->paper_error},
                12);
    }
}

static void put_published(const struct contensou_tables *t, struct contensou__text *text)
{
    contensou__text_printf(text, "source,what,printed,ours,verdict\n");
    for (size_t i = 0; i < t->publisheds; ++i) {
        const struct contensou_tables_published *p = &t->published[i];

        contensou__text_printf(text, "%s,\"%s\",%s", p->source, p->what, p->printed);
        put(text, p->ours);
        contensou__text_printf(text, ",\"%s\"\n", p->verdict);
    }
}

static void put_speed(const struct contensou_tables *t, struct contensou__text *text)
{
    contensou__text_printf(text, "family,shape,pressure,tilt,nodes,device_seconds,"
                                 "reference_seconds,times,largest_difference\n");
    for (size_t i = 0; i < t->speeds; ++i) {
        const struct contensou_tables_speed *s = &t->speed[i];

        put_contact(text, &t->contact[s->contact]);
        contensou__text_printf(text, ",%zu", s->nodes);
        put(text, s->device);
        put(text, s->reference);
        put(text, s->reference / s->device);
        put(text, s->difference);
        contensou__text_append(text, "\n", 1);
    }
}

/* As a polygon file has them. */
static void put_corners(const char *shape, struct contensou__text *text)
{
    double corner[2 * contensou__tables_corners];
    const size_t corners = contensou__tables_catalogue_polygon(shape, corner);

    contensou__text_printf(text, "x,y\n");
    for (size_t i = 0; i < corners; ++i)
        contensou__text_printf(text, "%.17g,%.17g\n", corner[i], corner[corners + i]);
}

void contensou__tables_csv(const struct contensou_tables *t, size_t file,
                           struct contensou__text *text)
{
    static void (*const part[])(const struct contensou_tables *, struct contensou__text *) = {
        put_fits, put_coefficients, put_eta, put_cubics, put_published, put_speed};

    if (file < triangle)
        part[file](t, text);
    else
        put_corners(file == triangle ? "triangle" : "hexagon", text);
}

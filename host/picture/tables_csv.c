/* tables_csv.c: the tables as CSV files with 17 significant digits. SPDX-License-Identifier: MIT */
#include "picture/tables_files.h"

#include "base/decimal.h"
#include "fit/fit_report.h"
#include "fit/tables_parts.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

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

/* Cells of a row, one for each letter: s a text, q one in quotes, d an int, g a double, which is empty where
 * it is NaN. A comma stands behind each; n makes a newline of the last. */
static void put(struct contensou__text *text, const char *letters, ...)
{
    va_list more;

    va_start(more, letters);
    for (; *letters; ++letters)
        if (*letters == 'g') {
            const double value = va_arg(more, double);
            char digits[32];

            if (!isnan(value))
                contensou__text_append(text, digits, contensou__decimal_write(value, digits));
            contensou__text_append(text, ",", 1);
        } else if (*letters == 'd')
            contensou__text_printf(text, "%d,", va_arg(more, int));
        else if (*letters != 'n')
            contensou__text_printf(text, *letters == 'q' ? "\"%s\"," : "%s,",
                                   va_arg(more, const char *));
        else if (!text->failed)
            text->data[text->size - 1] = '\n';
    va_end(more);
}

static void put_contact(struct contensou__text *text, const struct contensou_tables_contact *c)
{
    put(text, "sqsg", c->family, c->shape, c->pressure, c->tilt);
}

static const char *norm_of(const struct contensou_tables_fit *f)
{
    return f->norm == CONTENSOU_NORM_MAX ? "max" : "l2";
}

static void put_fits(const struct contensou_tables *t, struct contensou__text *text)
{
    static const char *const parameter[] = {"b",  "m",         "a",      "c1",     "c2",
                                            "c3", "mu_lambda", "mu_tau", "c_omega"};

    for (size_t i = 0; i < t->fits; ++i) {
        const struct contensou_tables_fit *f = &t->fit[i];
        const struct contensou_tables_contact *c = &t->contact[f->contact];
        const struct contensou_fit_result *r = &f->result;

        put_contact(text, c);
        put(text, "gssdd", c->ratio, f->model, norm_of(f), f->theta_nodes, f->phi_nodes);
        for (size_t k = 0; k < sizeof parameter / sizeof *parameter; ++k)
            put(text, "g", contensou__tables_csv_parameter(f, parameter[k]));
        put(text, "gggggdddgddggn", r->rms, r->rms_T, r->rms_M, r->max_T, r->max_M, r->passive,
            r->monotone, contensou__tables_csv_agreed(f), r->spread, r->starts, r->agreed,
            (double)r->evaluations, f->seconds);
    }
}

static void put_coefficients(const struct contensou_tables *t, struct contensou__text *text)
{
    for (size_t i = 0; i < t->fits; ++i)
        for (int k = 0; k < t->fit[i].result.count; ++k) {
            const struct contensou_tables_fit *f = &t->fit[i];
            const struct contensou_fit_parameter *p = &f->result.parameter[k];

            if (!contensou__fit_report_used(&f->result, k))
                continue;
            put_contact(text, &t->contact[f->contact]);
            put(text, "sssdgn", f->model, norm_of(f), p->name, p->free, p->value);
        }
}

static void put_eta(const struct contensou_tables *t, struct contensou__text *text)
{
    for (size_t i = 0; i < t->etas; ++i)
        put(text, "ggn", t->eta[i], t->eta_prime[i]);
}

static void put_cubics(const struct contensou_tables *t, struct contensou__text *text)
{
    for (int i = 0; i < CONTENSOU_TABLES_PIECES; ++i) {
        const struct contensou_tables_piece *p = &t->piece[i];

        put(text, "ggggggg", p->from, p->to, p->c[0], p->c[1], p->c[2], p->c[3], p->error);
        put(text, "gggggn", p->paper[0], p->paper[1], p->paper[2], p->paper[3], p->paper_error);
    }
}

static void put_published(const struct contensou_tables *t, struct contensou__text *text)
{
    for (size_t i = 0; i < t->publisheds; ++i) {
        const struct contensou_tables_published *p = &t->published[i];

        put(text, "sqsgqn", p->source, p->what, p->printed, p->ours, p->verdict);
    }
}

static void put_speed(const struct contensou_tables *t, struct contensou__text *text)
{
    for (size_t i = 0; i < t->speeds; ++i) {
        const struct contensou_tables_speed *s = &t->speed[i];

        put_contact(text, &t->contact[s->contact]);
        put(text, "dggggn", (int)s->nodes, s->device, s->reference, s->reference / s->device,
            s->difference);
    }
}

static const struct {
    const char *name, *head;
    void (*put)(const struct contensou_tables *, struct contensou__text *); /* NULL: a polygon */
} files[] = {
    {"fits.csv",
     "family,shape,pressure,tilt,ratio,model,norm,theta_nodes,phi_nodes,b,m,a,c1,c2,c3,mu_lambda,"
     "mu_tau,c_omega,rms,rms_T,rms_M,max_T,max_M,passive,monotone,agreed,spread,starts,starts_"
     "agreed,evaluations,seconds",
     put_fits},
    {"coefficients.csv", "family,shape,pressure,tilt,model,norm,parameter,free,value",
     put_coefficients},
    {"eta.csv", "eta,eta_prime", put_eta},
    {"eta_cubics.csv", "from,to,c0,c1,c2,c3,error,paper_c0,paper_c1,paper_c2,paper_c3,paper_error",
     put_cubics},
    {"published.csv", "source,what,printed,ours,verdict", put_published},
    {"speed.csv",
     "family,shape,pressure,tilt,nodes,device_seconds,reference_seconds,times,largest_difference",
     put_speed},
    {"triangle.csv", "x,y", NULL},
    {"hexagon.csv", "x,y", NULL},
};

const char *contensou__tables_csv_name(size_t file)
{
    return file < sizeof files / sizeof *files ? files[file].name : NULL;
}

void contensou__tables_csv(const struct contensou_tables *t, size_t file,
                           struct contensou__text *text)
{
    double corner[2 * contensou__tables_corners];
    size_t corners = 0;

    contensou__text_printf(text, "%s\n", files[file].head);
    if (files[file].put)
        files[file].put(t, text);
    else
        corners = contensou__tables_catalogue_polygon(
            strcmp(files[file].name, "triangle.csv") ? "hexagon" : "triangle", corner);
    for (size_t i = 0; i < corners; ++i)
        contensou__text_printf(text, "%.17g,%.17g\n", corner[i], corner[corners + i]);
}

/* tables_markdown.c: the tables for reading. SPDX-License-Identifier: MIT */
#include "picture/tables_files.h"

#include "laws/registry.h"

#include <contensou/version.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *family, *title;
} families[] = {
    {"disk", "Disks of radius 1"},
    {"annulus", "Annuli of outer radius 1, uniform pressure"},
    {"ellipse", "Ellipses with semi-axes 1 and 1/ratio"},
    {"rectangle", "Rectangles with half sides 1 and 1/ratio, uniform pressure"},
    {"polygon", "Triangle and hexagon, equilateral, corners at radius 1, uniform pressure"},
    {"tilt", "Rolling Hertz disks: pressure times 1 + k_r x"},
};

enum { most_values = 3 };

static void put_head(const struct contensou_tables *t, struct contensou__text *out)
{
    contensou__text_printf(
        out,
        "# Fitted friction laws\n"
        "\n"
        "Force T and torque M are per unit of mu N (M also per unit of length); lengths are in "
        "units of\n"
        "the contact. Each law is fitted to the exact wrench twice:\n"
        "- **l2**: least squares over 181 angles theta from sliding to spinning, times 24 "
        "directions phi\n"
        "  where the contact is not circular, force and torque alike;\n"
        "- **max**: the least largest error over all directions.\n"
        "\n"
        "RMS is over the nodes, max over all directions. Three signs say yes (+) or no (-): "
        "passive (power\n"
        "is never negative), monotone (the symmetric part of the Jacobian has no negative "
        "eigenvalue),\n"
        "agreed (the routes of the search end in one place; for max, its bound is reached; to "
        "1e-6).\n"
        "pade1 and pade2 follow from integrals, nothing is fitted. All digits, and the "
        "coefficients of\n"
        "potentials that are not circular, are in fits.csv and coefficients.csv. potential6 and "
        "potential8\n"
        "of contacts that are not circular are fitted over 91 angles theta, and have l2 only "
        "unless\n"
        "the tables are asked to be thorough.\n"
        "\n"
        "contensou %s, %s (driver %s), %zu contacts, %zu fits on %d threads in %.1f s.\n",
        CONTENSOU_VERSION, t->device, t->driver, t->contacts, t->fits, t->threads, t->seconds);
}

static void name_contact(const struct contensou_tables_contact *c, char *name, size_t size)
{
    if (strcmp(c->family, "tilt") == 0)
        snprintf(name, size, "%s %s, k_r = %g", c->shape, c->pressure, c->tilt);
    else
        snprintf(name, size, "%s %s", c->shape, c->pressure);
}

/* The parameters of the law that were fitted, or the first where none is: their names behind its own, and their values
 * to six decimals; or how many there are. */
static void name_values(const struct contensou_tables_fit *f, char *law, char *values, size_t size)
{
    const struct contensou_fit_result *r = &f->result;
    size_t used = 0, named = (size_t)snprintf(law, size, "%s", f->model);
    int free = 0, count = 0;

    values[0] = '\0';
    for (int k = 0; k < r->count; ++k)
        free += r->parameter[k].free;
    if (free > most_values) {
        snprintf(values, size, "%d coefficients", free);
        return;
    }
    for (int k = 0; k < r->count && count < most_values; ++k)
        if (r->parameter[k].free || !free) {
            named += (size_t)snprintf(law + named, size - named, "%s%s", count ? ", " : " (",
                                      r->parameter[k].name);
            used += (size_t)snprintf(values + used, size - used, "%s%.6f", count ? ", " : "",
                                     r->parameter[k].value);
            ++count;
        }
    snprintf(law + named, size - named, count ? ")" : "");
}

static void put_signs(const struct contensou_tables_fit *f, struct contensou__text *out)
{
    contensou__text_printf(out, " %c%c%c   |", f->result.passive ? '+' : '-',
                           f->result.monotone ? '+' : '-',
                           contensou__tables_csv_agreed(f) ? '+' : '-');
}

static void put_fit(const struct contensou_tables *t, size_t contact, const char *model,
                    struct contensou__text *out)
{
    const struct contensou_tables_fit *fit[2] = {NULL, NULL};
    char name[96], law[96], values[96];

    for (size_t i = 0; i < t->fits; ++i)
        if (t->fit[i].contact == contact && strcmp(t->fit[i].model, model) == 0)
            fit[t->fit[i].norm == CONTENSOU_NORM_MAX] = &t->fit[i];
    if (!fit[0])
        return;
    name_contact(&t->contact[contact], name, sizeof name);
    name_values(fit[0], law, values, sizeof values);
    contensou__text_printf(out, "| %-24s | %-38s | %-28s | %6.4f | %6.4f | %6.4f | %6.4f |", name,
                           law, values, fit[0]->result.rms_T, fit[0]->result.rms_M,
                           fit[0]->result.max_T, fit[0]->result.max_M);
    put_signs(fit[0], out);
    if (fit[1]) {
        name_values(fit[1], law, values, sizeof values);
        contensou__text_printf(out, " %-28s | %6.4f | %6.4f |", values, fit[1]->result.max_T,
                               fit[1]->result.max_M);
        put_signs(fit[1], out);
    } else
        contensou__text_printf(out, " %-28s | %6s | %6s | %5s |", "", "", "", "");
    contensou__text_append(out, "\n", 1);
}

static void put_family(const struct contensou_tables *t, size_t family, struct contensou__text *out)
{
    int any = 0;

    for (size_t i = 0; i < t->contacts; ++i) {
        if (strcmp(t->contact[i].family, families[family].family) != 0)
            continue;
        if (!any++)
            contensou__text_printf(
                out,
                "\n## %s\n\n| %-24s | %-38s | %-28s | %-6s | %-6s | %-6s | %-6s | %-5s | %-28s | "
                "%-6s | %-6s | %-5s |\n"
                "|%.26s|%.40s|%.30s|%.7s:|%.7s:|%.7s:|%.7s:|%.7s|%.30s|%.7s:|%.7s:|%.7s|\n",
                families[family].title, "contact", "law", "l2", "RMS T", "RMS M", "max T", "max M",
                "signs", "max", "max T", "max M", "signs",
                "----------------------------------------",
                "----------------------------------------",
                "----------------------------------------", "-------", "-------", "-------",
                "-------", "-------", "----------------------------------------", "-------",
                "-------", "-------");
        for (size_t model = 0; model < contensou__registry_model_count; ++model)
            put_fit(t, i, contensou__registry_models[model], out);
    }
}

static void put_eta(const struct contensou_tables *t, struct contensou__text *out)
{
    contensou__text_printf(
        out,
        "\n## eta' of eta, static over dynamic friction\n\n"
        "eta = 1 means eta' = 0; every eta' up to 1.14993 has the maximum 1, and just above eta "
        "= 1 eta'\nstarts from there.\n\n| eta  | eta'         |\n|-----:|-------------:|\n");
    for (size_t i = 0; i < t->etas; ++i)
        contensou__text_printf(out, "| %4g | %12.9f |\n", t->eta[i], t->eta_prime[i]);
    contensou__text_printf(
        out,
        "\nCubics c0 + c1 eta + c2 eta^2 + c3 eta^3 for eta', with the least largest error in "
        "eta:\n\n| piece      | whose | %-12s | %-12s | %-12s | %-12s | error   |\n"
        "|------------|-------|-------------:|-------------:|-------------:|-------------:|--------"
        ":|\n",
        "c0", "c1", "c2", "c3");
    for (int i = 0; i < CONTENSOU_TABLES_PIECES; ++i) {
        const struct contensou_tables_piece *p = &t->piece[i];

        contensou__text_printf(
            out, "| [%3g, %3g] | ours  | %12.7f | %12.7f | %12.7f | %12.7f | %7.1e |\n", p->from,
            p->to, p->c[0], p->c[1], p->c[2], p->c[3], p->error);
        if (!isnan(p->paper[0]))
            contensou__text_printf(
                out, "| [%3g, %3g] | [1]   | %12g | %12g | %12g | %12g | %7.1e |\n", p->from, p->to,
                p->paper[0], p->paper[1], p->paper[2], p->paper[3], p->paper_error);
    }
}

static void put_published(const struct contensou_tables *t, struct contensou__text *out)
{
    contensou__text_printf(
        out,
        "\n## Published numbers beside ours\n\n"
        "`[4].1` is entry 1 for paper [4] in docs/errata.md. Printed is the number in "
        "the paper, or\nwhat follows from the formula or the coefficients it prints. Entries "
        "about simulations are not here.\n\n"
        "| source | %-66s | printed    | ours        | %-58s |\n|--------|%.68s|-----------:|"
        "------------:|%.60s|\n",
        "what", "verdict", "----------------------------------------------------------------------",
        "------------------------------------------------------------");
    for (size_t i = 0; i < t->publisheds; ++i) {
        const struct contensou_tables_published *p = &t->published[i];

        contensou__text_printf(out, "| %-6s | %-66s | %10s | %11.6g | %-58s |\n", p->source,
                               p->what, p->printed, p->ours, p->verdict);
    }
}

/* The mean time of a fit by law: circular contacts, and others; l2, then max. */
static void put_fit_times(const struct contensou_tables *t, struct contensou__text *out)
{
    contensou__text_printf(out,
                           "\nSeconds per fit (mean, %d at a time):\n\n"
                           "| law        | circular l2 | circular max | other l2 | other max |\n"
                           "|------------|------------:|-------------:|---------:|----------:|\n",
                           t->threads);
    for (size_t model = 0; model < contensou__registry_model_count; ++model) {
        double sum[2][2] = {{0}}, count[2][2] = {{0}};
        char cell[4][16];

        for (size_t i = 0; i < t->fits; ++i) {
            const struct contensou_tables_fit *f = &t->fit[i];
            const int other = !t->contact[f->contact].circular, max = f->norm == CONTENSOU_NORM_MAX;

            if (strcmp(f->model, contensou__registry_models[model]) != 0)
                continue;
            sum[other][max] += f->seconds;
            count[other][max] += 1;
        }
        for (int k = 0; k < 4; ++k)
            if (count[k / 2][k % 2] > 0)
                snprintf(cell[k], sizeof cell[k], "%.3f", sum[k / 2][k % 2] / count[k / 2][k % 2]);
            else
                cell[k][0] = '\0';
        if (count[0][0] + count[1][0] > 0)
            contensou__text_printf(out, "| %-10s | %11s | %12s | %8s | %9s |\n",
                                   contensou__registry_models[model], cell[0], cell[1], cell[2],
                                   cell[3]);
    }
}

static void put_speed(const struct contensou_tables *t, struct contensou__text *out)
{
    double device = 0, reference = 0, nodes = 0;

    contensou__text_printf(
        out,
        "\n## Speed: the device against the same formulas in C on one processor\n\n"
        "The exact wrench at the nodes of each contact, the best of three rounds each in one "
        "run.\n\n| contact                      | nodes  | device (ms) | C (ms)   | times  | "
        "difference |\n|------------------------------|-------:|------------:|---------:|-------:"
        "|-----------:|\n");
    for (size_t i = 0; i < t->speeds; ++i) {
        const struct contensou_tables_speed *s = &t->speed[i];
        char name[96];

        name_contact(&t->contact[s->contact], name, sizeof name);
        contensou__text_printf(out, "| %-28s | %6zu | %11.3f | %8.3f | %6.1f | %10.1e |\n", name,
                               s->nodes, 1e3 * s->device, 1e3 * s->reference,
                               s->reference / s->device, s->difference);
        device += s->device;
        reference += s->reference;
        nodes += (double)s->nodes;
    }
    contensou__text_printf(out, "| %-28s | %6.0f | %11.3f | %8.3f | %6.1f | %10s |\n", "all", nodes,
                           1e3 * device, 1e3 * reference, reference / device, "");
}

enum contensou_status contensou_tables_markdown(const struct contensou_tables *tables, char **text,
                                                struct contensou_error *err)
{
    struct contensou__text out = {0};

    put_head(tables, &out);
    for (size_t i = 0; i < sizeof families / sizeof *families; ++i)
        put_family(tables, i, &out);
    put_eta(tables, &out);
    put_published(tables, &out);
    put_speed(tables, &out);
    put_fit_times(tables, &out);
    *text = NULL;
    if (out.failed) {
        contensou__text_free(&out);
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for tables.md");
    }
    *text = out.data;
    return CONTENSOU_OK;
}

/* export_table.c: the table of the law `table`, with the texts that read it. SPDX-License-Identifier: MIT */
#include "fit/export/export_table.h"

#include "base/setting.h"
#include "base/try.h"
#include "fit/export/export_about.h"
#include "fit/export/export_text.h"
#include "laws/friction.h"
#include "laws/law.h"

#include <contensou/version.h>

static void put_about(const struct contensou_patch *patch, double error, const char *name,
                      const char *command, struct contensou__text *out)
{
    contensou__text_printf(
        out, "%s: friction of a contact that slides and spins, the exact law.\n\n", name);
    contensou__text_printf(out, "contact: ");
    contensou__export_about_contact(patch, out);
    contensou__text_printf(
        out,
        "\na table of the exact wrench, interpolated; the largest error of T, and of M "
        "over the radius,\nthat was seen: %s\npassive: yes, friction never gives "
        "energy\n",
        contensou__export_about_number(error, 2).text);
    contensou__export_about_end(patch, command, 0, out);
}

/* 1 if number i of a table is a length: the contact's size, with which the other numbers of a circular contact are pure; a cube
 * has the power over the spin, in planes over its squares (numbers 3 to 5 of 6 for each) and in the coefficients behind them. */
static int is_length(const double *table, int circular, size_t i)
{
    const size_t side = (size_t)table[1], top = (size_t)table[2], head = 3, square = 6;
    const size_t planes = head + square * (2 * side * side + top * top);

    return i == 0 || (!circular && (i >= planes || (i >= head && (i - head) % square >= 3)));
}

/* The numbers as an array of the language, four on a line, lengths in metres of which `unit` are one of the contact's. */
static void put_numbers(const struct contensou__language *l, const char *name,
                        const struct contensou__friction *f, int circular, double unit,
                        struct contensou__text *out)
{
    contensou__text_printf(out, "%s%s%s", l->array[0], name, l->array[1]);
    for (size_t i = 0; i < f->shared_count; ++i)
        contensou__text_printf(out, "%s%s",
                               i == 0  ? "\n    "
                               : i % 4 ? ", "
                                       : ",\n    ",
                               contensou__export_text_number(is_length(f->shared, circular, i)
                                                                 ? unit * f->shared[i]
                                                                 : f->shared[i])
                                   .text);
    contensou__text_printf(out, "%s", l->array[2]);
}

enum contensou_status contensou__export_table_write(const struct contensou_patch *patch,
                                                    const struct contensou__language *l,
                                                    const char *name, const char *command,
                                                    struct contensou__text *out,
                                                    struct contensou_error *err)
{
    OWNED(contensou__export_text_free)
    struct contensou__export_text t = {.language = l, .name = name, .order = 1, .gradient = 1};
    OWNED(contensou__friction_free) struct contensou__friction f = {0};
    OWNED(contensou__text_free) struct contensou__text about = {0};
    struct contensou__law_symmetry symmetry = {0};

    if (!l->table[1])
        return WRONG(err, "a table of the exact law is for c, python, jax, torch, fmu, or "
                          "one of the engines");
    if (patch->stretch.is)
        return WRONG(err, "a table is of plain friction; leave " SETTING("anisotropy") " out");
    TRY(contensou__law_symmetry(patch, &symmetry, err));
    TRY(contensou__friction_create(&f, CONTENSOU__EXPORT_TABLE, patch, 0, 0, err));
    put_about(patch, f.table_error, name, command, &about);
    contensou__export_text_comment(l, about.data ? about.data : "", out);
    contensou__export_text_put(&t, l->begin, out);
    put_numbers(l, name, &f, symmetry.circular, patch->unit > 0 ? patch->unit : 1, out);
    contensou__export_text_put_file(&t, l->table[0], out);
    contensou__export_text_put_file(&t, l->table[1 + !symmetry.circular], out);
    contensou__export_text_put(&t, l->many_of_table, &t.many);
    contensou__export_text_finish(&t, out);
    out->failed |= about.failed;
    return CONTENSOU_OK;
}

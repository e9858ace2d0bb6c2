/* export_about.c: the comments of what is exported. SPDX-License-Identifier: MIT */
#include "fit/export/export_about.h"

#include "contact/patch.h"
#include "fit/fit_report.h"

#include <contensou/version.h>

#include <stdio.h>
#include <string.h>

enum { line_length = 88 };

struct contensou__export_about_number contensou__export_about_number(double value, int digits)
{
    struct contensou__export_about_number n;

    snprintf(n.text, sizeof n.text, "%.*g", digits, value);
    for (char *c = n.text; *c; ++c)
        if (*c == ',') /* the point of some locales */
            *c = '.';
    return n;
}

#define short_number(x) contensou__export_about_number(x, 4).text
#define long_number(x)  contensou__export_about_number(x, 10).text

void contensou__export_about_contact(const struct contensou_patch *patch,
                                     struct contensou__text *out)
{
    const int own = contensou__patch_brings_pressure(patch->shape);

    contensou__text_printf(out, "%s, pressure %s", patch->shape,
                           own ? "of the file" : patch->pressure);
    if (patch->g[0] != 0 || patch->g[1] != 0)
        contensou__text_printf(out, ", tilted: times 1 + (%s) x + (%s) y", long_number(patch->g[0]),
                               long_number(patch->g[1]));
    if (patch->center[0] != 0 || patch->center[1] != 0)
        contensou__text_printf(out, ", about the point (%s, %s)", long_number(patch->center[0]),
                               long_number(patch->center[1]));
}

void contensou__export_about_end(const struct contensou_patch *patch, const char *command,
                                 int with_mu, struct contensou__text *out)
{
    const char *force = with_mu ? "N" : "mu N";

    if (command)
        contensou__text_printf(out, "made by: %s\n", command);
    contensou__text_printf(
        out,
        "version: contensou " CONTENSOU_VERSION "\n\n"
        "Slip (vx, vy, omega) at the reference point, result (Tx, Ty, M) along it: the friction\n"
        "on the body is minus %s times the result. Only the direction of the slip matters;\n"
        "a slip of zero gives zero.\n",
        force);
    if (patch->unit > 0)
        contensou__text_printf(out,
                               "units: vx, vy in m/s, omega in rad/s, Tx, Ty per %s, M per %s in "
                               "metres;\nthe contact was given in units of %s m, which are "
                               "converted inside.\n",
                               force, force, long_number(patch->unit));
    else
        contensou__text_printf(out,
                               "units: not known. With the contact's unit of length L, vx, vy are "
                               "in L/s, omega in rad/s,\nTx, Ty per %s, M per %s in L.\n",
                               force, force);
}

/* Names and values, as many on a line as fit. */
static void put_parameters(const struct contensou_fit_result *result, struct contensou__text *out)
{
    size_t column = 12;
    int last = -1;

    for (int i = 0; i < result->count; ++i)
        if (contensou__fit_report_shown(result, i))
            last = i;
    contensou__text_printf(out, "parameters:");
    for (int i = 0; i <= last; ++i) {
        char item[80];
        const int length = snprintf(item, sizeof item, " %s = %s%s", result->parameter[i].name,
                                    long_number(result->parameter[i].value), i < last ? "," : "");

        if (!contensou__fit_report_shown(result, i))
            continue;
        if (column + (size_t)length > line_length) {
            contensou__text_printf(out, "\n   ");
            column = 3;
        }
        contensou__text_append(out, item, (size_t)length);
        column += (size_t)length;
    }
    contensou__text_printf(out, "\n");
}

/* Only data give a parameter an interval. */
static int from_data(const struct contensou_fit_result *result)
{
    for (int i = 0; i < result->count; ++i)
        if (result->parameter[i].low < result->parameter[i].high)
            return 1;
    return 0;
}

void contensou__export_about_law(const struct contensou_patch *patch,
                                 const struct contensou_fit_result *result, const char *name,
                                 const char *command, int with_mu, struct contensou__text *out)
{
    contensou__text_printf(out, "%s: friction of a contact that slides and spins, law %s.\n\n",
                           name, result->model);
    contensou__text_printf(out, "contact: ");
    contensou__export_about_contact(patch, out);
    contensou__text_printf(out, "\n");
    put_parameters(result, out);
    contensou__text_printf(out, "errors against %s: rms %s, max_T %s, max_M %s\n",
                           from_data(result) ? "the data" : "the exact wrench",
                           short_number(result->rms), short_number(result->max_T),
                           short_number(result->max_M));
    if (result->passive)
        contensou__text_printf(out, "passive: yes, friction never gives energy\n");
    else
        contensou__text_printf(out, "passive: no, the power falls to %s for a slip of length 1\n",
                               short_number(result->least_power));
    contensou__export_about_end(patch, command, with_mu, out);
}

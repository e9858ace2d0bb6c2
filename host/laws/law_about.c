/* law_about.c: one line about each model. What a model refuses is decided in law.c; the words for it
 * are here. SPDX-License-Identifier: MIT */
#include "laws/law_about.h"

#include <stddef.h>
#include <string.h>

// clang-format off
static const struct contensou__law_about rows[] = {
    {"I00",        "b, m",                        "all",       "exact at pure sliding and spin [1]"},
    {"I11",        "b, m",                        "all",       "the same, with first derivatives"},
    {"I20",        "b, m",                        "half-turn", "second order at pure spin"},
    {"I02",        "b, m",                        "half-turn", "second order at pure sliding"},
    {"I22",        "b, m",                        "half-turn", "second order at both ends"},
    {"pade1",      "m, a, b, M0, F_r, M_ur",      "circular",  "from integrals of the contact [5]"},
    {"pade2",      "m, a, b, M0, F_r, M_ur",      "circular",  "from integrals of the contact [5]"},
    {"ellipsoid",  "mu_lambda, mu_tau, c_omega",  "all",       "the law of physics engines [3]"},
    {"potential4", "c1, or k10 .. k31",           "all",       "always passive, degree 4"},
    {"potential6", "c1, c2, or k10 .. k51",       "all",       "always passive, degree 6"},
    {"potential8", "c1, c2, c3, or k10 .. k71",   "all",       "always passive, degree 8"},
};
// clang-format on

const struct contensou__law_about *contensou__law_about_find(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

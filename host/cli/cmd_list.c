/* cmd_list.c: contensou list: what this build can compute with. SPDX-License-Identifier: MIT */
#include "cli/command.h"

#include "base/names.h"

#include <stdio.h>

struct item {
    const char *syntax, *pressures, *methods, *text;
};

static const struct item shapes[] = {
    {"disk", "all", "exact, cells", "the unit disk"},
    {"annulus:q", "uniform", "exact, cells", "the ring q <= r <= 1, 0 < q < 1"},
    {"ellipse:a,b", "all", "exact, cells", "semi-axes a along x and b along y"},
    {"rectangle:a,b", "uniform", "exact, cells", "half sides a along x and b along y"},
    {"polygon:FILE", "uniform", "exact, cells",
     "CSV x,y of the corners; a blank line starts the next contour, clockwise ones are holes"},
    {"map:FILE", "its own", "exact, cells",
     "CSV x_min,x_max,y_min,y_max, those numbers, then rows of cell pressures, lowest y first"},
    {"cells:FILE", "its own", "cells", "CSV x,y,area,pressure: points with their own weight"},
};

static const struct item pressures[] = {
    {"uniform", "", "", "constant"},
    {"hertz", "", "", "(1 - s)^(1/2): elastic contact of curved bodies"},
    {"parabolic", "", "", "1 - s"},
    {"power:q", "", "", "(1 - s)^q, -0.9 <= q <= 20"},
    {"boussinesq", "", "", "(1 - s)^(-1/2): a rigid flat punch"},
};

static void list_contacts(void)
{
    printf("shapes (--shape), lengths in units of the characteristic size\n"
           "  %-15s%-11s%-14s%s\n",
           "shape", "pressures", "methods", "meaning");
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        printf("  %-15s%-11s%-14s%s\n", shapes[i].syntax, shapes[i].pressures, shapes[i].methods,
               shapes[i].text);
    printf("\npressures (--pressure), normalised to total 1; s = x^2/a^2 + y^2/b^2\n");
    for (size_t i = 0; i < sizeof pressures / sizeof pressures[0]; i++)
        printf("  %-15s%s\n", pressures[i].syntax, pressures[i].text);
    printf("\nwith every shape\n"
           "  --tilt k,beta  multiplies the pressure by 1 + k (x cos beta - y sin beta)\n"
           "  --center x,y   the point where slips are given and torque is taken about\n"
           "\nmethods (--method)\n"
           "  exact          closed forms, edge sums and short quadratures: 1e-12 in double\n"
           "  cells          the direct sum over --cells N cells along the larger side\n");
}

static void none_yet(const char *what)
{
    printf("%s: this build has none yet\n", what);
}

static enum contensou_status run(const struct contensou__options *options,
                                 struct contensou_error *err)
{
    static const char *const words[] = {"contacts", "models",   "laws",
                                        "systems",  "steppers", "observers"};
    enum { count = sizeof words / sizeof words[0] };
    const char *word = options->word_count ? options->word[0] : NULL;
    const int at = word ? contensou__names_find(word, words, count) : 0;

    if (at < 0)
        return contensou__names_fail(err, "list", word, words, count);
    if (at == 0)
        list_contacts();
    else
        none_yet(words[at]);
    if (!word) {
        putchar('\n');
        for (size_t i = 1; i < count; i++)
            none_yet(words[i]);
    }
    return CONTENSOU_OK;
}

const struct contensou__command contensou__cmd_list_command = {
    .name = "list",
    .summary = "what this build can compute with: contact shapes, pressures, methods",
    .usage = "[contacts|models|laws|systems|steppers|observers]",
    .about = "Without a word it lists everything. 'contacts' gives the shapes and pressures with "
             "their syntax, what they mean, which pressures go with which shape, and the methods "
             "that 'contensou eval' has for them.",
    .examples = "  contensou list\n"
                "  contensou list contacts\n",
    .words = 1,
    .run = run,
};

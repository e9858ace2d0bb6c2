/* cmd_list.c: contensou list: what this build can compute with, from the library's catalogue.
 * SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/owned.h"
#include "cli/parts.h"

#include "base/names.h"

#include <contensou/catalogue.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef const struct contensou_catalogue_part *part;

/* What follows is done with each part p of a catalogue. */
#define each_part(p, of)                                          \
    for (size_t at = 0; at < contensou_catalogue_count(of); ++at) \
        for (part p = contensou_catalogue_part(of, at); p; p = NULL)

static const char *about(part p, const char *property)
{
    return contensou_catalogue_property(p, property);
}

static int is(part p, const char *property, const char *text)
{
    return strcmp(about(p, property), text) == 0;
}

static void print_shapes(const struct contensou_catalogue *c)
{
    printf("shapes (--shape), lengths in a unit of your choice, which --unit names\n"
           "  %-15s%-11s%-14s%s\n",
           "shape", "pressures", "methods", "meaning");
    each_part (p, c)
        printf("  %-15s%-11s%-14s%s\n", p->form, about(p, "pressures"), about(p, "methods"),
               p->text);
}

static void print_pressures(const struct contensou_catalogue *c)
{
    printf("\npressures (--pressure), normalised to total 1; s = x^2/a^2 + y^2/b^2\n");
    each_part (p, c) {
        printf("  %-15s%s", p->form, p->text);
        for (size_t k = 0; k < p->numbers; k++)
            printf(", %g <= %s <= %g", p->number[k].low, p->number[k].name, p->number[k].high);
        putchar('\n');
    }
    printf("\nwith every shape\n"
           "  --tilt k,beta  multiplies the pressure by 1 + k (x cos beta - y sin beta)\n"
           "  --center x,y   the point where slips are given and torque is taken about\n"
           "\nmethods (--method)\n"
           "  exact          closed forms, edge sums and short quadratures: 1e-12 in double\n"
           "  cells          the direct sum over --cells N cells along the larger side\n");
}

static void print_models(const struct contensou_catalogue *c)
{
    printf("models (--model), what 'contensou fit' fits\n"
           "  %-12s%-28s%-11s%s\n",
           "model", "parameters", "contacts", "meaning");
    each_part (p, c)
        printf("  %-12s%-28s%-11s%s\n", p->name, about(p, "parameters"), about(p, "contacts"),
               p->text);
    printf("\n"
           "half-turn: a pressure that is the same after half a turn about the reference\n"
           "point. circular: disk and annulus about their middle, tilted or not; the\n"
           "parameters follow from the contact unless --bounds frees them. A potential has\n"
           "c1, .. on circular contacts and k10, .. on others. More of the family I<n1><n2>\n"
           "exist where n1 + n2 is even: I33, I44, .. on half-turn contacts whose pressure\n"
           "has neither border nor step at the reference point.\n");
}

static void print_number(const struct contensou_catalogue_number *n, int width)
{
    char value[32];

    if (isnan(n->value))
        snprintf(value, sizeof value, "%s",
                 n->fitted                     ? "fitted"
                 : strcmp(n->name, "eps") == 0 ? "system's"
                                               : "nan");
    else
        snprintf(value, sizeof value, "%.6g", n->value + 0.0); /* no -0 */
    printf("%-*s%-10s", width, n->name, value);
    printf(n->text[0] ? "%-8s %s\n" : "%s%s\n", n->unit, n->text);
}

/* The names of the parts with this property, and a line break. */
static void print_users(const struct contensou_catalogue *c, const char *property, const char *text,
                        const char *end)
{
    int count = 0;

    each_part (p, c)
        if (is(p, property, text))
            printf("%s%s", count++ ? ", " : "", p->name);
    fputs(end, stdout);
}

static int has(part p, const char *name)
{
    for (size_t i = 0; i < p->numbers; ++i)
        if (strcmp(p->number[i].name, name) == 0)
            return 1;
    return 0;
}

/* The laws of one kind with their numbers, but for those that `common` has. */
static void print_laws_of(const struct contensou_catalogue *laws, const char *friction, part common)
{
    each_part (p, laws) {
        if (!is(p, "friction", friction))
            continue;
        printf("    %-12s%s\n", p->name, p->text);
        if (*about(p, "creep"))
            printf("                %s\n", about(p, "creep"));
        for (size_t k = 0; k < p->numbers; ++k)
            if (!common || !has(common, p->number[k].name)) {
                printf("      ");
                print_number(&p->number[k], 10);
            }
    }
}

/* A law that has no numbers of its own: those of all laws of a contact. */
static part common_law(const struct contensou_catalogue *laws)
{
    each_part (p, laws)
        if (is(p, "friction", "contact") && !*about(p, "model"))
            return p;
    return NULL;
}

static void print_laws(const struct contensou_catalogue *laws,
                       const struct contensou_catalogue *systems)
{
    part common = common_law(laws);

    printf("laws (--law) and their numbers (--set law.NAME=X), with defaults and units\n\n"
           "  of a contact that slides and spins (--shape, --pressure), per unit of mu N, in\n"
           "  ");
    print_users(systems, "friction", "contact", "\n");
    printf("    all of them\n");
    for (size_t k = 0; common && k < common->numbers; ++k) {
        printf("      ");
        print_number(&common->number[k], 10);
    }
    print_laws_of(laws, "contact", common);
    printf(
        "    FILE.json   of 'contensou fit -o FILE.json': its model, numbers and contact\n\n"
        "  The numbers are those of a uniform disk; for other contacts, and where it says\n"
        "  fitted, 'contensou fit' finds them before the run. With eps > 0 none of these laws\n"
        "  bears a load at rest: the contact creeps at about eps times the load. Without a load\n"
        "  slip fades exponentially, except where it says that it creeps (docs/numerics.md).\n\n"
        "  of a contact that rolls as well (");
    print_users(laws, "rolling", "1", "), in\n  ");
    print_users(systems, "friction", "rolling", "\n");
    printf("\n  along a line, in\n  ");
    print_users(systems, "friction", "line", "\n");
    print_laws_of(laws, "line", NULL);
    printf("\n  none, in\n  ");
    print_users(systems, "friction", "none", "\n");
}

static void print_numbers(part p, const char *what, enum contensou_catalogue_role role)
{
    int count = 0;

    for (size_t i = 0; i < p->numbers; ++i)
        if (p->number[i].role == role) {
            printf("    %-7s", count++ ? "" : what);
            print_number(&p->number[i], 13);
        }
}

/* The systems of the catalogue; own: the one of a user's header. */
static void print_systems(const struct contensou_catalogue *c, int own_file)
{
    struct contensou__text own = {0};

    printf("systems (SYSTEM), their states (--init) and fields (--set) with defaults and units\n");
    each_part (p, c) {
        printf("\n  %-13s%s\n", p->name, p->text);
        print_numbers(p, "states", CONTENSOU_CATALOGUE_STATE);
        print_numbers(p, "fields", CONTENSOU_CATALOGUE_FIELD);
        if (*about(p, "law"))
            printf("    law    %s, law.eps %s\n", about(p, "law"), about(p, "eps"));
        if (*about(p, "frame"))
            printf("    frame  the contact turns with %s (--frame body), from its axes at 0\n",
                   about(p, "frame"));
        if (*about(p, "section"))
            printf("    at     section %s\n", about(p, "section"));
    }
    if (own_file)
        return;
    contensou__parts_expand("\n  your own: --system-file FILE.h, see van_der_pol.h and slider.h in "
                            "{examples}\n",
                            &own);
    printf("%s", own.failed ? "" : own.data);
    contensou__text_free(&own);
}

/* The one that auto takes at a tolerance of 1. */
static const char *automatic(const struct contensou_catalogue *c, const char *stiff)
{
    each_part (p, c) {
        if (is(p, "stiff", stiff) && *about(p, "auto_rtol") &&
            strtod(about(p, "auto_rtol"), NULL) >= 1)
            return p->name;
    }
    return "";
}

static void print_steppers(const struct contensou_catalogue *c)
{
    printf("steppers (--stepper), error control by --rtol and --atol\n"
           "  %-10s%s\n",
           "stepper", "meaning");
    each_part (p, c) {
        printf("  %-10s%s", p->name, p->text);
        if (*about(p, "h_min"))
            printf(";\n  %-10stakes a step of --h-min whatever its error", "");
        if (*about(p, "h_max"))
            printf("; --h-max is %s", about(p, "h_max"));
        putchar('\n');
    }
    printf("  %-10sthe default: a lane begins with %s, and goes over to %s\n"
           "  %-10swhen it turns stiff, and back;\n",
           "auto", automatic(c, ""), automatic(c, "1"), "");
    each_part (p, c) {
        if (*about(p, "auto_rtol") && strtod(about(p, "auto_rtol"), NULL) < 1)
            printf("  %-10s%s at --rtol %s and below%s;\n", "", p->name, about(p, "auto_rtol"),
                   *about(p, "series") ? ", for systems that give their series" : "");
    }
    each_part (p, c)
        if (is(p, "switches", "1"))
            printf(
                "  %-10s%s where the law is exact (law.eps = 0, signum) or events are observed\n",
                "", p->name);
}

static void print_observers(const struct contensou_catalogue *c)
{
    printf("observers (--observe, several with commas), what a sweep keeps of each lane\n"
           "  %-12s%-35s%s\n",
           "observer", "columns", "meaning");
    each_part (p, c) {
        const char *columns = about(p, "columns");
        const size_t size = strlen(columns) > 34 ? strlen(columns) : 34;
        const int wide = 15 + size + strlen(p->text) > 88; /* columns of a terminal */

        printf("  %-12s%-34s ", p->name, columns);
        if (wide) /* the meaning has a line of its own */
            printf("\n  %-12s", "");
        puts(p->text);
    }
    printf("\n"
           "Points go to a group of FILE.h5 by the observer's name, such as /section, or to\n"
           "FILE.section.csv. --section is STATE=VALUE[,up|down|both] or period=T; every\n"
           "lane has outcome, steps and rejections too.\n");
}

/* One or two catalogues a list. */
static enum contensou_status print(int which, struct contensou_error *err)
{
    static const enum contensou_catalogue_kind kinds[] = {
        CONTENSOU_CATALOGUE_SHAPES,  CONTENSOU_CATALOGUE_MODELS,   CONTENSOU_CATALOGUE_LAWS,
        CONTENSOU_CATALOGUE_SYSTEMS, CONTENSOU_CATALOGUE_STEPPERS, CONTENSOU_CATALOGUE_OBSERVERS};
    OWNED(contensou__owned_catalogue) struct contensou_catalogue *c = NULL;
    OWNED(contensou__owned_catalogue) struct contensou_catalogue *second = NULL;

    TRY(contensou_catalogue_create(&c, kinds[which], err));
    switch (kinds[which]) {
    case CONTENSOU_CATALOGUE_SHAPES:
        TRY(contensou_catalogue_create(&second, CONTENSOU_CATALOGUE_PRESSURES, err));
        print_shapes(c);
        print_pressures(second);
        break;
    case CONTENSOU_CATALOGUE_MODELS:
        print_models(c);
        break;
    case CONTENSOU_CATALOGUE_LAWS:
        TRY(contensou_catalogue_create(&second, CONTENSOU_CATALOGUE_SYSTEMS, err));
        print_laws(c, second);
        break;
    case CONTENSOU_CATALOGUE_SYSTEMS:
        print_systems(c, 0);
        break;
    case CONTENSOU_CATALOGUE_STEPPERS:
        print_steppers(c);
        break;
    default:
        print_observers(c);
    }
    return CONTENSOU_OK;
}

/* The system of a user's header, whose tables the device's compiler reads. */
static enum contensou_status print_own(const char *file, const struct contensou__options *o,
                                       struct contensou_error *err)
{
    OWNED(contensou__owned_device) struct contensou_device *device = NULL;
    OWNED(contensou__owned_catalogue) struct contensou_catalogue *c = NULL;

    TRY(contensou_device_open(&device, contensou__options_value(o, "device"), err));
    TRY(contensou_catalogue_create_system(&c, file, NULL, device, err));
    print_systems(c, 1);
    return CONTENSOU_OK;
}

static enum contensou_status run(const struct contensou__options *options,
                                 struct contensou_error *err)
{
    static const char *const words[] = {"contacts", "models",   "laws",
                                        "systems",  "steppers", "observers"};
    enum { count = sizeof words / sizeof words[0] };
    const char *word = options->word_count ? options->word[0] : NULL;
    const char *file = contensou__options_value(options, "system-file");
    const int at = word ? contensou__names_find(word, words, count) : 0;

    if (at < 0)
        return contensou__names_fail(err, "list", word, words, count);
    if (file && word && strcmp(word, "systems") != 0)
        return WRONG(err, "--system-file goes with 'contensou list systems', not with '%s'", word);
    if (file)
        return print_own(file, options, err);
    for (int i = word ? at : 0; i <= (word ? at : count - 1); i++) {
        if (!word && i >= 1)
            putchar('\n');
        TRY(print(i, err));
    }
    return CONTENSOU_OK;
}

static const struct contensou__option option_rows[] = {
    {"system-file", 0, "FILE.h", NULL, "with systems: list the system of this header alone"},
};

const struct contensou__command contensou__cmd_list_command = {
    .name = "list",
    .summary = "what this build can compute with: contacts, models, laws, systems, ..",
    .usage = "[contacts|models|laws|systems|steppers|observers]\n"
             "                     [--system-file FILE.h]",
    .about =
        "Without a word it lists everything. 'contacts' gives the shapes and pressures with their "
        "syntax, what they mean, which pressures go with which shape, and the methods that "
        "'contensou eval' has for them; 'models' the formulas that 'contensou fit' knows, with "
        "their parameters and the contacts that they are for. For simulations: 'laws' of friction "
        "with their numbers and the systems that they fit, 'systems' with the names, defaults and "
        "units of states and fields, 'steppers' that integrate them, 'observers' of a sweep.",
    .examples = "  contensou list\n"
                "  contensou list contacts\n"
                "  contensou list models\n"
                "  contensou list systems\n"
                "  contensou list systems --system-file puck.h\n"
                "  contensou list laws\n",
    CONTENSOU__COMMAND_OPTIONS(option_rows),
    .words = 1,
    .run = run,
};

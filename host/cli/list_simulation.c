/* list_simulation.c: laws, systems, steppers and observers with their numbers, defaults and units.
 * SPDX-License-Identifier: MIT */
#include "cli/list_simulation.h"

#include "laws/friction.h"
#include "catalogue/observer.h"
#include "catalogue/stepper.h"

#include <contensou/patch.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static void print_field(const struct contensou__field *f, int width, const char *fallback)
{
    char value[32];

    snprintf(value, sizeof value, "%.6g", f->value + 0.0); /* no -0 */
    printf("%-*s%-10s", width, f->name, fallback ? fallback : value);
    printf(f->text[0] ? "%-8s %s\n" : "%s%s\n", f->unit, f->text);
}

/* What is left of a motion after the stop. */
static void print_creep(const struct contensou__friction *f)
{
    const int order = contensou__friction_lane_order(f);

    if (order > 1)
        printf("                it creeps: below eps friction falls as slip^%d, slip fades as "
               "t^%s%.3g%s\n",
               order, order > 2 ? "(" : "", -1.0 / (order - 1), order > 2 ? ")" : "");
}

/* Numbers from `first` on. Those of a model that a fit gives have no default of their own. */
static void print_law(const struct contensou__friction *f, int first)
{
    printf("    %-12s%s\n", f->name, contensou__registry_text(f->name));
    print_creep(f);
    for (int i = first; i < f->field_count; ++i) {
        const int param = i - 3;
        const int fitted = f->needs_fit && param >= 0 && f->law.free[param];

        printf("      ");
        print_field(&f->fields[i], 10, fitted ? "fitted" : NULL);
    }
}

static void print_users(enum contensou__system_friction kind)
{
    int count = 0;

    for (size_t i = 0; i < contensou__system_name_count; ++i) {
        const struct contensou__system *s = contensou__system_find(contensou__system_names[i]);

        if (s->friction == kind)
            printf("%s%s", count++ ? ", " : "", s->name);
    }
    putchar('\n');
}

/* The laws under which the tilt of the pressure may move. */
static void print_rolling(void)
{
    int count = 0;

    for (size_t i = 0; i < contensou__registry_name_count; ++i)
        if (contensou__registry_find(contensou__registry_names[i], NULL)->tilts)
            printf("%s%s", count++ ? ", " : "", contensou__registry_names[i]);
}

/* The numbers that all laws of a patch have, by the law that has no others. */
static enum contensou_status print_common(const struct contensou_patch *disk,
                                          struct contensou_error *err)
{
    struct contensou__friction f;
    enum contensou_status status = contensou__friction_create(&f, "integral", disk, 0, 0, err);

    for (int i = 0; i < f.field_count && !status; ++i) {
        printf("      ");
        print_field(&f.fields[i], 10,
                    strcmp(f.fields[i].name, "eps") == 0 ? "system's"
                    : isnan(f.fields[i].value)           ? "nan"
                                                         : NULL);
    }
    contensou__friction_free(&f);
    return status;
}

static enum contensou_status print_contact(const struct contensou_patch *disk, const char *name,
                                           struct contensou_error *err)
{
    struct contensou__friction f = {0};
    enum contensou_status status = CONTENSOU_OK;

    if (contensou__registry_find(name, NULL)->model) {
        status = contensou__friction_create(&f, name, disk, 0, 0, err);
        if (!status)
            print_law(&f, 3);
    } else {
        printf("    %-12s%s\n", name, contensou__registry_text(name));
    }
    contensou__friction_free(&f);
    return status;
}

static enum contensou_status print_line(const char *name, struct contensou_error *err)
{
    struct contensou__friction f;
    enum contensou_status status = contensou__friction_create(&f, name, NULL, 1e-3, 0, err);

    if (!status)
        print_law(&f, 0);
    contensou__friction_free(&f);
    return status;
}

enum contensou_status contensou__list_simulation_laws(struct contensou_error *err)
{
    const struct contensou_patch_spec spec = {.shape = "disk"};
    struct contensou_patch *disk = NULL;
    enum contensou_status status = contensou_patch_create(&disk, &spec, err);

    printf("laws (--law) and their numbers (--set law.NAME=X), with defaults and units\n\n"
           "  of a contact that slides and spins (--shape, --pressure), per unit of mu N, in\n"
           "  ");
    print_users(contensou__system_contact);
    printf("    all of them\n");
    if (!status)
        status = print_common(disk, err);
    for (size_t i = 0; i < contensou__registry_name_count && !status; ++i)
        if (contensou__registry_find(contensou__registry_names[i], NULL)->kind ==
            contensou__system_contact)
            status = print_contact(disk, contensou__registry_names[i], err);
    contensou_patch_free(disk);
    if (status)
        return status;
    printf(
        "    FILE.json   of 'contensou fit -o FILE.json': its model, numbers and contact\n\n"
        "  The numbers are those of a uniform disk; for other contacts, and where it says\n"
        "  fitted, 'contensou fit' finds them before the run. With eps > 0 none of these laws\n"
        "  bears a load at rest: the contact creeps at about eps times the load. Without a load\n"
        "  slip fades exponentially, except where it says that it creeps (docs/numerics.md).\n\n"
        "  of a contact that rolls as well (");
    print_rolling();
    printf("), in\n  ");
    print_users(contensou__system_rolling);
    printf("\n  along a line, in\n  ");
    print_users(contensou__system_line);
    for (size_t i = 0; i < contensou__registry_name_count && !status; ++i)
        if (contensou__registry_find(contensou__registry_names[i], NULL)->kind ==
            contensou__system_line)
            status = print_line(contensou__registry_names[i], err);
    printf("\n  none, in\n  ");
    print_users(contensou__system_none);
    return status;
}

static void print_fields(const char *what, const struct contensou__field *fields, int count)
{
    for (int i = 0; i < count; ++i) {
        printf("    %-7s", i ? "" : what);
        print_field(&fields[i], 13, NULL);
    }
}

static void print_section(const struct contensou__system *s)
{
    static const char *const ways[] = {"down", "both", "up"};

    if (s->section.state >= 0)
        printf("    at     section %s=%g,%s\n", s->states[s->section.state].name, s->section.value,
               ways[s->section.direction + 1]);
}

void contensou__list_simulation_systems(void)
{
    printf("systems (SYSTEM), their states (--init) and fields (--set) with defaults and units\n");
    for (size_t i = 0; i < contensou__system_name_count; i++) {
        const struct contensou__system *s = contensou__system_find(contensou__system_names[i]);

        printf("\n  %-13s%s\n", s->name, s->about);
        print_fields("states", s->states, s->dim);
        print_fields("fields", s->fields, s->field_count);
        if (s->friction != contensou__system_none)
            printf("    law    %s, law.eps %g\n", s->law, s->eps);
        print_section(s);
    }
    printf("\n  your own: --system-file FILE.h, see bench/examples/van_der_pol.h and slider.h\n");
}

void contensou__list_simulation_steppers(void)
{
    printf("steppers (--stepper), error control by --rtol and --atol\n"
           "  %-10s%s\n",
           "stepper", "meaning");
    for (size_t i = 0; i < contensou__stepper_name_count; ++i) {
        const struct contensou__stepper *s = contensou__stepper_find(contensou__stepper_names[i]);

        printf("  %-10s%s", s->name, s->about);
        if (s->takes_h_min)
            printf(";\n  %-10stakes a step of --h-min whatever its error", "");
        if (s->h_max > 0)
            printf("; --h-max is %g", s->h_max);
        putchar('\n');
    }
    printf("  %-10sthe default: %s where the law is steep, otherwise %s;\n", "auto",
           contensou__stepper_auto(1, 1, 1)->name, contensou__stepper_auto(0, 1, 1)->name);
    for (size_t i = 0; i < contensou__stepper_name_count; ++i) {
        const struct contensou__stepper *s = contensou__stepper_find(contensou__stepper_names[i]);

        if (s->auto_rtol > 0 && s->auto_rtol < 1)
            printf("  %-10s%s at --rtol %g and below%s;\n", "", s->name, s->auto_rtol,
                   s->auto_smooth ? ", but for laws along a line" : "");
    }
    printf("  %-10swhere the law is steep, a sweep of 64 lanes or more tries both first\n", "");
}

void contensou__list_simulation_observers(void)
{
    printf("observers (--observe, several with commas), what a sweep keeps of each lane\n"
           "  %-10s%-35s%s\n",
           "observer", "columns", "meaning");
    for (size_t i = 0; i < contensou__observer_count; ++i)
        printf("  %-10s%-35s%s\n", contensou__observer_all[i].name,
               contensou__observer_all[i].columns_text, contensou__observer_all[i].about);
    printf("\n"
           "Points go to a group of FILE.h5 by the observer's name, such as /section, or to\n"
           "FILE.section.csv. --section is STATE=VALUE[,up|down|both] or period=T; every\n"
           "lane has outcome, steps and rejections too.\n");
}

/* cmd_transitions.c: contensou transitions: the directions in which slip ends and starts, [3].
 * SPDX-License-Identifier: MIT */
#include "cli/cmd_transitions.h"

#include "base/json.h"
#include "base/numbers.h"
#include "cli/cmd_eval_dump.h"
#include "cli/command.h"
#include "cli/contact_options.h"
#include "cli/progress.h"

#include <contensou/plot.h>
#include <contensou/table.h>
#include <contensou/version.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { mass_count = 6, full_count = 9 };

static size_t count_numbers(const char *text)
{
    size_t count = 1;

    for (; *text; ++text)
        count += *text == ',';
    return count;
}

/* Six numbers, or nine: the whole matrix row by row. */
static enum contensou_status read_mass(const char *text, double mass[mass_count],
                                       struct contensou_error *err)
{
    static const int place[mass_count] = {0, 1, 2, 4, 5, 8},
                     mirror[mass_count] = {0, 3, 6, 4, 7, 8};
    const size_t count = count_numbers(text);
    double full[full_count];
    enum contensou_status status;

    if (count == mass_count)
        return contensou__numbers_list(text, "--mass m11,m12,m13,m22,m23,m33", mass, mass_count,
                                       err);
    if (count != full_count)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--mass: %zu number%s; give the six m11,m12,m13,m22,m23,m33, such as "
                              "2,0,0,1,0,0.1, or all nine row by row",
                              count, count == 1 ? "" : "s");
    status = contensou__numbers_list(text, "--mass, row by row", full, full_count, err);
    for (int i = 0; i < mass_count && !status; ++i) {
        mass[i] = full[place[i]];
        if (full[mirror[i]] != mass[i])
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "--mass: the matrix is not symmetric: %s = %.15g, but below the "
                                  "diagonal it is %.15g",
                                  contensou_transitions_field((size_t)i), mass[i], full[mirror[i]]);
    }
    return status;
}

/* The contact of --law and --shape; *contact becomes NULL where neither asks for one. */
static enum contensou_status read_contact(const struct contensou__options *o,
                                          struct contensou_patch_spec *spec,
                                          const struct contensou_patch_spec **contact,
                                          struct contensou_error *err)
{
    static const char *const of_a_contact[] = {"pressure", "tilt", "anisotropy"};
    const char *law = contensou__options_value(o, "law");

    *contact = NULL;
    if ((law && strcmp(law, "ellipsoid") != 0) || contensou__options_given(o, "shape")) {
        *contact = spec;
        return contensou__contact_options_read(o, spec, err);
    }
    for (size_t i = 0; i < 3; ++i)
        if (contensou__options_given(o, of_a_contact[i]))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "--%s belongs to a contact, and the law of [3] has none; give "
                                  "--shape, such as --shape disk",
                                  of_a_contact[i]);
    return CONTENSOU_OK;
}

static enum contensou_status read_setup(struct contensou__cmd_transitions_setup *s,
                                        const struct contensou__options *o,
                                        struct contensou_error *err)
{
    const char *mass_text = contensou__options_value(o, "mass");
    const char *drive_text = contensou__options_value(o, "drive");
    double mass[mass_count], drive[3];
    struct contensou_cases_options cases = {
        .size = sizeof cases,
        .mass = mass_text ? mass : NULL,
        .drive = drive_text ? drive : NULL,
        .system = contensou__options_value(o, "system"),
        .init = contensou__options_value(o, "init"),
        .law = contensou__options_value(o, "law"),
        .set = contensou__options_value(o, "set"),
        .vary = o->repeat,
        .varies = o->repeat_count,
        .random = contensou__options_value(o, "random"),
        .device = contensou__options_value(o, "device"),
        .progress = contensou__progress_of(NULL),
    };
    enum contensou_status status = read_contact(o, &s->spec, &cases.contact, err);

    s->output = contensou__options_value(o, "output");
    s->plot = contensou__options_value(o, "plot");
    s->dump = contensou__options_value(o, "dump-program");
    s->device = cases.device;
    s->quiet = contensou__options_given(o, "quiet");
    s->random = cases.random != NULL;
    s->axes = o->repeat_count;
    if (!status && mass_text)
        status = read_mass(mass_text, mass, err);
    if (!status && drive_text)
        status = contensou__numbers_list(drive_text, "--drive b1,b2,b3", drive, 3, err);
    if (!status && s->plot)
        status = contensou_plot_check(s->plot, err);
    if (!status)
        status = contensou_cases_create(&s->cases, &cases, err);
    if (!status)
        s->law = contensou_cases_law(s->cases);
    return status;
}

static void put_numbers(struct contensou__json *j, const char *key, const double *value,
                        size_t count)
{
    contensou__json_array(j, key);
    for (size_t i = 0; i < count; ++i)
        contensou__json_number(j, NULL, value[i]);
    contensou__json_end(j);
}

static void put_point(struct contensou__json *j, const struct contensou_transitions_point *p)
{
    contensou__json_object(j, NULL);
    put_numbers(j, "n", p->n, 3);
    contensou__json_number(j, "rdot", p->rdot);
    contensou__json_string(j, "type", contensou_transitions_type_name(p->type));
    contensou__json_array(j, "eigenvalues");
    put_numbers(j, NULL, p->eigenvalue[0], 2);
    put_numbers(j, NULL, p->eigenvalue[1], 2);
    contensou__json_end(j);
    put_numbers(j, "slip", p->slip, 3);
    contensou__json_end(j);
}

/* One case, solved. */
struct one {
    struct contensou_transitions_case c;
    struct contensou_transitions_result r;
    const struct contensou__cmd_transitions_setup *s;
    double a; /* the contact's unit of length */
};

static void put_case(struct contensou__json *j, const struct one *w)
{
    const char *name;
    double value;

    contensou__json_flag(j, "stick_admissible", w->r.stick_admissible);
    contensou__json_flag(j, "ambiguous", w->r.ambiguous);
    contensou__json_number(j, "stick_load", w->r.stick_load);
    if (w->r.limit_cycle < 0)
        contensou__json_string(j, "limit_cycle", NULL);
    else
        contensou__json_flag(j, "limit_cycle", w->r.limit_cycle);
    contensou__json_whole(j, "index_sum", w->r.index);
    contensou__json_array(j, "fixed_points");
    for (int i = 0; i < w->r.count; ++i)
        put_point(j, &w->r.point[i]);
    contensou__json_end(j);
    put_numbers(j, "mass", w->c.mass, mass_count);
    put_numbers(j, "drive", w->c.drive, 3);
    contensou__json_object(j, "parameters");
    contensou__json_number(j, "mu_lambda", w->c.mu_lambda);
    contensou__json_number(j, "mu_tau", w->c.mu_tau);
    contensou__json_number(j, "c_omega", w->c.c_omega);
    contensou__json_number(j, "lambda_n", w->c.lambda_n);
    if (w->s->law)
        contensou__json_number(j, "a", w->a);
    contensou__json_end(j);
    contensou__json_string(j, "law", contensou_cases_law_name(w->s->cases));
    if (!w->s->law)
        return;
    contensou__json_object(j, "contact");
    contensou__json_string(j, "shape", w->s->spec.shape);
    contensou__json_string(j, "pressure", contensou__contact_options_pressure(&w->s->spec));
    put_numbers(j, "tilt", (const double[2]){w->s->spec.tilt_k, w->s->spec.tilt_beta}, 2);
    put_numbers(j, "anisotropy", w->s->spec.anisotropy, 2);
    put_numbers(j, "center", w->s->spec.center, 2);
    contensou__json_end(j);
    contensou__json_object(j, "law_parameters");
    for (size_t i = 0; (name = contensou_cases_law_parameter(w->s->cases, i, &value)); ++i)
        contensou__json_number(j, name, value);
    contensou__json_end(j);
}

static enum contensou_status write_json(const struct one *w, const char *path,
                                        const struct contensou__text *line,
                                        struct contensou_error *err)
{
    struct contensou__cmd_eval_dump file = {0};
    struct contensou__json j = {0};
    enum contensou_status status = contensou__cmd_eval_dump_open(&file, path, err);

    contensou__json_object(&j, NULL);
    put_case(&j, w);
    contensou__json_string(&j, "command_line", line->data);
    contensou__json_string(&j, "version", CONTENSOU_VERSION);
    contensou__json_end(&j);
    if (!status && j.text.failed)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the text of '%s'", path);
    if (!status)
        status = contensou__cmd_eval_dump_close(&file, j.text.data, err);
    else
        contensou__cmd_eval_dump_discard(&file);
    contensou__text_free(&j.text);
    return status;
}

/* A row a fixed point. */
static enum contensou_status write_table(const struct one *w, const char *path,
                                         const struct contensou__text *line,
                                         struct contensou_error *err)
{
    static const char *const names[] = {"n1",   "n2",   "n3",  "vx",  "vy",  "omega",
                                        "rdot", "type", "re1", "im1", "re2", "im2"};
    enum { columns = sizeof names / sizeof *names, types = CONTENSOU_TRANSITIONS_DEGENERATE + 1 };
    const char *words[types];
    struct contensou_table_column column[columns];
    const struct contensou_table_attribute attribute[] = {
        {"stick_admissible", NULL, w->r.stick_admissible},
        {"ambiguous", NULL, w->r.ambiguous},
        {"stick_load", NULL, w->r.stick_load},
        {"command_line", line->data, 0},
        {"version", CONTENSOU_VERSION, 0},
    };
    double value[columns][CONTENSOU_TRANSITIONS_MOST];
    const double *at[columns];
    struct contensou_table *table = NULL;
    enum contensou_status status;

    for (int k = 0; k < types; ++k)
        words[k] = contensou_transitions_type_name((enum contensou_transitions_type)k);
    for (int k = 0; k < columns; ++k) {
        column[k] = (struct contensou_table_column){.name = names[k]};
        at[k] = value[k];
    }
    column[7] = (struct contensou_table_column){"type", CONTENSOU_TABLE_WORD, words, types};
    for (int i = 0; i < w->r.count; ++i) {
        const struct contensou_transitions_point *p = &w->r.point[i];
        const double row[columns] = {p->n[0],
                                     p->n[1],
                                     p->n[2],
                                     p->slip[0],
                                     p->slip[1],
                                     p->slip[2],
                                     p->rdot,
                                     (double)p->type,
                                     p->eigenvalue[0][0],
                                     p->eigenvalue[0][1],
                                     p->eigenvalue[1][0],
                                     p->eigenvalue[1][1]};

        for (int k = 0; k < columns; ++k)
            value[k][i] = row[k];
    }
    status = contensou_table_open_columns(&table, path, column, columns, attribute,
                                          sizeof attribute / sizeof *attribute, err);
    if (!status)
        status = contensou_table_append(table, (size_t)w->r.count, at, err);
    if (status) {
        contensou_table_discard(table);
        return status;
    }
    return contensou_table_close(table, err);
}

static void print_point(const struct contensou_transitions_point *p)
{
    printf("  %-15s %10.6f %10.6f %10.6f %13.6g  ", contensou_transitions_type_name(p->type),
           p->n[0], p->n[1], p->n[2], p->rdot);
    if (p->eigenvalue[0][1] != 0)
        printf("%.6g +- %.6g i\n", p->eigenvalue[0][0], p->eigenvalue[0][1]);
    else
        printf("%.6g, %.6g\n", p->eigenvalue[0][0], p->eigenvalue[1][0]);
}

static void print_case(const struct one *w)
{
    const struct contensou_transitions_result *r = &w->r;
    int stable = 0, starting = 0;

    for (int i = 0; i < r->count; ++i) {
        const int is = r->point[i].type == CONTENSOU_TRANSITIONS_STABLE_NODE ||
                       r->point[i].type == CONTENSOU_TRANSITIONS_STABLE_FOCUS;

        stable += is;
        starting += is && r->point[i].rdot > 0;
    }
    printf("stick is %s: the load is %.6g of what the contact holds%s\n",
           r->stick_admissible ? "admissible" : "not admissible", r->stick_load,
           r->ambiguous ? "; ambiguous: slip may start all the same" : "");
    printf("%d fixed points, %d stable, %d of these lead away from stick\n", r->count, stable,
           starting);
    if (r->limit_cycle > 0)
        puts("directions also go round and round: there is an attracting limit cycle");
    printf("\n  %-15s %10s %10s %10s %13s  %s\n", "type", "n1", "n2", "n3", "rdot", "eigenvalues");
    for (int i = 0; i < r->count; ++i)
        print_point(&r->point[i]);
}

static void warn(const struct contensou_transitions_result *r)
{
    int degenerate = 0;

    for (int i = 0; i < r->count; ++i)
        degenerate += r->point[i].type == CONTENSOU_TRANSITIONS_DEGENERATE;
    if (degenerate)
        fprintf(stderr,
                "contensou transitions: warning: %d fixed points are degenerate (an eigenvalue is "
                "zero): they stand for a fold or for a whole circle of them\n",
                degenerate);
    else if (r->index != 2)
        fprintf(stderr,
                "contensou transitions: warning: the indices of the fixed points found add up to "
                "%d and not to 2: some were not found\n",
                r->index);
    if (r->limit_cycle < 0)
        fprintf(stderr, "contensou transitions: warning: whether there is an attracting limit "
                        "cycle was not decided\n");
}

static enum contensou_status write_one(const struct contensou__cmd_transitions_setup *s,
                                       const struct one *w, const struct contensou__options *o,
                                       struct contensou_error *err)
{
    const size_t length = s->output ? strlen(s->output) : 0;
    struct contensou__text line = {0};
    enum contensou_status status = CONTENSOU_OK;

    contensou__options_line(o, &line);
    if (length > 5 && strcmp(s->output + length - 5, ".json") == 0)
        status = write_json(w, s->output, &line, err);
    else if (s->output)
        status = write_table(w, s->output, &line, err);
    else if (!s->plot)
        print_case(w);
    contensou__text_free(&line);
    return status;
}

static const char *title(const struct one *w, char *text, size_t size)
{
    snprintf(text, size,
             "directions of slip near rest: %d fixed points, stick is %s%s; M = %g,%g,%g,%g,%g,%g, "
             "b = %g,%g,%g",
             w->r.count, w->r.stick_admissible ? "admissible" : "not admissible",
             w->r.ambiguous ? " and ambiguous" : "", w->c.mass[0], w->c.mass[1], w->c.mass[2],
             w->c.mass[3], w->c.mass[4], w->c.mass[5], w->c.drive[0], w->c.drive[1], w->c.drive[2]);
    return text;
}

static enum contensou_status run_one(struct contensou__cmd_transitions_setup *s,
                                     const struct contensou__options *o,
                                     struct contensou_error *err)
{
    struct one w = {.s = s};
    double slip[3];
    char text[400];
    enum contensou_status status =
        contensou_cases_read(s->cases, 0, 1, &w.c, &w.a, NULL, slip, err);

    if (status)
        return status;
    if (!s->quiet && (fabs(slip[0]) > 0 || fabs(slip[1]) > 0 || fabs(slip[2]) > 0))
        fprintf(stderr,
                "the slip at this state is %.6g, %.6g, %.6g; transitions are those near rest with "
                "the mass and drive of this state\n",
                slip[0], slip[1], slip[2]);
    status = contensou_cases_solve(s->cases, &w.c, w.a, &w.r, err);
    if (!status)
        status = write_one(s, &w, o, err);
    if (!status && s->plot)
        status = contensou__cmd_transitions_plot_draw(s->plot, title(&w, text, sizeof text), &w.c,
                                                      s->law, &w.r, err);
    if (!status)
        warn(&w.r);
    return status;
}

static enum contensou_status run(const struct contensou__options *options,
                                 struct contensou_error *err)
{
    struct contensou__cmd_transitions_setup s = {.quiet = 0};
    enum contensou_status status = read_setup(&s, options, err);

    if (!status)
        status = s.random || s.axes ? contensou__cmd_transitions_many_run(&s, options, err)
                                    : run_one(&s, options, err);
    contensou_cases_free(s.cases);
    return status;
}

static const struct contensou__option option_rows[] = {
    {"mass", 0, "M11,..", NULL,
     "the local mass matrix m11,m12,m13,m22,m23,m33 of the slip (vx, vy, omega), or all nine "
     "entries row by row; symmetric, positive definite (required, but for --system and for "
     "--random without --vary)"},
    {"drive", 0, "B1,B2,B3", NULL,
     "the acceleration of the slip without friction (required, but for --system and for --random "
     "without --vary)"},
    {"system", 0, "SYSTEM", NULL,
     "take mass and drive from the state of a system, such as pendulum, in the units of its "
     "slip (lengths over the radius of the contact) and per mu N; its fields by --set omega_0=40 "
     "and --vary, its state by --init and --vary init.STATE"},
    {"init", 0, "STATE=X,..", NULL,
     "with --system: the state, by the names of 'contensou list systems' (default: those listed)"},
    {"set", 0, "NAME=X,..", NULL,
     "mu_lambda (1), mu_tau (0.5), c_omega (0.5) and lambda_n (1) of [3](2)-(3), all above 0. With "
     "a "
     "contact mu_lambda is the friction coefficient, a (1) its unit of length, or mu_tau, the "
     "torque "
     "in pure spin over lambda_n, in its place; c_omega is then only the unit of n (the size of "
     "the "
     "contact)"},
    {"law", 0, "LAW", NULL,
     "instead of [3]'s: {contact laws}, "
     "fitted to the contact where they have parameters, which --set law.b=.. sets instead (default "
     "where --shape is given: integral)"},
    {"shape", 0, "SHAPE", "disk",
     "the contact of the law, lengths in units a; 'contensou list contacts' has them all"},
    {"pressure", 0, "PRESSURE", NULL, "such as uniform, hertz or power:0.5 (default: uniform)"},
    {"tilt", 0, "K,BETA", NULL, "multiply the pressure by 1 + k (x cos beta - y sin beta)"},
    {"center", 0, "X,Y", "0,0", "the reference point, in the shape's own coordinates"},
    CONTENSOU__CONTACT_OPTIONS_ANISOTROPY,
    {"vary", 0, "NAME=R...", NULL,
     "many cases: an entry m11 .. m33, b1, b2, b3 or a number of --set that differs from case to "
     "case; R is a range lo:hi:n or a list. Several make a grid, the first one slowest"},
    {"random", 0, "SEED,N", NULL,
     "N cases, uniformly random within the ends of each --vary lo:hi. Without --vary, mass and "
     "drive are drawn: m11, m22 and m33/c_omega^2 from 1/3 to 3, uniform in their logarithm; "
     "m_ij/sqrt(m_ii m_jj) uniform among the positive definite ones; the load M b over (mu_lambda, "
     "mu_lambda, mu_tau) lambda_n uniform in the cube from -1.5 to 1.5. A --mass or --drive that "
     "is given stays"},
    {"output", 'o', "FILE", NULL,
     "write to FILE.json, or a table, one row a fixed point, to FILE.csv or FILE.h5; for many "
     "cases one row a case to FILE.csv or FILE.h5 (default: text for a reader, or CSV, to "
     "standard output, unless there is --plot)"},
    {"plot", 0, "FILE", NULL,
     "draw the flow on the sphere of directions, or for one or two --vary the number of fixed "
     "points and so on over them: FILE.png, FILE.svg or FILE.pdf"},
    {"dump-program", 0, "FILE", NULL,
     "for many cases: write the text of the device program to FILE"},
};

const struct contensou__command contensou__cmd_transitions_command = {
    .name = "transitions",
    .summary = "the directions in which slip ends in stick or starts from it",
    .usage = "--mass M11,M12,M13,M22,M23,M33 --drive B1,B2,B3\n"
             "                             [--set mu_lambda=1,mu_tau=0.5,c_omega=0.5]\n"
             "                             [--vary NAME=R | --random SEED,N] [-o FILE]\n"
             "                             [--plot FILE] [options]",
    .about =
        "Near rest the direction n = (vx, vy, c_omega omega)/r of the slip moves fast and its size "
        "r slowly [3]. Slip ends (rdot < 0) and starts (rdot > 0) along the stable fixed points of "
        "n. For one case this finds all of them, with type and eigenvalues (of dn/ds, dt = r ds), "
        "by falling rdot; whether stick is admissible (stick_load <= 1: the contact holds the load "
        "M b); whether it is ambiguous (admissible, and yet slip may start along a stable fixed "
        "point); and whether there is an attracting limit cycle of directions.\n\n"
        "Many cases are solved on the device, one row each: case, the varied numbers, outcome "
        "(solved, or no case: the mass matrix is not positive definite), fixed_points, stable, "
        "saddles, unstable, foci, unstable_foci, degenerate, escapes (stable ones with rdot > 0), "
        "stick_load, stick_admissible, ambiguous, limit_cycle (1, 0, or empty where not decided). "
        "limit_cycle is 1 where no fixed point is stable, or where the flow away from an unstable "
        "focus comes back to itself.\n\n"
        "With --shape or --law the same is found for the law of a contact, exact or fitted, by a "
        "search over the sphere; many cases are then solved one after the other on this processor. "
        "Under the exact law stick is never ambiguous.",
    .examples =
        "  Six directions, as JSON and as a picture ([3], figure 1):\n"
        "    contensou transitions --mass 2,0,0,1,0,0.1 --drive 0.05,0.08,0.1 \\\n"
        "        --set mu_lambda=1,mu_tau=0.5,c_omega=0.5 -o six.json --plot six.png\n"
        "  A map of the number of fixed points:\n"
        "    contensou transitions --mass 2,0,0,1,0,0.1 --drive 0,0,0.1 --vary b1=-1:1:201 \\\n"
        "        --vary b2=-1:1:201 -o map.h5 --plot map.png\n"
        "  A million random cases:\n"
        "    contensou transitions --random 1,1e6 --set mu_tau=0.25,c_omega=2 -o cases.h5\n"
        "  The exact law of a Hertz contact of radius 2 cm:\n"
        "    contensou transitions --mass 1,0,0.01,1,0,2e-4 --drive 1,0,20 --shape disk \\\n"
        "        --pressure hertz --set mu_lambda=0.3,lambda_n=10,a=0.02\n",
    .options = option_rows,
    .option_count = sizeof option_rows / sizeof option_rows[0],
    .run = run,
};

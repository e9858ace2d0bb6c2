/* export_engine.c: the friction parameters of physics engines for a patch, and how wrong they are.
 * SPDX-License-Identifier: MIT */
#include <contensou/export.h>

#include "base/names.h"
#include "base/pi.h"
#include "base/try.h"
#include "base/setting.h"
#include "base/versioned.h"
#include "fit/export/export_engine.h"
#include "fit/export/export_source.h"
#include "fit/export/export_template.h"
#include "fit/problem.h"

#include <contensou/version.h>

#include <math.h>
#include <nlopt.h>
#include <stdio.h>
#include <string.h>

#define ENGINE(name) &contensou__engine_##name,
static const struct contensou__engine *const engines[] = {ALL_ENGINES(ENGINE)};

#define NAME(name) #name,
const char *const contensou__export_engine_names[] = {ALL_ENGINES(NAME)};

/* The patch's directions (181 values of theta, uniform) with their exact wrench. */
struct fitting {
    const struct contensou__problem *p;
    enum contensou__engine_kind kind;
};

struct errors {
    double square, rms, max_T, max_M;
};

static void engine_wrench(enum contensou__engine_kind kind, double c, const double slip[3],
                          double f[3])
{
    const double v = hypot(slip[0], slip[1]);
    const double r = kind == contensou__engine_ellipsoid ? hypot(v, c * slip[2]) : v;

    f[0] = r > 0 ? slip[0] / r : 0;
    f[1] = r > 0 ? slip[1] / r : 0;
    f[2] = 0;
    if (kind == contensou__engine_ellipsoid)
        f[2] = r > 0 ? c * c * slip[2] / r : 0;
    else if (kind == contensou__engine_separate)
        f[2] = c * ((slip[2] > 0) - (slip[2] < 0));
}

static struct errors measure(const struct fitting *fit, double c)
{
    const struct contensou__problem *p = fit->p;
    const size_t n = p->rows;
    struct errors e = {0};

    for (size_t i = 0; i < n; ++i) {
        const double v = hypot(p->slip[i], p->slip[n + i]);
        /* cos(pi/2) is not zero in floating point, but this direction is pure spin */
        const double slide = v > 1e-12 ? 1 : 0;
        const double slip[3] = {slide * p->slip[i], slide * p->slip[n + i], p->slip[2 * n + i]};
        double f[3], dT, dM;

        engine_wrench(fit->kind, c, slip, f);
        dT = hypot(f[0] - p->target[i], f[1] - p->target[n + i]);
        dM = fabs(f[2] - p->target[2 * n + i]) / p->size;
        e.square += dT * dT + dM * dM;
        e.max_T = fmax(e.max_T, dT);
        e.max_M = fmax(e.max_M, dM);
    }
    e.rms = sqrt(e.square / (2 * (double)n));
    return e;
}

static double objective(unsigned n, const double *c, double *gradient, void *data)
{
    (void)n;
    (void)gradient;
    return measure(data, *c).square;
}

/* The length c with the least squares, from `start`. */
static double best_length(struct fitting *fit, double start)
{
    nlopt_opt opt = nlopt_create(NLOPT_LN_SBPLX, 1);
    double c = start, value;

    if (!opt)
        return start;
    nlopt_set_min_objective(opt, objective, fit);
    nlopt_set_lower_bounds1(opt, 1e-3 * start);
    nlopt_set_upper_bounds1(opt, 10 * start);
    nlopt_set_initial_step1(opt, 0.1 * start);
    nlopt_set_xtol_rel(opt, 1e-9);
    nlopt_set_maxeval(opt, 500);
    nlopt_optimize(opt, &c, &value); /* one that ends by rounding has found its place too */
    nlopt_destroy(opt);
    return isfinite(c) ? c : start;
}

#define four(x) contensou__export_about_number(x, 4).text

/* What the whole recipe did in the engine, beside the exact motion (bench/engines/cases.json). */
static void put_measured(const struct contensou__engine_measured *m, const char *what,
                         struct contensou__text *out)
{
    static const char *const names[3] = {"disk", "rectangle 2:1", "ring"};
    static const double exact[3][3] = {
        {1.3403, 0.6374, 0.7241}, {1.2710, 0.5999, 0.6745}, {1.4053, 0.6724, 0.7447}};
    const char *between = "";

    for (int i = 0; i < 3; ++i) {
        if (!(m->body[i][0] > 0))
            continue;
        if (!*between)
            contensou__text_printf(
                out, "Measured in the engine with %s: stop, distance, angle of\n", what);
        contensou__text_printf(out, "%s%s %s %s %s (exact %s %s %s)", between, names[i],
                               four(m->body[i][0]), four(m->body[i][1]), four(m->body[i][2]),
                               four(exact[i][0]), four(exact[i][1]), four(exact[i][2]));
        between = ",\n";
    }
    if (*between)
        contensou__text_printf(out, ".\n");
}

/* For bodies that stand flat, what follows the law itself. */
static void put_script(const struct contensou__engine *engine, struct contensou__text *out)
{
    if (engine->script)
        contensou__text_printf(out,
                               "A flat body follows the exact law, within 0.5 %% of these motions, "
                               "with the script that\ncontensou fit exports for %s with the model "
                               "table.\n",
                               engine->script);
}

static void put_errors(struct contensou__text *out, const struct errors *e)
{
    contensou__text_printf(out, "rms %s, max_T %s, max_M %s", four(e->rms), four(e->max_T),
                           four(e->max_M));
}

/* What lengths are in, and metres of one of the contact's; 1 where it has no unit. */
static const char *lengths(const struct contensou_patch *patch)
{
    return patch->unit > 0 ? "metres" : "the contact's unit, which is not known";
}

static double metres(const struct contensou_patch *patch)
{
    return patch->unit > 0 ? patch->unit : 1;
}

static void put_about(const struct contensou__engine *engine, const struct contensou_patch *patch,
                      struct fitting *fit, double c, double mean, struct contensou__text *out)
{
    const struct errors e = measure(fit, c);

    contensou__text_printf(out, "%s.\ncontact: ", engine->law);
    contensou__export_about_contact(patch, out);
    contensou__text_printf(out, "\nerrors of this law against the exact wrench, over mu N: ");
    put_errors(out, &e);
    contensou__text_printf(out, "\n");
    if (engine->kind == contensou__engine_separate) {
        const double other = best_length(fit, c);
        const struct errors least = measure(fit, other);

        contensou__text_printf(out,
                               "The torque is right in pure spin. One that is %s times as large "
                               "errs least over all\nslips: ",
                               four(other / c));
        put_errors(out, &least);
        contensou__text_printf(out, "\n");
    }
    if (engine->kind == contensou__engine_ellipsoid)
        contensou__text_printf(
            out,
            "Least squares over all slips; in pure spin the torque is %s times the exact one.\n",
            four(c / mean));
    contensou__text_printf(out,
                           "For a contact that the engine sees as one point; several points of a "
                           "flat base already\nhold a torque of their own. Lengths in %s.\n%s\n",
                           lengths(patch), engine->advice);
    put_measured(&engine->flat, "a flat shape", out);
    put_script(engine, out);
    contensou__text_printf(out, "source: %s\nversion: contensou " CONTENSOU_VERSION "\n",
                           engine->source);
    contensou__setting_spell_text(out); /* the advice may name another engine */
}

static void put_about_feet(const struct contensou__engine *engine,
                           const struct contensou_patch *patch, const struct contensou__feet *feet,
                           struct contensou__text *out)
{
    const struct errors e = {0, feet->rms, feet->max_T, feet->max_M};

    contensou__text_printf(
        out, "%d points with Coulomb friction in the place of the contact: ", feet->count);
    contensou__export_about_contact(patch, out);
    contensou__text_printf(out, "\nerrors against the exact wrench, over mu N: ");
    put_errors(out, &e);
    contensou__text_printf(
        out,
        "\nPlaces%s fitted to the exact wrench. Their mean is the centre of pressure, so that a "
        "body\n"
        "that stands level on them gives each the same weight. No other shape of the body may "
        "touch\nthe ground. Lengths in %s.\n%s\n",
        engine->equal_feet ? "" : " and friction coefficients", lengths(patch),
        engine->feet_advice);
    put_measured(&engine->feet_four, "four feet", out);
    put_script(engine, out);
    contensou__text_printf(out, "version: contensou " CONTENSOU_VERSION "\n");
}

/* The comment: nothing in a line of it may end it ("--" in XML). */
static void put_comment(const struct contensou__engine *engine, const char *about,
                        struct contensou__text *out)
{
    static const char *const marks[3][3] = {
        {"// ", "// ", ""}, {"<!-- ", "     ", "-->\n"}, {"# ", "# ", ""}};
    const char *const *mark = marks[engine->comment];
    const int xml = engine->comment == contensou__engine_xml;

    for (int first = 1; *about; first = 0) {
        const size_t length = strcspn(about, "\n");

        contensou__text_printf(out, "%s", mark[!first]);
        for (size_t i = 0; i < length; ++i) {
            const unsigned char byte = (unsigned char)about[i];
            const char c = byte < 0x20 || byte == 0x7f ? ' ' : (char)byte;

            contensou__text_append(out, &c, 1);
            if (xml && c == '-' && (about[i + 1] == '-' || i + 1 == length))
                contensou__text_append(out, " ", 1);
        }
        contensou__text_printf(out, "\n");
        about += length + (about[length] != '\0');
    }
    contensou__text_printf(out, "%s", mark[2]);
}

/* The words of engines' texts: mu; that of a foot, whose normal force is N over their number; torque over N
 * in pure spin, and the same over mu N, both lengths; the patch_radius of Gazebo's ODE for it; a mesh's
 * resolution; the place of a foot and its radius; its number and how many there are. */
enum { MU, FOOT, MU_C, C, PATCH, MESH, X, Y, R, I, N, word_count };
static const char *const words[word_count] = {
    "mu", "foot", "mu c", "c", "patch radius", "mesh", "x", "y", "r", "i", "n"};

/* Appends the text, NULL for none, with numbers for its words: {mu} as it is, {mu f} as a literal of C++, with a point or an
 * exponent and an f. */
static void put_text(const char *text, const double *value, struct contensou__text *out)
{
    char name[2 * word_count][24], number[2 * word_count][48];
    struct contensou__export_word list[2 * word_count + 1] = {{0}};

    for (int k = 0; k < 2 * word_count; ++k) {
        const struct contensou__export_about_number n =
            contensou__export_about_number(value[k / 2], 6);
        const char *literal = strpbrk(n.text, ".e") ? "f" : ".0f";

        snprintf(name[k], sizeof name[k], k % 2 ? "{%s f}" : "{%s}", words[k / 2]);
        snprintf(number[k], sizeof number[k], "%s%s", n.text, k % 2 ? literal : "");
        list[k] = (struct contensou__export_word){name[k], number[k]};
    }
    contensou__export_template_fill(text, list, out);
}

/* The engine of this name, with what it shares with its base. */
static enum contensou_status find_engine(const char *name, struct contensou__engine *engine,
                                         struct contensou_error *err)
{
    const int found = contensou__names_find(name ? name : "", contensou__export_engine_names,
                                            contensou__export_engine_count);

    if (found < 0)
        return contensou__names_fail(err, "engine", name ? name : "",
                                     contensou__export_engine_names,
                                     contensou__export_engine_count);
    *engine = *engines[found];
    if (engine->refusal)
        return WRONG(err, "%s", engine->refusal);
    if (engine->base) {
        const struct contensou__engine *b = engine->base;

        engine->kind = b->kind;
        engine->comment = engine->values ? engine->comment : b->comment;
        engine->equal_feet = engine->foot ? engine->equal_feet : b->equal_feet;
        engine->feet_most = engine->feet_most ? engine->feet_most : b->feet_most;
#define INHERIT(member) engine->member = engine->member ? engine->member : b->member
        INHERIT(unitless);
        INHERIT(beyond);
        INHERIT(source);
        INHERIT(advice);
        INHERIT(feet_advice);
        if (!engine->values) {
            engine->setup = b->setup;
            engine->values = b->values;
        }
        if (!engine->foot) {
            engine->feet = b->feet;
            engine->foot = b->foot;
            engine->between = b->between;
            engine->feet_end = b->feet_end;
        }
#undef INHERIT
    }
    return CONTENSOU_OK;
}

/* The text for one contact with the engine's own law. */
static enum contensou_status write_values(const struct contensou__engine *engine,
                                          const struct contensou_patch *patch,
                                          struct contensou_device *device, double mu,
                                          struct contensou__text *out, struct contensou_error *err)
{
    const struct contensou_fit_options grid = {.size = sizeof grid, .model = "ellipsoid"};
    OWNED(contensou__problem_free) struct contensou__problem p = {0};
    OWNED(contensou__text_free) struct contensou__text about = {0};
    struct fitting fit = {&p, engine->kind};
    double mean, c, value[word_count] = {[MU] = mu};

    TRY(contensou_patch_moment(patch, 0, 0, -1, &mean, err));
    TRY(contensou__problem_create(&p, patch, device, &grid, err));
    c = engine->kind == contensou__engine_ellipsoid ? best_length(&fit, mean) : mean;
    value[C] = c * metres(patch);
    value[MU_C] = mu * value[C];
    value[PATCH] = value[C] * 16 / (3 * pi);
    value[MESH] = 0.1 * (p.size * metres(patch));
    put_about(engine, patch, &fit, c, mean, &about);
    put_comment(engine, about.data ? about.data : "", out);
    put_text(engine->setup, value, out);
    put_text(engine->values, value, out);
    out->failed |= about.failed;
    return CONTENSOU_OK;
}

static enum contensou_status write_feet(const struct contensou__engine *engine,
                                        const struct contensou_patch *patch,
                                        struct contensou_device *device, double mu, int count,
                                        struct contensou__text *out, struct contensou_error *err)
{
    const double foot_over_size = 0.02;
    double value[word_count] = {[MU] = mu, [N] = count};
    struct contensou__feet feet = {0};
    OWNED(contensou__text_free) struct contensou__text about = {0};

    TRY(contensou__export_feet_fit(patch, device, count, engine->equal_feet, &feet, err));
    put_about_feet(engine, patch, &feet, &about);
    put_comment(engine, about.data ? about.data : "", out);
    value[R] = foot_over_size * feet.size * metres(patch);
    put_text(engine->setup, value, out);
    put_text(engine->feet, value, out);
    for (int i = 0; i < feet.count; ++i) {
        value[FOOT] = mu * feet.share[i] * feet.count;
        value[X] = feet.x[i] * metres(patch);
        value[Y] = feet.y[i] * metres(patch);
        value[I] = i + 1;
        put_text(i ? engine->between : NULL, value, out);
        put_text(engine->foot, value, out);
    }
    put_text(engine->feet_end, value, out);
    out->failed |= about.failed;
    return CONTENSOU_OK;
}

static enum contensou_status check(const struct contensou_patch *patch,
                                   const struct contensou__engine *engine,
                                   const struct contensou_engine_options *o,
                                   struct contensou_error *err)
{
    if (patch->stretch.is)
        return WRONG(err, "the parameters of an engine are those of plain friction; leave " SETTING(
                              "anisotropy") " out");
    if (!(o->mu > 0) || !isfinite(o->mu))
        return WRONG(err, "mu = %g is no friction coefficient; it is a number above 0", o->mu);
    if (engine->feet_most && o->feet > engine->feet_most && o->feet <= CONTENSOU_EXPORT_FEET_MOST)
        return WRONG(err, SETTING("feet") " %d: %s carries %d at most; %s", o->feet, o->engine,
                     engine->feet_most, engine->beyond);
    return engine->unitless ? CONTENSOU_OK : contensou__export_source_unit(patch, o->engine, err);
}

enum contensou_status contensou_export_engine(const struct contensou_patch *patch,
                                              struct contensou_device *device,
                                              const struct contensou_engine_options *options,
                                              char **text, struct contensou_error *err)
{
    struct contensou_engine_options o;
    struct contensou__engine chosen;
    OWNED(contensou__text_free) struct contensou__text out = {0};

    *text = NULL;
    TRY(contensou__versioned_take(&o, sizeof o, options, "contensou_engine_options", err));
    TRY(find_engine(o.engine, &chosen, err));
    TRY(check(patch, &chosen, &o, err));
    TRY(o.feet ? write_feet(&chosen, patch, device, o.mu, o.feet, &out, err)
               : write_values(&chosen, patch, device, o.mu, &out, err));
    return contensou__text_take(&out, "an engine's parameters", text, err);
}

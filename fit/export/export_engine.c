/* export_engine.c: the friction parameters of physics engines for a patch, and how wrong they are.
 * SPDX-License-Identifier: MIT */
#include <contensou/export.h>

#include "base/names.h"
#include "fit/export/export_engine.h"
#include "fit/problem.h"

#include <contensou/version.h>

#include <math.h>
#include <nlopt.h>
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

static void put_errors(struct contensou__text *out, const struct errors *e)
{
    contensou__text_printf(out, "rms %s, max_T %s, max_M %s", four(e->rms), four(e->max_T),
                           four(e->max_M));
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
                           "flat base already\nhold a torque of their own. Lengths in the unit of "
                           "the patch.\n%s\nsource: %s\nversion: contensou " CONTENSOU_VERSION "\n",
                           engine->advice, engine->source);
}

/* The comment: nothing in a line of it may end it ("--" in XML). */
static void put_comment(const struct contensou__engine *engine, const char *about,
                        struct contensou__text *out)
{
    const int xml = engine->xml;
    const char *mark = xml ? "<!-- " : "// ";

    while (*about) {
        const size_t length = strcspn(about, "\n");

        contensou__text_printf(out, "%s", mark);
        for (size_t i = 0; i < length; ++i) {
            const unsigned char byte = (unsigned char)about[i];
            const char c = byte < 0x20 || byte == 0x7f ? ' ' : (char)byte;

            contensou__text_append(out, &c, 1);
            if (xml && c == '-' && (about[i + 1] == '-' || i + 1 == length))
                contensou__text_append(out, " ", 1);
        }
        contensou__text_printf(out, "\n");
        about += length + (about[length] != '\0');
        mark = xml ? "     " : "// ";
    }
    contensou__text_printf(out, "%s", xml ? "-->\n" : "");
}

static enum contensou_status find_engine(const char *name, const struct contensou__engine **engine,
                                         struct contensou_error *err)
{
    const int found = contensou__names_find(name ? name : "", contensou__export_engine_names,
                                            contensou__export_engine_count);

    if (found < 0)
        return contensou__names_fail(err, "engine", name ? name : "",
                                     contensou__export_engine_names,
                                     contensou__export_engine_count);
    *engine = engines[found];
    return CONTENSOU_OK;
}

enum contensou_status contensou_export_engine(const struct contensou_patch *patch,
                                              struct contensou_device *device, const char *engine,
                                              double mu, char **text, struct contensou_error *err)
{
    const struct contensou_fit_options options = {.size = sizeof options, .model = "ellipsoid"};
    const struct contensou__engine *chosen = NULL;
    struct contensou__problem p;
    struct contensou__text about = {0}, out = {0};
    double mean = 0, c;
    enum contensou_status status = find_engine(engine, &chosen, err);

    *text = NULL;
    if (!status && patch->stretch.is)
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "the parameters of an engine are those of plain friction; leave "
                                "--anisotropy out");
    if (!status && (!(mu > 0) || !isfinite(mu)))
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "mu = %g is no friction coefficient; it is a number above 0", mu);
    if (!status)
        status = contensou_patch_moment(patch, 0, 0, -1, &mean, err);
    if (!status)
        status = contensou__problem_create(&p, patch, device, &options, err);
    if (status)
        return status;
    {
        struct fitting fit = {&p, chosen->kind};

        c = chosen->kind == contensou__engine_ellipsoid ? best_length(&fit, mean) : mean;
        put_about(chosen, patch, &fit, c, mean, &about);
    }
    contensou__problem_free(&p);
    if (!about.failed)
        put_comment(chosen, about.data, &out);
    chosen->values(mu, c, &out);
    if (about.failed || out.failed) {
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for an engine's parameters");
        contensou__text_free(&out);
    }
    contensou__text_free(&about);
    *text = out.data;
    return status;
}

/* fit_report.c: errors, passivity and monotonicity of a fitted law. SPDX-License-Identifier: MIT */
#include "fit/fit_report.h"

#include "base/kept.h"
#include "base/pi.h"
#include "base/try.h"
#include "fit/minimax.h"

#include <contensou/limit.h>

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void contensou__fit_report_warn(struct contensou_fit_result *result, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    result->warning = contensou__kept_line_of(result->warning, format, arguments);
    va_end(arguments);
}

void contensou__fit_report_largest(struct contensou_fit_result *r, double force, double torque,
                                   const double slip[3])
{
    const double theta =
        force > r->max_T || torque > r->max_M ? atan2(slip[2], hypot(slip[0], slip[1])) : 0;

    if (force > r->max_T) {
        r->max_T = force;
        r->theta_T = theta;
        r->phi_T = atan2(slip[1], slip[0]);
    }
    if (torque > r->max_M) {
        r->max_M = torque;
        r->theta_M = theta;
        r->phi_M = atan2(slip[1], slip[0]);
    }
}

/* Each error without its weight, and how many of them count. */
static void row_errors(const struct contensou__problem *p, const double *r,
                       struct contensou_fit_result *result)
{
    const size_t n = p->rows;
    const double size = p->size * p->stretch;
    double force = 0, torque = 0, forces = 0, torques = 0;

    for (size_t i = 0; i < n; ++i) {
        double dT = 0, dM = 0;
        int force_here = 0;

        for (size_t k = 0; k < 3; ++k) {
            const double w = p->weight[k * n + i] * (k < 2 ? 1 : size);
            const double e = w > 0 ? r[k * n + i] / w : 0;

            if (k < 2) {
                dT += e * e;
                force_here |= w > 0;
            } else {
                dM = e * e;
                torques += w > 0;
            }
        }
        forces += force_here;
        force += dT;
        torque += dM;
        contensou__fit_report_largest(
            result, sqrt(dT), sqrt(dM),
            (const double[3]){p->slip[i], p->slip[n + i], size * p->slip[2 * n + i]});
    }
    result->rms_T = sqrt(force / forces); /* without a measured force there is no error of it */
    result->rms_M = sqrt(torque / torques);
    result->rms = sqrt((force + torque) / (forces + torques));
    if (!(forces > 0))
        result->max_T = result->theta_T = result->phi_T = NAN;
    if (!(torques > 0))
        result->max_M = result->theta_M = result->phi_M = NAN;
}

enum contensou_status contensou__fit_report_errors(struct contensou__problem *p, const double *x,
                                                   struct contensou_fit_result *result,
                                                   struct contensou_error *err)
{
    enum { most = 48 };
    struct contensou__peak peak[most];
    const double scale[2] = {p->scale_force, p->scale_torque};
    OWNED(contensou__try_free) double *r = malloc((3 * p->rows + 1) * sizeof *r);
    int count;

    TRY(contensou__try_memory(r, err, "the errors of a fit"));
    contensou__problem_residuals(p, x, r);
    row_errors(p, r, result);
    if (!p->has_exact)
        return CONTENSOU_OK;
    /* the weights play no part in what is reported */
    p->scale_force = 1;
    p->scale_torque = 1 / p->size;
    count = contensou__minimax_peaks(p, peak, most);
    p->scale_force = scale[0];
    p->scale_torque = scale[1];
    for (int i = count - 1; i >= 0; --i)
        if (peak[i].kind == 0 && peak[i].error >= result->max_T) {
            result->max_T = peak[i].error;
            result->theta_T = peak[i].theta;
            result->phi_T = peak[i].phi;
        } else if (peak[i].kind == 1 && peak[i].error >= result->max_M) {
            result->max_M = peak[i].error;
            result->theta_M = peak[i].theta;
            result->phi_M = peak[i].phi;
        }
    return CONTENSOU_OK;
}

/* The smallest eigenvalue of a symmetric 3 x 3 matrix (xx xy yy xw yw ww), by its trigonometric form. */
static double smallest_eigenvalue(const double j[6])
{
    const double mean = (j[0] + j[2] + j[5]) / 3;
    const double a = j[0] - mean, b = j[2] - mean, c = j[5] - mean;
    const double q = (a * a + b * b + c * c + 2 * (j[1] * j[1] + j[3] * j[3] + j[4] * j[4])) / 6;
    const double radius = sqrt(q);
    const double det = a * (b * c - j[4] * j[4]) - j[1] * (j[1] * c - j[4] * j[3]) +
                       j[3] * (j[1] * j[4] - b * j[3]);
    const double cosine = q > 0 ? det / (2 * q * radius) : 1;

    return mean + 2 * radius * cos(acos(fmin(fmax(cosine, -1), 1)) / 3 + 2 * pi / 3);
}

void contensou__fit_report_passivity(const struct contensou__problem *p,
                                     struct contensou_fit_result *result)
{
    const int thetas = 361, phis = p->circular ? 1 : 48;

    result->least_power = HUGE_VAL;
    result->least_slope = HUGE_VAL;
    for (int i = 0; i < thetas; ++i)
        for (int j = 0; j < phis; ++j) {
            /* the ends are left out: there a law may have no slope */
            const double theta = pi * (i + 0.5) / thetas - pi / 2, phi = 2 * pi * j / phis;
            double slip[3], f[9];

            contensou__problem_slip(p, theta, phi, slip);
            contensou__law_wrench(&p->law, slip, 1, f);
            for (int k = 6; k < 9; ++k) /* xw, yw, ww in units of the size */
                f[k] /= k < 8 ? p->size : p->size * p->size;
            result->least_power =
                fmin(result->least_power, slip[0] * f[0] + slip[1] * f[1] + slip[2] * f[2]);
            result->least_slope = fmin(result->least_slope, smallest_eigenvalue(f + 3));
        }
    result->passive = result->least_power >= -1e-12;
    result->monotone = result->least_slope >= -1e-9;
}

static void free_limit(struct contensou_limit **limit)
{
    contensou_limit_free(*limit);
}

enum contensou_status contensou__fit_report_gap(const struct contensou__problem *p,
                                                const struct contensou_patch *patch,
                                                struct contensou_device *device, double *gap,
                                                struct contensou_error *err)
{
    const size_t thetas = 181, phis = p->circular ? 1 : 24, n = thetas * phis;
    OWNED(contensou__try_free) double *load = malloc(6 * n * sizeof *load);
    OWNED(free_limit) struct contensou_limit *limit = NULL;

    TRY(contensou__try_memory(load, err, "%zu loads", n));
    for (size_t i = 0; i < n; ++i) {
        const double theta = pi / 2 * (double)(i / phis) / (double)(thetas - 1);
        const double phi = 2 * pi * (double)(i % phis) / (double)phis;
        double slip[3], f[9];

        contensou__problem_slip(p, theta, phi, slip);
        contensou__law_wrench(&p->law, slip, 0, f);
        for (size_t k = 0; k < 3; ++k)
            load[k * n + i] = -f[k];
    }
    TRY(contensou_limit_create(&limit, patch, device, NULL, err));
    TRY(contensou_limit_run(limit, n, load, load + 3 * n, err));
    *gap = 0;
    for (size_t i = 0; i < n; ++i)
        *gap = fmax(*gap, fabs(load[3 * n + i] - 1));
    return CONTENSOU_OK;
}

/* What the law's table says of a parameter; trivial: also where its value goes without saying. */
static int shows(const struct contensou_fit_result *r, int i, int trivial)
{
    struct contensou__registry_shown q = {.param = r->parameter[i].name,
                                          .value = trivial ? NAN : r->parameter[i].value,
                                          .tilted = trivial};
    int argument[contensou__registry_arguments];
    const struct contensou__registry_law *about = contensou__registry_find(r->model, argument);

    for (int k = 0; k < r->count; ++k) {
        const char *name = r->parameter[k].name;

        q.tilted |=
            (strcmp(name, "gx") == 0 || strcmp(name, "gy") == 0) && r->parameter[k].value != 0;
        q.general |= strcmp(name, "k10") == 0;
    }
    return r->parameter[i].free || !about || about->shown(argument, &q);
}

int contensou__fit_report_shown(const struct contensou_fit_result *r, int i)
{
    return shows(r, i, 0);
}

int contensou__fit_report_used(const struct contensou_fit_result *r, int i)
{
    return shows(r, i, 1);
}

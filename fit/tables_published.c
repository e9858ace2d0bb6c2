/* tables_published.c: numbers of the papers beside ours. Each entry of docs/errata.md that has a
 * number which follows from contacts, laws and eta' alone; those of simulations are not among them.
 * SPDX-License-Identifier: MIT */
#include "fit/tables_parts.h"

#include "base/kept.h"
#include "base/pi.h"
#include "base/try.h"

#include <contensou/eta.h>
#include <contensou/eval.h>

#include <math.h>
#include <stdlib.h>

enum { nodes = 181 };

static void add(struct contensou_tables *t, const char *source, const char *what,
                const char *printed, double ours, const char *verdict)
{
    t->published[t->publisheds++] =
        (struct contensou_tables_published){source, what, printed, verdict, ours};
}

/* The same where what was printed is a formula, and `printed` its value. */
static void add_value(struct contensou_tables *t, const char *source, const char *what,
                      double printed, double ours, const char *verdict)
{
    add(t, source, what, contensou__kept_text("%.5g", printed), ours, verdict);
}

static enum contensou_status exact(const struct contensou_patch *patch, double theta, double phi,
                                   double wrench[3], double jacobian[9],
                                   struct contensou_error *err)
{
    const double slip[3] = {cos(theta) * cos(phi), cos(theta) * sin(phi), sin(theta)};
    const struct contensou_eval_options options = {.size = sizeof options, .jacobian = 1};

    return contensou_eval_reference(patch, &options, 1, slip, wrench, jacobian, err);
}

/* The law with the given b and m on the uniform disk. */
static struct contensou_fit_result law(const char *model, double b, double m)
{
    return (struct contensou_fit_result){
        .model = model,
        .count = 2,
        .parameter = {{.name = "b", .value = b, .free = 1}, {.name = "m", .value = m, .free = 1}}};
}

/* Root of the mean square of the errors of T and M over uniform theta. */
static enum contensou_status rms(const struct contensou_patch *uniform, const char *model, double b,
                                 double m, double *value, struct contensou_error *err)
{
    const struct contensou_fit_result result = law(model, b, m);
    double slip[3 * nodes], want[3 * nodes], have[3 * nodes], sum = 0;

    for (int i = 0; i < nodes; ++i) {
        slip[i] = cos(pi / 2 * i / (nodes - 1));
        slip[nodes + i] = 0;
        slip[2 * nodes + i] = sin(pi / 2 * i / (nodes - 1));
    }
    TRY(contensou_eval_reference(uniform, NULL, nodes, slip, want, NULL, err));
    TRY(contensou_fit_wrench(uniform, &result, nodes, slip, have, err));
    for (int i = 0; i < 3 * nodes; ++i)
        sum += (have[i] - want[i]) * (have[i] - want[i]);
    *value = sqrt(sum / (2 * nodes));
    return CONTENSOU_OK;
}

static enum contensou_status add_model(struct contensou_tables *t,
                                       const struct contensou_patch *uniform,
                                       struct contensou_error *err)
{
    const struct contensou_fit_result narrow = law("I11", 0.452, 0.3);
    double f[3], j[9], g[3];

    /* d(V/|V|)/dV has the trace 1/|V|, so the Jacobian knows <1/|V|> */
    TRY(exact(uniform, 0.4, 1.1, f, j, err));
    add_value(t, "[1].1", "Tsy by (2.2), uniform disk, theta 0.4, phi 1.1",
              f[1] + cos(0.4) * (cos(1.1) - sin(1.1)) * (j[0] + j[4]), f[1],
              "misprint: cos phi must be sin phi");
    TRY(exact(uniform, 0.01, 0, f, j, err));
    TRY(contensou_fit_wrench(uniform, &narrow, 1, (const double[3]){cos(0.01), 0, sin(0.01)}, g,
                             err));
    add_value(t, "[1].4", "T of I11 with m = 0.3 near sliding, theta 0.01", g[0], f[0],
              "wrong: the conditions need m n > max(n1, n2), here m > 1/3");
    return CONTENSOU_OK;
}

/* eta' of eta, and eta of eta', where [1] and [4] print them; 0 stays in the place of a cubic. */
static enum contensou_status add_eta(struct contensou_tables *t, struct contensou_error *err)
{
    const double *const late = t->piece[1].paper, *const early = t->piece[0].paper;
    const double at = 4.98, cubic = late[0] + at * (late[1] + at * (late[2] + at * late[3]));
    double prime[3], eta[2];

    TRY(contensou_eta_prime(2.7, &prime[0], err));
    TRY(contensou_eta_prime(at, &prime[1], err));
    TRY(contensou_eta_prime(1, &prime[2], err));
    TRY(contensou_eta_of_prime(6.7627, &eta[0], err));
    TRY(contensou_eta_of_prime(cubic, &eta[1], err));
    add(t, "[1].8", "eta' of eta = 2.7", "6.7627", prime[0], "misprint");
    add(t, "[1].8", "eta that eta' = 6.7627 gives", "2.7", eta[0], "misprint");
    add(t, "[1].8", "eta' of eta = 4.98", "13.7627", prime[1], "right");
    add_value(t, "[1].9", "eta' of eta = 1, by the cubic",
              early[0] + early[1] + early[2] + early[3], prime[2],
              "not unique: every eta' from 0 to 1.14993 has the maximum 1");
    add(t, "[1].9", "largest error in eta of the cubic on [1, 1.3]", "< 0.001",
        t->piece[0].paper_error, "right");
    add(t, "[1].9", "largest error in eta of the cubic on [1.3, 2.7]", "< 0.001",
        t->piece[1].paper_error, "right");
    add(t, "[1].9", "error in eta of that cubic at eta = 4.98", "none given", fabs(eta[1] - at),
        "the cubic ends at 2.7, the orbit lies outside");
    return CONTENSOU_OK;
}

/* b and m by our fits, and how far off the laws are with the printed ones. */
static enum contensou_status add_coefficients(struct contensou_tables *t,
                                              const struct contensou_patch *uniform,
                                              struct contensou_error *err)
{
    static const char *const model[2] = {"I00", "I11"}, *const printed[2][2] = {{"1.744", "0.674"},
                                                                                {"0.765", "0.452"}};
    static const double right[2][2] = {{0.674, 1.744}, {0.452, 0.765}};
    const char *swapped = "misprint: b and m are swapped";

    for (int i = 0; i < 2; ++i) {
        const struct contensou_tables_fit *fit =
            contensou_tables_run_find(t, "disk", "disk", "uniform", model[i], CONTENSOU_NORM_L2);
        double have, back;

        for (int k = 0; k < 2 && fit; ++k)
            add(t, "[4].1",
                contensou__kept_text("%s of %s, uniform disk, section 2", k ? "m" : "b", model[i]),
                printed[i][k], fit->result.parameter[k].value, swapped);
        TRY(rms(uniform, model[i], right[i][1], right[i][0], &have, err));
        TRY(rms(uniform, model[i], right[i][0], right[i][1], &back, err));
        add_value(t, "[4].1",
                  contensou__kept_text(
                      "RMS of %s with b, m as printed, and swapped back (181 nodes)", model[i]),
                  have, back, swapped);
        for (int k = 0; k < 2 && fit && i; ++k)
            add(t, "[4].1", k ? "m of I11, section 4" : "b of I11, section 4",
                k ? "0.765" : "0.452", fit->result.parameter[k].value, "right");
    }
    return CONTENSOU_OK;
}

/* The largest value of L lambda over s = L/eps^3, the second denominator to the given power. */
static double largest(double eta_prime, double eps, int power)
{
    double best = 0;

    for (int i = 0; i <= 400000; ++i) {
        const double s = pow(10, -3 + i * 2e-5), root = s * s + 1;
        const double second = power == 2 ? 1 / (root * root) : pow(eps, 6) / root;

        best = fmax(best, s / sqrt(root) + eta_prime * s * second);
    }
    return best;
}

/* Where (6) has its maximum, and which eta' it takes. */
static enum contensou_status add_maximum(struct contensou_tables *t, struct contensou_error *err)
{
    double prime, eta;

    TRY(contensou_eta_prime(2, &prime, err));
    TRY(contensou_eta_of_prime(4.479, &eta, err));
    add_value(t, "[4].2", "maximum of (6) for eta = 2, eps = 1e-3", largest(prime, 1e-3, 1),
              largest(prime, 1e-3, 2), "misprint: the second denominator must be squared");
    add(t, "[4].3", "eta' of eta = 2", "4.479", prime, "misprint");
    add(t, "[4].3", "eta that eta' = 4.479 gives", "2", eta, "misprint");
    return CONTENSOU_OK;
}

/* (11) as printed has k_r F_r/a in pure spinning and k_r M_ur/m in pure sliding, with F_r and M_ur the
 * limits themselves. */
static enum contensou_status add_rolling(struct contensou_tables *t,
                                         const struct contensou_patch *hertz,
                                         const struct contensou_patch *rolling,
                                         struct contensou_device *device,
                                         struct contensou_error *err)
{
    const struct contensou_fit_options options = {.size = sizeof options, .model = "pade2"};
    struct contensou_fit_result pade;
    double f[3], j[9], r1, r2, inverse;

    TRY(contensou_patch_moment(hertz, 0, 0, -1, &r1, err));
    TRY(contensou_patch_moment(hertz, 0, 0, -2, &r2, err));
    TRY(contensou_patch_moment(hertz, 0, 0, 1, &inverse, err));
    TRY(exact(hertz, 0, 0, f, j, err));
    add_value(t, "[5].1", "torque by (1) in pure sliding, Hertz disk", r1 * 2 / pi, f[2],
              "misprint: must be the signed (r x V)_z, not its size");
    TRY(exact(rolling, pi / 2, 0, f, j, err));
    add_value(t, "[5].5", "F_par by (11) in pure spinning, Hertz disk, k_r 0.5, beta pi/2",
              0.5 * fabs(f[0]) * inverse / 2, fabs(f[0]), "misprint: the factor a is missing");
    TRY(exact(rolling, 0, 0, f, j, err));
    add_value(t, "[5].5", "M by (11) in pure sliding, Hertz disk, k_r 0.5, beta pi/2",
              0.5 * fabs(f[2]) * r2 / (2 * r1), fabs(f[2]), "misprint: the factor m is missing");
    TRY(contensou_fit(hertz, device, &options, &pade, err));
    add(t, "[5].10", "largest error of (12) in force, Hertz disk, k_r 0", "good", pade.max_T,
        "not good");
    add(t, "[5].10", "largest error of (12) in torque, Hertz disk, k_r 0", "good", pade.max_M,
        "not good");
    return CONTENSOU_OK;
}

/* The disks of the papers: uniform, Hertz, and Hertz that rolls with k_r = 0.5. */
struct disks {
    struct contensou_patch *of[3];
};

static void release(struct disks *d)
{
    for (int i = 0; i < 3; ++i)
        contensou_patch_free(d->of[i]);
}

enum contensou_status contensou__tables_published(struct contensou_tables *t,
                                                  struct contensou_device *device,
                                                  struct contensou_error *err)
{
    OWNED(release) struct disks disk = {{NULL}};

    for (int i = 0; i < 3; ++i)
        TRY(contensou_patch_create(
            &disk.of[i],
            &(const struct contensou_patch_spec){.size = sizeof(struct contensou_patch_spec),
                                                 .shape = "disk",
                                                 .pressure = i ? "hertz" : "uniform",
                                                 .tilt_k = i == 2 ? 0.5 : 0,
                                                 .tilt_beta = pi / 2},
            err));
    TRY(add_model(t, disk.of[0], err));
    TRY(add_eta(t, err));
    TRY(add_coefficients(t, disk.of[0], err));
    TRY(add_maximum(t, err));
    return add_rolling(t, disk.of[1], disk.of[2], device, err);
}

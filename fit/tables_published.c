/* tables_published.c: numbers of the papers beside ours. Each entry of docs/errata.md that has a
 * number which follows from contacts, laws and eta' alone; those of simulations are not among them.
 * SPDX-License-Identifier: MIT */
#include "fit/tables_parts.h"

#include "base/kept.h"
#include "base/pi.h"

#include <contensou/eta.h>
#include <contensou/eval.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { most = 40, nodes = 181 };

struct list {
    struct contensou_tables *t;
    struct contensou_patch *uniform, *hertz, *rolling; /* disks; the last with k_r = 0.5 */
    struct contensou_error *err;
    enum contensou_status status;
};

static void add(struct list *l, const char *source, const char *what, const char *printed,
                double ours, const char *verdict)
{
    l->t->published[l->t->publisheds++] = (struct contensou_tables_published){
        source, contensou__kept_text("%s", what), printed, verdict, ours};
}

/* The same where what was printed is a formula, and `printed` its value. */
static void add_value(struct list *l, const char *source, const char *what, double printed,
                      double ours, const char *verdict)
{
    add(l, source, what, contensou__kept_text("%.5g", printed), ours, verdict);
}

static void exact(struct list *l, const struct contensou_patch *patch, double theta, double phi,
                  double wrench[3], double jacobian[9])
{
    const double slip[3] = {cos(theta) * cos(phi), cos(theta) * sin(phi), sin(theta)};
    const struct contensou_eval_options options = {.size = sizeof options, .jacobian = 1};

    if (!l->status)
        l->status = contensou_eval_reference(patch, &options, 1, slip, wrench, jacobian, l->err);
}

static double eta_of(struct list *l, double eta_prime)
{
    double eta = NAN;

    if (!l->status)
        l->status = contensou_eta_of_prime(eta_prime, &eta, l->err);
    return eta;
}

static double prime_of(struct list *l, double eta)
{
    double eta_prime = NAN;

    if (!l->status)
        l->status = contensou_eta_prime(eta, &eta_prime, l->err);
    return eta_prime;
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
static double rms(struct list *l, const char *model, double b, double m)
{
    const struct contensou_fit_result result = law(model, b, m);
    double slip[3 * nodes], want[3 * nodes], have[3 * nodes], sum = 0;

    for (int i = 0; i < nodes; ++i) {
        slip[i] = cos(pi / 2 * i / (nodes - 1));
        slip[nodes + i] = 0;
        slip[2 * nodes + i] = sin(pi / 2 * i / (nodes - 1));
    }
    if (!l->status)
        l->status = contensou_eval_reference(l->uniform, NULL, nodes, slip, want, NULL, l->err);
    if (!l->status)
        l->status = contensou_fit_wrench(l->uniform, &result, nodes, slip, have, l->err);
    for (int i = 0; i < 3 * nodes && !l->status; ++i)
        sum += (have[i] - want[i]) * (have[i] - want[i]);
    return sqrt(sum / (2 * nodes));
}

static void add_model(struct list *l)
{
    const struct contensou_fit_result narrow = law("I11", 0.452, 0.3);
    double f[3] = {0}, j[9] = {0}, g[3] = {0};

    /* d(V/|V|)/dV has the trace 1/|V|, so the Jacobian knows <1/|V|> */
    exact(l, l->uniform, 0.4, 1.1, f, j);
    add_value(l, "[1].1", "Tsy by (2.2), uniform disk, theta 0.4, phi 1.1",
              f[1] + cos(0.4) * (cos(1.1) - sin(1.1)) * (j[0] + j[4]), f[1],
              "misprint: cos phi must be sin phi");
    exact(l, l->uniform, 0.01, 0, f, j);
    if (!l->status)
        l->status = contensou_fit_wrench(l->uniform, &narrow, 1,
                                         (const double[3]){cos(0.01), 0, sin(0.01)}, g, l->err);
    add_value(l, "[1].4", "T of I11 with m = 0.3 near sliding, theta 0.01", g[0], f[0],
              "wrong: the conditions need m n > max(n1, n2), here m > 1/3");
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

static void add_eta(struct list *l)
{
    const double *const late = l->t->piece[1].paper, *const early = l->t->piece[0].paper;
    const double at = 4.98, cubic = late[0] + at * (late[1] + at * (late[2] + at * late[3]));

    add(l, "[1].8", "eta' of eta = 2.7", "6.7627", prime_of(l, 2.7), "misprint");
    add(l, "[1].8", "eta that eta' = 6.7627 gives", "2.7", eta_of(l, 6.7627), "misprint");
    add(l, "[1].8", "eta' of eta = 4.98", "13.7627", prime_of(l, 4.98), "right");
    add_value(l, "[1].9", "eta' of eta = 1, by the cubic",
              early[0] + early[1] + early[2] + early[3], prime_of(l, 1),
              "not unique: every eta' from 0 to 1.14993 has the maximum 1");
    add(l, "[1].9", "largest error in eta of the cubic on [1, 1.3]", "< 0.001",
        l->t->piece[0].paper_error, "right");
    add(l, "[1].9", "largest error in eta of the cubic on [1.3, 2.7]", "< 0.001",
        l->t->piece[1].paper_error, "right");
    add(l, "[1].9", "error in eta of that cubic at eta = 4.98", "none given",
        fabs(eta_of(l, cubic) - at), "the cubic ends at 2.7, the orbit lies outside");
}

/* Where (6) has its maximum, and which eta' it takes. */
static void add_maximum(struct list *l)
{
    add_value(l, "[4].2", "maximum of (6) for eta = 2, eps = 1e-3",
              largest(prime_of(l, 2), 1e-3, 1), largest(prime_of(l, 2), 1e-3, 2),
              "misprint: the second denominator must be squared");
    add(l, "[4].3", "eta' of eta = 2", "4.479", prime_of(l, 2), "misprint");
    add(l, "[4].3", "eta that eta' = 4.479 gives", "2", eta_of(l, 4.479), "misprint");
}

/* b and m by our fits, and how far off the laws are with the printed ones. */
static void add_coefficients(struct list *l)
{
    static const char *const model[2] = {"I00", "I11"}, *const printed[2][2] = {{"1.744", "0.674"},
                                                                                {"0.765", "0.452"}};
    static const double right[2][2] = {{0.674, 1.744}, {0.452, 0.765}};
    const char *swapped = "misprint: b and m are swapped";
    char what[80];

    for (int i = 0; i < 2; ++i) {
        const struct contensou_tables_fit *fit =
            contensou_tables_run_find(l->t, "disk", "disk", "uniform", model[i], CONTENSOU_NORM_L2);

        for (int k = 0; k < 2 && fit; ++k) {
            snprintf(what, sizeof what, "%s of %s, uniform disk, section 2", k ? "m" : "b",
                     model[i]);
            add(l, "[4].1", what, printed[i][k], fit->result.parameter[k].value, swapped);
        }
        snprintf(what, sizeof what, "RMS of %s with b, m as printed, and swapped back (181 nodes)",
                 model[i]);
        add_value(l, "[4].1", what, rms(l, model[i], right[i][1], right[i][0]),
                  rms(l, model[i], right[i][0], right[i][1]), swapped);
        for (int k = 0; k < 2 && fit && i; ++k) {
            snprintf(what, sizeof what, "%s of I11, section 4", k ? "m" : "b");
            add(l, "[4].1", what, k ? "0.765" : "0.452", fit->result.parameter[k].value, "right");
        }
    }
}

/* (11) as printed has k_r F_r/a in pure spinning and k_r M_ur/m in pure sliding, with F_r and M_ur the
 * limits themselves. */
static void add_rolling(struct list *l, struct contensou_device *device)
{
    struct contensou_fit_options options = {.size = sizeof options, .model = "pade2"};
    struct contensou_fit_result pade = {0};
    double f[3] = {0}, j[9] = {0}, r1 = 0, r2 = 0, inverse = 0;

    if (!l->status)
        l->status = contensou_patch_moment(l->hertz, 0, 0, -1, &r1, l->err);
    if (!l->status)
        l->status = contensou_patch_moment(l->hertz, 0, 0, -2, &r2, l->err);
    if (!l->status)
        l->status = contensou_patch_moment(l->hertz, 0, 0, 1, &inverse, l->err);
    exact(l, l->hertz, 0, 0, f, j);
    add_value(l, "[5].1", "torque by (1) in pure sliding, Hertz disk", r1 * 2 / pi, f[2],
              "misprint: must be the signed (r x V)_z, not its size");
    exact(l, l->rolling, pi / 2, 0, f, j);
    add_value(l, "[5].5", "F_par by (11) in pure spinning, Hertz disk, k_r 0.5, beta pi/2",
              0.5 * fabs(f[0]) * inverse / 2, fabs(f[0]), "misprint: the factor a is missing");
    exact(l, l->rolling, 0, 0, f, j);
    add_value(l, "[5].5", "M by (11) in pure sliding, Hertz disk, k_r 0.5, beta pi/2",
              0.5 * fabs(f[2]) * r2 / (2 * r1), fabs(f[2]), "misprint: the factor m is missing");
    if (!l->status)
        l->status = contensou_fit(l->hertz, device, &options, &pade, l->err);
    add(l, "[5].10", "largest error of (12) in force, Hertz disk, k_r 0", "good", pade.max_T,
        "not good");
    add(l, "[5].10", "largest error of (12) in torque, Hertz disk, k_r 0", "good", pade.max_M,
        "not good");
}

static struct contensou_patch *disk(struct list *l, const char *pressure, double tilt)
{
    const struct contensou_patch_spec spec = {.size = sizeof spec,
                                              .shape = "disk",
                                              .pressure = pressure,
                                              .tilt_k = tilt,
                                              .tilt_beta = pi / 2};
    struct contensou_patch *patch = NULL;

    if (!l->status)
        l->status = contensou_patch_create(&patch, &spec, l->err);
    return patch;
}

enum contensou_status contensou__tables_published(struct contensou_tables *t,
                                                  struct contensou_device *device,
                                                  struct contensou_error *err)
{
    struct list l = {.t = t, .err = err};

    t->published = calloc(most, sizeof *t->published);
    if (!t->published)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the tables");
    l.uniform = disk(&l, "uniform", 0);
    l.hertz = disk(&l, "hertz", 0);
    l.rolling = disk(&l, "hertz", 0.5);
    add_model(&l);
    add_eta(&l);
    add_coefficients(&l);
    add_maximum(&l);
    add_rolling(&l, device);
    contensou_patch_free(l.uniform);
    contensou_patch_free(l.hertz);
    contensou_patch_free(l.rolling);
    return l.status;
}

/* friction_lane.c: the numbers of a lane as the kernels read them. SPDX-License-Identifier: MIT */
#include "laws/eta_prime.h"
#include "laws/friction_parts.h"

#include "laws/approximant.h"

#include <float.h>
#include <math.h>
#include <string.h>

static enum contensou_status check(const struct contensou__field *field, double value,
                                   struct contensou_error *err)
{
    if (isnan(value) && strcmp(field->name, "eta_prime") == 0)
        return CONTENSOU_OK;
    if (isfinite(value) && (field->open ? value > field->low : value >= field->low))
        return CONTENSOU_OK;
    if (isinf(field->low))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "law.%s = %.17g is not possible; it is a finite number", field->name,
                              value);
    return contensou_fail(err, CONTENSOU_EARGUMENT,
                          "law.%s = %.17g is not possible; it is a finite number %s %.6g",
                          field->name, value, field->open ? "above" : "not below", field->low);
}

int contensou__friction_lane_order(const struct contensou__friction *f)
{
    if (f->form == contensou__friction_is_continuous) /* A3 begins with the square of slip */
        return 2;
    return f->form == contensou__friction_is_circular ||
                   f->form == contensou__friction_is_approximant
               ? (int)f->law.table[0]
               : 1;
}

/* eps, eta' and the fold from eps, eta, eta'. */
static enum contensou_status put_head(const struct contensou__friction *f, const double *value,
                                      double *lane, struct contensou_error *err)
{
    long double slope, prime = value[2];

    if (value[1] != 1 && !isnan(value[2]))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "law.eta = %.15g and law.eta_prime = %.15g are both given, but one "
                              "follows from the other; give one",
                              value[1], value[2]);
    if (isnan(value[2]))
        prime = value[1] > 1 ? contensou__eta_prime_forward(value[1], &slope) : 0;
    if (prime > (f->single ? FLT_MAX : DBL_MAX))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "law.eta = %.17g is too large: its eta' has no room in %s precision",
                              value[1], f->single ? "single" : "double");
    lane[0] = value[0];
    lane[1] = (double)prime;
    lane[2] = pow(contensou__eta_prime_fold(lane[1]), 1.0 / contensou__friction_lane_order(f));
    if (value[0] == 0) /* without a fold: eta itself, for the stepper event */
        lane[2] = isnan(value[2]) ? value[1] : (double)contensou__eta_prime_back(prime);
    return CONTENSOU_OK;
}

/* The coefficients of P and Q: those of T_par at even and of M at odd powers of w. */
static void put_circular(const struct contensou__friction *f, const double *value, double *lane)
{
    const double *t = f->law.table, b = value[3], m = value[4];
    const int n = (int)t[0], n2 = (int)t[1], row = approximant_term * ((int)t[2] + 1);

    lane[3] = 0.5 * m * n;
    lane[4] = 2 / m;
    lane[5] = pow(b, 2.0 / n);
    lane += 6;
    for (int i = 0; i <= n; ++i) {
        const double factor = i > n2 ? b : 1, *term = t + approximant_head + i * row;

        lane[i % 2 * (n + 1) / 2 + i / 2] = factor * term[i % 2 ? 4 : 0];
    }
}

enum contensou_status contensou__friction_lane(const struct contensou__friction *f,
                                               const double *value, double *lane,
                                               struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    for (int i = 0; i < f->field_count && !status; ++i)
        status = check(&f->fields[i], value[i], err);
    if (status || f->kind == contensou__system_none)
        return status;
    if (f->kind == contensou__system_line) {
        memcpy(lane, value, (size_t)f->lane_fields * sizeof *lane);
        return CONTENSOU_OK;
    }
    status = put_head(f, value, lane, err);
    if (status)
        return status;
    if (f->form == contensou__friction_is_circular)
        put_circular(f, value, lane);
    else
        memcpy(lane + contensou__friction_head, value + contensou__friction_head,
               (size_t)(f->lane_fields - contensou__friction_head) * sizeof *lane);
    return CONTENSOU_OK;
}

/* friction_lane.c: the numbers of a lane as the kernels read them. SPDX-License-Identifier: MIT */
#include "laws/eta_prime.h"
#include "laws/friction_parts.h"

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
    return f->about->order(f->argument);
}

/* eps, eta' and the slip at peak friction from eps, eta, eta'. */
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
    lane[2] = pow(contensou__eta_prime_peak(lane[1]), 1.0 / contensou__friction_lane_order(f));
    if (value[0] == 0) /* there is none: eta itself, for the stepper event */
        lane[2] = isnan(value[2]) ? value[1] : (double)contensou__eta_prime_back(prime);
    return CONTENSOU_OK;
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
    memcpy(lane + contensou__friction_head, value + contensou__friction_head,
           (size_t)(f->lane_fields - contensou__friction_head) * sizeof *lane);
    return CONTENSOU_OK;
}

/* eta.c: eta' of eta and back, with limits; the closed form is host/laws/law.c.
 * SPDX-License-Identifier: MIT */
#include <contensou/eta.h>

#include "base/try.h"
#include "laws/law.h"

#include <float.h>
#include <math.h>

enum contensou_status contensou_eta_prime(double eta, double *eta_prime,
                                          struct contensou_error *err)
{
    long double value, slope;

    if (!(eta >= 1) || !isfinite(eta))
        return WRONG(err,
                     "eta = %.17g is not possible; static over dynamic friction is a "
                     "finite number from 1 on",
                     eta);
    value = eta > 1 ? contensou__law_eta_prime_forward(eta, &slope) : 0;
    if (value > DBL_MAX)
        return WRONG(err, "eta = %.17g is too large: its eta' has no room in double precision",
                     eta);
    *eta_prime = (double)value;
    return CONTENSOU_OK;
}

enum contensou_status contensou_eta_of_prime(double eta_prime, double *eta,
                                             struct contensou_error *err)
{
    if (!(eta_prime >= 0) || !isfinite(eta_prime))
        return WRONG(err, "eta' = %.17g is not possible; it is a finite number from 0 on",
                     eta_prime);
    *eta = (double)fmaxl(1, contensou__law_eta_prime_back(eta_prime));
    return CONTENSOU_OK;
}

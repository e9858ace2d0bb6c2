/* eta.c: eta' of eta and back, in closed form. With d = 3 S - 1 the cubic of MATHS 4 reads
 * (1 + d)^3 = eta^2 d^2 (4 + d), and eta' = ((4 + d)/3)^(3/2)/d; d falls from (3 + sqrt 13)/2 at
 * eta = 1 to 0. SPDX-License-Identifier: MIT */
#include <contensou/eta.h>

#include <math.h>

/* The root d of (1 + d)^3 = eta^2 d^2 (4 + d) by Newton's method; the logarithm of both sides is
 * nearly linear in log d, so that it never leaves the right side. */
static double root(double eta)
{
    double d = fmin(3.3, 1 / (2 * eta));

    for (int i = 0; i < 60; ++i) {
        const double f = 1.5 * log1p(d) - log(d) - 0.5 * log(4 + d) - log(eta);
        const double slope = 1.5 * d / (1 + d) - 1 - 0.5 * d / (4 + d);
        const double step = f / slope;

        d *= exp(-fmax(-1, fmin(1, step)));
        if (fabs(step) < 1e-16)
            break;
    }
    return d;
}

enum contensou_status contensou_eta_prime(double eta, double *eta_prime,
                                          struct contensou_error *err)
{
    if (!(eta >= 1) || !isfinite(eta))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "eta = %g is not possible; it is 1 or more (static over dynamic "
                              "friction)",
                              eta);
    if (eta == 1)
        *eta_prime = 0;
    else {
        const double d = root(eta);

        *eta_prime = pow((4 + d) / 3, 1.5) / d;
    }
    return CONTENSOU_OK;
}

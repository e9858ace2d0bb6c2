/* closed_forms.h: the wrench of disks in closed form and by series, in long double: what the
 * quadrature of the library is measured against.
 *
 * k = v/w >= 0 is the distance of the centre of rotation over the radius; T is the force along the
 * slip, M the torque. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_CLOSED_FORMS_H
#define CONTENSOU_TESTS_CLOSED_FORMS_H

struct closed_forms {
    long double T, M;
};

/* Uniform, by complete elliptic integrals; Hertz; Boussinesq; all with the series above k = 5. */
struct closed_forms closed_forms_uniform(long double k);
struct closed_forms closed_forms_hertz(long double k);
struct closed_forms closed_forms_boussinesq(long double k);
struct closed_forms closed_forms_annulus(long double k, long double hole);

/* The series in 1/k of the pressure (1 - r^2)^q, for k > 1; useful above 5. */
struct closed_forms closed_forms_series(long double k, long double q);

/* What a tilt 1 + x cos b - y sin b adds to a Hertz disk sliding along x:
 * T_par += sin b P1, T_perp += cos b Q, M += sin b N1. Loses digits like k^4 above k = 1. */
struct closed_forms_tilt {
    long double P1, Q, N1;
};
struct closed_forms_tilt closed_forms_hertz_tilt(long double k);

#endif

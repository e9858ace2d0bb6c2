/* no_tableau.h: takes back the names that a Rosenbrock method binds to its coefficients (kernels/steppers/rosenbrock.h), so that a
 * test can include another method behind it. To be included any number of times. SPDX-License-Identifier: MIT */
#undef tableau_stages
#undef tableau_gamma
#undef tableau_alpha
#undef tableau_d
#undef tableau_a
#undef tableau_m
#undef tableau_h
#undef tableau_dense
#undef tableau_place
#undef tableau_lift
#undef tableau_h_place

/* rodas43.h: RODAS, a stiffly accurate Rosenbrock method of order 4 with an estimate of order 3 and a
 * dense output of order 3. E. Hairer, G. Wanner, Solving Ordinary Differential Equations II (1996), IV.7. In
 * the form without products with the Jacobian: rosenbrock.h.
 * SPDX-License-Identifier: MIT */
#ifndef STEPPERS_RODAS43_H
#define STEPPERS_RODAS43_H

// clang-format off
#define rodas43_table                                            \
    ABOUT("Rosenbrock, order 4, stiff, dense output of order 3") \
    METHOD(rosenbrock)                                           \
    TRAIT(order, 4)                                              \
    TRAIT(stiff, 1)                                              \
    TRAIT(dense, 2)                                              \
    TRAIT(auto_rtol, 1e300)
// clang-format on

#include "core/real.h"

enum { rodas43_stages = 6, rodas43_order = 4, rodas43_estimate = 3, rodas43_dense = 2 };

// clang-format off
program_constant number rodas43_gamma = 0.25;
program_constant number rodas43_alpha[rodas43_stages] = {
    0.0, 0.386, 0.21, 0.63, 1.0, 1.0,
};
program_constant number rodas43_d[rodas43_stages] = {
    0.25, -0.1043, 0.1035, -0.0362, 0.0, 0.0,
};
program_constant number rodas43_a[rodas43_stages * rodas43_stages] = {
    0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    1.544, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.9466785280815826, 0.2557011698983284, 0.0, 0.0, 0.0, 0.0,
    3.314825187068521, 2.896124015972201, 0.9986419139977817, 0.0, 0.0, 0.0,
    1.221224509226641, 6.019134481288629, 12.53708332932087, -0.687886036105895, 0.0, 0.0,
    1.221224509226641, 6.019134481288629, 12.53708332932087, -0.687886036105895, 1.0, 0.0,
};
program_constant number rodas43_m[rodas43_stages * rodas43_stages] = {
    0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    -5.6688, 0.0, 0.0, 0.0, 0.0, 0.0,
    -2.430093356833875, -0.2063599157091915, 0.0, 0.0, 0.0, 0.0,
    -0.1073529058151375, -9.594562251023355, -20.47028614809616, 0.0, 0.0, 0.0,
    7.496443313967647, -10.24680431464352, -33.99990352819905, 11.7089089320616, 0.0, 0.0,
    8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136,
    -6.058818238834054, 0.0,
};
program_constant number rodas43_h[rodas43_dense * rodas43_stages] = {
    10.12623508344586, -7.487995877610167, -34.80091861555747, -7.992771707568823,
    1.025137723295662, 0.0,
    -0.6762803392801253, 6.087714651680015, 16.43084320892478, 24.76722511418386,
    -6.594389125716872, 0.0,
};
/* for positions, which follow from the stages of their velocities: rosenbrock.h */
program_constant number rodas43_lift[rodas43_stages * rodas43_stages] = {
    0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.0317, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.08315339488628312, 0.05102779774275763, 0.0, 0.0, 0.0, 0.0,
    0.3204163874373612, -0.13676754202126545, -1.0297324057565647, 0.0, 0.0, 0.0,
    0.9237576344031789, 0.03027362693215777, -2.0049838790313026, 0.5598352992273763, 0.0, 0.0,
    0.0, 0.0, 0.0, 0.0, -0.12867613992712837, 0.0,
};
program_constant number rodas43_place[rodas43_stages * rodas43_stages] = {
    0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.386, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.24477535910617265, 0.0639252924745821, 0.0, 0.0, 0.0, 0.0,
    1.0035538934981, 0.7749895015979694, 0.24966047849944542, 0.0, 0.0, 0.0,
    1.318203772511108, 2.2386038550837957, 3.8426093751758876, -0.17197150902647376, 0.0, 0.0,
    2.241961406914287, 2.2688774820159536, 1.837625496144585, 0.3878637902009025, 0.25, 0.0,
};
program_constant number rodas43_h_place[rodas43_dense * rodas43_stages] = {
    -2.2136614644453187, -2.523626828408942, -2.5251982237861736, -1.4242846428217075,
    0.2562844308239155, 0.0,
    3.234398362132964, -1.2266301708637324, -8.1742596093901, 2.500034469128504, -1.648597281429218,
    0.0,
};
// clang-format on

#define tableau_stages  rodas43_stages
#define tableau_gamma   rodas43_gamma
#define tableau_alpha   rodas43_alpha
#define tableau_d       rodas43_d
#define tableau_a       rodas43_a
#define tableau_m       rodas43_m
#define tableau_h       rodas43_h
#define tableau_dense   rodas43_dense
#define tableau_place   rodas43_place
#define tableau_lift    rodas43_lift
#define tableau_h_place rodas43_h_place

#endif

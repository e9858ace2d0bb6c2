/* dimarzo54.h: RODAS5, a stiffly accurate Rosenbrock method of order 5 with an estimate of order 4 and a dense output
 * of order 4. G. Di Marzo, RODAS5(4): methodes de Rosenbrock d'ordre 5(4) adaptees aux problemes differentiels-algebriques,
 * Universite de Geneve (1993). In the form without products with the Jacobian: rosenbrock.h.
 *
 * For bodies that springs or belts drive through stick and slip, where it takes 0.6 to 0.8 of the attempts of rodas54 at equal
 * error. Its order falls along a stiff motion (it does not fulfil the conditions of Prothero and Robinson's example, as rodas54
 * does): bodies that friction alone brings to rest or to rolling, free_disk and rolling_ball, end with errors far above
 * the tolerance. So `auto` does not take it.
 * SPDX-License-Identifier: MIT */
#ifndef STEPPERS_DIMARZO54_H
#define STEPPERS_DIMARZO54_H

// clang-format off
#define dimarzo54_table(ABOUT, METHOD, TRAIT)                                                   \
    ABOUT("Rosenbrock, order 5, for stick-slip against springs alone, dense of order 4")        \
    METHOD(rosenbrock)                                                                          \
    TRAIT(order, 5)                                                                             \
    TRAIT(stiff, 1)                                                                             \
    TRAIT(predicts, 1)                                                                          \
    TRAIT(caution, "its errors can exceed the tolerance far where no spring holds the body: compare with rodas54") \
    TRAIT(dense, 3)
// clang-format on

#ifndef steppers_tables_only

#    include "core/real.h"

enum { dimarzo54_stages = 8, dimarzo54_order = 5, dimarzo54_estimate = 4, dimarzo54_dense = 3 };

// clang-format off
program_constant number dimarzo54_gamma = 0.19;
program_constant number dimarzo54_alpha[dimarzo54_stages] = {
    0.0, 0.38, 0.3878509998321533, 0.483971893787384, 0.457047700881958, 1.0, 1.0, 1.0,
};
program_constant number dimarzo54_d[dimarzo54_stages] = {
    0.19, -0.18230792253337147, -0.31923183218687493, 0.3449828624725343, -0.3774175643920898, 0.0,
    0.0, 0.0,
};
program_constant number dimarzo54_a[dimarzo54_stages * dimarzo54_stages] = {
    0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    3.040894194418781, 1.041747909077569, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    2.576417536461461, 1.62208306077664, -0.9089668560264532, 0.0, 0.0, 0.0, 0.0, 0.0,
    2.760842080225597, 1.446624659844071, -0.3036980084553738, 0.2877498600325443, 0.0, 0.0, 0.0,
    0.0,
    -14.09640773051259, 6.925207756232704, -41.47510893210728, 2.343771018586405,
    24.13215229196062, 0.0, 0.0, 0.0,
    -14.09640773051259, 6.925207756232704, -41.47510893210728, 2.343771018586405,
    24.13215229196062, 1.0, 0.0, 0.0,
    -14.09640773051259, 6.925207756232704, -41.47510893210728, 2.343771018586405,
    24.13215229196062, 1.0, 1.0, 0.0,
};
program_constant number dimarzo54_m[dimarzo54_stages * dimarzo54_stages] = {
    0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    -10.31323885133993, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    -21.04823117650003, -7.234992135176716, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    32.22751541853323, -4.943732386540191, 19.44922031041879, 0.0, 0.0, 0.0, 0.0, 0.0,
    -20.69865579590063, -8.816374604402768, 1.260436877740897, -0.7495647613787146, 0.0, 0.0, 0.0,
    0.0,
    -46.22004352711257, -17.49534862857472, -289.6389582892057, 93.60855400400906,
    318.3822534212147, 0.0, 0.0, 0.0,
    34.20013733472935, -14.1553540271769, 57.823356409884, 25.83362985412365, 1.408950972071624,
    -6.551835421242162, 0.0, 0.0,
    42.57076742291101, -13.80770672017997, 93.98938432427124, 18.77919633714503,
    -31.5835918722337, -6.685968952921985, -5.810979938412932, 0.0,
};
program_constant number dimarzo54_h[dimarzo54_dense * dimarzo54_stages] = {
    27.354592673333357, -6.925207756232857, 26.40037733258859, 0.5635230501052979,
    -4.699151156849391, -1.6008677469422725, -1.5306074446748028, -1.3929872940716344,
    44.19024239501722, 0.0, 202.93261852171622, -35.5669339789154, -181.91095152160645,
    3.4116351403665033, 2.5793540257308067, 2.2435122582734066,
    -44.0988150021747, 0.0, -181.26175034586677, 56.99302194811676, 183.21182741427398,
    -7.480257918273637, -5.792426076169686, -5.32503859794143,
};
/* for positions, which follow from the stages of their velocities: rosenbrock.h */
program_constant number dimarzo54_lift[dimarzo54_stages * dimarzo54_stages] = {
    0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.007692077466628527, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    -0.1926451513271859, -0.06325111335514133, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.9338157816830162, -0.10400807692598835, 0.5294131505610922, 0.0, 0.0, 0.0, 0.0, 0.0,
    -0.414673330668944, -0.0437474546775819, -0.08759844427557957, 0.02761318552041182, 0.0, 0.0,
    0.0, 0.0,
    -2.2470796595639317, -0.33124234969176286, -14.219353303425727, 5.49497945680023,
    16.07870828397837, 0.0, 0.0, 0.0,
    3.6889332217094717, 0.0, 14.483212248073764, -5.455115598436069, -15.379587522365656,
    -0.046521258706842046, 0.0, 0.0,
    0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.019776375776706843, 0.0,
};
program_constant number dimarzo54_place[dimarzo54_stages * dimarzo54_stages] = {
    0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.38, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.5857831025568914, 0.1979321027247381, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.6771045780190899, 0.36568894719415723, -0.1727037026450261, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.8628988534636385, 0.26413961295120775, 0.09463593836682156, 0.05467247340618342, 0.0, 0.0,
    0.0, 0.0,
    -2.453379199036866, 2.639644935102678, -8.753386495753887, 1.111682091776157,
    4.585108935472518, 0.0, 0.0, 0.0,
    -4.700458858600798, 2.3084025854109154, -22.972739799179614, 6.606661548576388,
    20.663817219450888, 0.19, 0.0, 0.0,
    -1.011525636891326, 2.3084025854108994, -8.48952755110585, 1.1515459501403187,
    5.284229697085231, 0.14347874129315796, 0.19, 0.0,
};
program_constant number dimarzo54_h_place[dimarzo54_dense * dimarzo54_stages] = {
    0.4840067658757911, -2.308402585410911, 6.32123813344198, -0.46978398913650116,
    -3.092613066355308, -0.23295908700669682, -0.26326717430847385, -0.26466758587361056,
    13.371665774044745, -2.3084025854108714, 24.50879770986228, -7.104667677795973,
    -19.377795585675763, 0.5282158807420783, 0.4457087234095902, 0.42626732907194725,
    -0.7707904462997665, 0.0, 2.1555455376969332, 6.3822265984864, 3.6224860571557076,
    -1.151778052442243, -0.9952509901338824, -1.0117573336088717,
};
// clang-format on

#    define tableau_stages  dimarzo54_stages
#    define tableau_gamma   dimarzo54_gamma
#    define tableau_alpha   dimarzo54_alpha
#    define tableau_d       dimarzo54_d
#    define tableau_a       dimarzo54_a
#    define tableau_m       dimarzo54_m
#    define tableau_h       dimarzo54_h
#    define tableau_dense   dimarzo54_dense
#    define tableau_place   dimarzo54_place
#    define tableau_lift    dimarzo54_lift
#    define tableau_h_place dimarzo54_h_place

#endif
#endif

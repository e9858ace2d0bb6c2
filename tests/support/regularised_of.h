/* regularised_of.h: kernels/laws/regularised_law.h for one bare law among several, compiled as C: #define BARE the law's
 * prefix, BARE_MEASURE the prefix of its measure of slip (its own or gradient), BARE_ORDER and BARE_POLAR, and include this
 * behind the law's file. It makes struct BARE_friction, BARE_friction_make, .._wrench, .._slide and .._fields, with
 * BARE_TILTED BARE_friction_wrench_tilted too, and forgets the definitions. SPDX-License-Identifier: MIT */
#define bare_paste(a, b)          a##b
#define bare_name(a, b)           bare_paste(a, b)
#define bare_gradient_paste(a, b) a##b /* within bare_name, which does not expand in itself */
#define bare_gradient(a, b)       bare_gradient_paste(a, b)

#define law_params       bare_name(BARE, _params)
#define law_params_count bare_name(BARE, _params_count)
#define law_make         bare_name(BARE, _make)
#define law_wrench       bare_name(BARE, _wrench)
#define law_measure      bare_name(BARE_MEASURE, _measure)
#define law_order        BARE_ORDER
#define law_polar        BARE_POLAR

#define regularised_law        bare_name(BARE, _friction)
#define regularised_law_fields bare_name(BARE, _friction_fields)
#define regularised_law_make   bare_name(BARE, _friction_make)
#define regularised_law_with   bare_name(BARE, _friction_with)
#define regularised_law_wrench bare_name(BARE, _friction_wrench)
#define regularised_law_slide  bare_name(BARE, _friction_slide)
#define friction_wrench_tilted bare_name(BARE, _friction_wrench_tilted)
#define friction_eps           bare_name(BARE, _friction_eps)
#define gradient_measure       bare_gradient(BARE, _gradient_measure)

#undef LAWS_GRADIENT_MEASURE_H
#include "laws/gradient_measure.h"
#undef LAWS_REGULARISED_LAW_H
#include "laws/regularised_law.h"
#ifdef BARE_TILTED
#    include "laws/tilted_law.h"
#    undef BARE_TILTED
#endif

#undef law_params
#undef law_params_count
#undef law_make
#undef law_wrench
#undef law_measure
#undef law_order
#undef law_polar
#undef regularised_law
#undef regularised_law_fields
#undef regularised_law_make
#undef regularised_law_with
#undef regularised_law_wrench
#undef regularised_law_slide
#undef friction_wrench_tilted
#undef friction_eps
#undef gradient_measure
#undef bare_paste
#undef bare_name
#undef bare_gradient_paste
#undef bare_gradient
#undef BARE
#undef BARE_MEASURE
#undef BARE_ORDER
#undef BARE_POLAR

/* ensemble_roles.h: what kernels.sh binds for the files of ensembles: the role names as a program with
 * lorenz or disk_belt would have them; ROLES_STIFF, ROLES_853 or ROLES_CLASSIC choose the stepper.
 * SPDX-License-Identifier: MIT */
#ifdef ROLES_CONTACT
#    define circular_n      1
#    define circular_scaled 0
#    include "laws/circular_friction.h"
#    define friction        circular_friction
#    define friction_fields circular_friction_fields
#    define friction_make   circular_friction_make
#    define friction_wrench circular_friction_wrench
#    define friction_slide  circular_friction_slide
#    include "systems/disk_belt.h"
#    define system_params       disk_belt_params
#    define system_params_count disk_belt_params_count
#    define system_dim          disk_belt_dim
#    define system_second       disk_belt_second
#    define system_angles       disk_belt_angles
#    define system_timed        disk_belt_timed
#    define system_rhs          disk_belt_rhs
#    define system_jacobian     disk_belt_jacobian
#    define system_slide        disk_belt_slide
#    define system_counts       disk_belt_counts
#    define linear_size         (system_dim / 2)
#else
#    include "laws/frictionless.h"
#    define friction        frictionless
#    define friction_fields frictionless_fields
#    define friction_make   frictionless_make
#    include "systems/lorenz.h"
#    define system_params       lorenz_params
#    define system_params_count lorenz_params_count
#    define system_dim          lorenz_dim
#    define system_second       lorenz_second
#    define system_angles       lorenz_angles
#    define system_timed        1
#    define system_rhs          lorenz_rhs
#    define system_jacobian     lorenz_jacobian
#    define system_slide        lorenz_slide
#    define system_counts       lorenz_counts
#    define linear_size         system_dim
#endif
#define observe_extrema 1
#define observe_section 1
#define observe_period  1
#define observe_stick   1
#define observe_series  1
#ifndef section_state
#    define section_state 2
#endif
#if defined ROLES_STIFF
#    include "tableaus/rodas54.h"
#    define tableau_stages rodas54_stages
#    define tableau_gamma  rodas54_gamma
#    define tableau_alpha  rodas54_alpha
#    define tableau_d      rodas54_d
#    define tableau_a      rodas54_a
#    define tableau_m      rodas54_m
#    define tableau_h      rodas54_h
#    define stepper_dense  3
#    define stepper_fixed  0
#    include "steppers/rosenbrock.h"
#    define stepper_step     rosenbrock_step
#    define stepper_dense_of rosenbrock_dense
#    define stepper_kept     rosenbrock_kept
#    define stepper_estimate rodas54_estimate
#elif defined ROLES_853
#    define stepper_dense 6
#    define stepper_fixed 0
#    include "steppers/order853.h"
#    define stepper_step     order853_step
#    define stepper_dense_of order853_dense
#    define stepper_kept     order853_kept
#    define stepper_estimate dop853_estimate
#elif defined ROLES_CLASSIC
#    define stepper_dense 2
#    define stepper_fixed 1
#    include "steppers/classic_rk4.h"
#    define stepper_step     classic_rk4_step
#    define stepper_dense_of classic_rk4_dense
#    define stepper_kept     classic_rk4_kept
#    define stepper_estimate rk4_estimate
#else
#    include "tableaus/dopri54.h"
#    define tableau_stages dopri54_stages
#    define tableau_c      dopri54_c
#    define tableau_d      dopri54_d
#    define tableau_a      dopri54_a
#    define tableau_b      dopri54_b
#    define tableau_e      dopri54_e
#    define tableau_last   dopri54_last
#    define stepper_dense  3
#    define stepper_fixed  0
#    include "steppers/explicit_rk.h"
#    define stepper_step     explicit_rk_step
#    define stepper_dense_of explicit_rk_dense
#    define stepper_kept     explicit_rk_kept
#    define stepper_estimate dopri54_estimate
#endif

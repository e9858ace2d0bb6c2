/* ensemble_roles.h: what kernels.sh binds for the files of ensembles: the role names as a program with
 * lorenz (or ROLES_CONTACT disk_belt, ROLES_LINE block_belt, ROLES_ROLLING rolling_ball) would have them; with
 * FRAME_TURNED the contact turns with its disk, with FRAME_TWO against its anisotropy. ROLES_STIFF, ROLES_853, ROLES_CLASSIC or ROLES_SERIES (with jet_order)
 * choose the stepper; all observers are in use, or with ROLES_ORBIT that of drivers/orbit_event.cl.
 * SPDX-License-Identifier: MIT */
#ifdef ROLES_ORBIT
#    define orbit_most 1000
#    include "drivers/variation.h"
#endif
#if !defined ROLES_ORBIT && !defined ROLES_SERIES
#    define parameters_count  2
#    define parameters_laws   1
#    define parameters_places 0, system_params_count
#endif
#define control_steep   0
#define lane_hands      2
#define handover_stable 6.1
#ifdef ROLES_STIFF
#    define stepper_stiff 1
#else
#    define stepper_stiff 0
#endif
#define friction_gradient 1
#ifdef FRAME_TWO
#    define shape_number         real
#    define patch_params         edges_params
#    define patch_params_count   edges_params_count
#    define patch_wrench         edges_wrench
#    define patch_wrench_grained grained_edges_wrench
#    define patch_twice          0
#    define patch_tilted         1
#    include "patches/grained_edges.h"
#    include "laws/grained_integral.h"
#    define law_params       grained_integral_params
#    define law_params_count grained_integral_params_count
#    define law_make         grained_integral_make
#    define law_wrench       grained_integral_wrench
#    define law_turn         grained_integral_turn
#    define law_measure      gradient_measure
#    define law_order        1
#    define law_polar        0
#    include "laws/gradient_measure.h"
#    include "laws/regularised_law.h"
#    define friction        regularised_law
#    define friction_fields regularised_law_fields
#    define friction_make   regularised_law_make
#    define friction_wrench regularised_law_wrench
#    define friction_slide  regularised_law_slide
#elif defined ROLES_CONTACT
#    define approximant_n      1
#    define approximant_n2     0
#    define approximant_degree 1
#    define approximant_scaled 0
#    include "laws/circular_friction.h"
#    define friction        circular_friction
#    define friction_fields circular_friction_fields
#    define friction_make   circular_friction_make
#    define friction_wrench circular_friction_wrench
#    define friction_slide  circular_friction_slide
#endif
#if defined ROLES_CONTACT
#    include "systems/disk_belt.h"
#    define roles(part)      disk_belt_##part
#    define roles_made(part) planar_##part
#    define roles_file       "contact/planar.h"
#    define linear_size      (system_dim / 2)
#elif defined ROLES_LINE
#    include "laws/continuous.h"
#    define friction            line_friction
#    define friction_fields     line_friction_fields
#    define friction_make       line_friction_make
#    define friction_force      continuous_force
#    define friction_slide_line line_friction_slide_line
#    define friction_corners    continuous_corners
#    define friction_corner     continuous_corner
#    include "systems/block_belt.h"
#    define roles(part)      block_belt_##part
#    define roles_made(part) line_##part
#    define roles_file       "contact/line.h"
#    define linear_size      system_dim
#elif defined ROLES_ROLLING
#    include "laws/pade.h"
#    define law_params       pade_params
#    define law_params_count pade_params_count
#    define law_make         pade_make
#    define law_wrench       pade_wrench
#    define law_measure      pade_measure
#    define law_order        1
#    define law_polar        1
#    include "laws/tilted_law.h"
#    define friction               regularised_law
#    define friction_fields        regularised_law_fields
#    define friction_make          regularised_law_make
#    define friction_wrench_tilted tilted_law_wrench
#    define friction_slide         regularised_law_slide
#    include "systems/rolling_ball.h"
#    define roles(part)      rolling_ball_##part
#    define roles_made(part) rolling_##part
#    define roles_file       "contact/rolling.h"
#    define linear_size      system_dim
#else
#    include "laws/frictionless.h"
#    define friction        frictionless
#    define friction_fields frictionless_fields
#    define friction_make   frictionless_make
#    include "systems/lorenz.h"
#    define roles(part) lorenz_##part
#    define linear_size system_dim
#endif
#define system_params       roles(params)
#define system_params_count roles(params_count)
#define system_states       roles(states)
#define system_dim          roles(dim)
#define system_traits       roles(traits)
#ifdef roles_made
#    define system_slip              roles(slip)
#    define system_motion            roles(motion)
#    define system_slip_slopes       roles(slip_slopes)
#    define system_motion_slopes     roles(motion_slopes)
#    define system_tilt              roles(tilt)
#    define system_tilt_slopes       roles(tilt_slopes)
#    define system_stick_load        roles(stick_load)
#    define system_stick_load_slopes roles(stick_load_slopes)
#    define system_frame             roles(frame)
#    define system_frame_slopes      roles(frame_slopes)
#    include "../support/frame_roles.h"
#    include roles_file
#    define system_rhs      roles_made(rhs)
#    define system_jacobian roles_made(jacobian)
#    define system_slide    roles_made(slide)
#    define system_contact  roles_made(contact)
#    define system_base     roles_made(base)
#    define system_at       roles_made(at)
#    define system_chain    roles_made(chain)
#    define system_by       roles_made(by)
#    define system_by_law   roles_made(by_law)
#else
#    define system_rhs      roles(rhs)
#    define system_jacobian roles(jacobian)
#    include "contact/plain.h"
#    define system_slide   plain_slide
#    define system_contact plain_contact
#    define system_base    plain_base
#    define system_at      plain_at
#    define system_chain   plain_chain
#    define system_by      plain_by
#    define system_by_law  plain_by_law
#endif
#include "contact/no_period.h"
#define system_period no_period
#include "contact/unit_force.h"
#define system_force unit_force
#include "contact/all_states.h"
#define system_state_counts all_states_count
#ifdef ROLES_SERIES
#    define stepper_series 1
#    define stepper_reach  taylor_reach
#else
#    define stepper_series 0
#    define stepper_reach  smooth_reach
#endif
#ifdef ROLES_CLASSIC
#    define stepper_march   rk4_march
#    define stepper_way     rk4_way
#    define stepper_parts   rk4_parts
#    define stepper_measure rk4_measure
#    define stepper_lengths rk4_lengths
#else
#    define stepper_march   smooth_march
#    define stepper_way     smooth_way
#    define stepper_parts   smooth_parts
#    define stepper_measure smooth_measure
#    define stepper_lengths smooth_lengths
#endif
#if defined ROLES_EVENT
#    ifdef ROLES_LINE
#        define system_law line_law
#    else
#        define system_law planar_law
#    endif
#    define stepper_dense    6
#    define stepper_fixed    0
#    define stepper_keeps    15
#    define stepper_news     event_news
#    define problem_rhs      event_rhs
#    define problem_jacobian event_jacobian
#    define problem_forces   event_forces
#    define problem_contact  event_contact
#    define stages_searched  1
#    include "steppers/event.h"
#    define stepper_ready     event_ready
#    define stepper_salt      event_salt
#    define problem_slide     event_slide
#    define stepper_step      event_step
#    define stepper_dense_of  event_dense
#    define stepper_kept      event_kept
#    define stepper_slopes    event_slopes
#    define stepper_linearise event_linearise
#    define stepper_carry     event_carry
#    define stepper_estimate  event_estimate
#else
#    ifdef ROLES_CORNERS
#        define stepper_keeps 2
#    else
#        define stepper_keeps 0
#    endif
#    define stepper_news    smooth_news
#    define stepper_ready   smooth_ready
#    define stepper_salt    smooth_salt
#    define problem_slide   smooth_slide
#    define problem_contact smooth_contact
#endif
#include "steppers/smooth.h"
#if defined ROLES_EVENT
#elif defined ROLES_STIFF
#    include "steppers/rodas54.h"
#    define stepper_dense 3
#    define stepper_fixed 0
#    include "steppers/rosenbrock.h"
#    define stepper_step      rosenbrock_step
#    define stepper_dense_of  rosenbrock_dense
#    define stepper_kept      rosenbrock_kept
#    define stepper_slopes    rosenbrock_slopes
#    define stepper_linearise rosenbrock_linearise
#    define stepper_carry     rosenbrock_carry
#    define stepper_estimate  rodas54_estimate
#elif defined ROLES_853
#    define stepper_dense 6
#    define stepper_fixed 0
#    include "steppers/order853.h"
#    define stepper_step      order853_step
#    define stepper_dense_of  order853_dense
#    define stepper_kept      order853_kept
#    define stepper_slopes    order853_slopes
#    define stepper_linearise order853_linearise
#    define stepper_carry     order853_carry
#    define stepper_estimate  dop853_estimate
#elif defined ROLES_SERIES
#    define system_jet    roles(jet)
#    define system_series roles(series)
#    define stepper_dense (jet_order - 1)
#    define stepper_fixed 0
#    include "steppers/taylor.h"
#    define stepper_step     taylor_step
#    define stepper_dense_of taylor_dense
#    define stepper_kept     taylor_kept
#    define stepper_estimate taylor_estimate
#elif defined ROLES_CLASSIC
#    define stepper_dense 2
#    define stepper_fixed 1
#    include "steppers/rk4.h"
#    define stepper_step      rk4_step
#    define stepper_dense_of  rk4_dense
#    define stepper_kept      rk4_kept
#    define stepper_slopes    rk4_slopes
#    define stepper_linearise rk4_linearise
#    define stepper_carry     rk4_carry
#    define stepper_estimate  rk4_estimate
#else
#    include "steppers/dopri54.h"
#    define stepper_dense 3
#    define stepper_fixed 0
#    include "steppers/explicit_rk.h"
#    define stepper_step      explicit_rk_step
#    define stepper_dense_of  explicit_rk_dense
#    define stepper_kept      explicit_rk_kept
#    define stepper_slopes    explicit_rk_slopes
#    define stepper_linearise explicit_rk_linearise
#    define stepper_carry     explicit_rk_carry
#    define stepper_estimate  dopri54_estimate
#endif
#ifdef ROLES_ORBIT         /* above */
#elif defined ROLES_SERIES /* which some observers cannot be used with */
#    define lane_observed_count 0
#    define OBSERVERS(CALL)
#    define RARE_OBSERVERS(CALL)
#    define observers_inside 0
#    define OBSERVER_SETTINGS(CALL)
#else
#    include "observers_roles.h"     /* made by kernels.sh from the tables of all observers */
#    include "schedule/spill_lane.h" /* observers call it */
#endif
#ifdef ROLES_EVENT
#    include "drivers/switches.h"
#    define switching_mode   switches_mode
#    define switching_turn   switches_turn
#    define switching_begin  switches_begin
#    define switching_reach  switches_reach
#    define switching_error  switches_error
#    define switching_beyond switches_beyond
#    define switching_after  switches_after
#elif defined ROLES_CORNERS
#    include "drivers/corners.h"
#    include "drivers/held.h"
#    define switching_mode   corners_mode
#    define switching_turn   corners_turn
#    define switching_begin  corners_begin
#    define switching_reach  corners_reach
#    define switching_error  held_error
#    define switching_beyond corners_beyond
#    define switching_after  corners_after
#else
#    include "drivers/no_switches.h"
#    define switching_mode   no_switches_mode
#    define switching_turn   no_switches_turn
#    define switching_begin  no_switches_begin
#    define switching_reach  no_switches_reach
#    define switching_error  no_switches_error
#    define switching_beyond no_switches_beyond
#    define switching_after  no_switches_after
#endif

/* kernel_roles.h: makes a struct kernel_system of one system and one law, bound as a program binds them:
 *
 *     the law's file and role names; #define KERNEL_SYSTEM pendulum, KERNEL_LAW I11, KERNEL_FILE "contact/planar.h" (line, rolling)
 *     #include "systems/pendulum.h", #include "support/kernel_roles.h"
 *
 * A system without a contact has no KERNEL_FILE. SPDX-License-Identifier: MIT */
#include "support/kernel_systems.h"

#include <stddef.h>
#include <string.h>

#define kernel_paste(a, b)  a##b
#define kernel_name(a, b)   kernel_paste(a, b)
#define kernel_text(a)      #a
#define kernel_string(a)    kernel_text(a)
#define system_params       kernel_name(KERNEL_SYSTEM, _params)
#define system_params_count kernel_name(KERNEL_SYSTEM, _params_count)
#define system_states       kernel_name(KERNEL_SYSTEM, _states)
#define system_dim          kernel_name(KERNEL_SYSTEM, _dim)
#define system_traits       kernel_name(KERNEL_SYSTEM, _traits)
#ifdef KERNEL_FILE
#    define system_slip              kernel_name(KERNEL_SYSTEM, _slip)
#    define system_motion            kernel_name(KERNEL_SYSTEM, _motion)
#    define system_slip_slopes       kernel_name(KERNEL_SYSTEM, _slip_slopes)
#    define system_motion_slopes     kernel_name(KERNEL_SYSTEM, _motion_slopes)
#    define system_tilt              kernel_name(KERNEL_SYSTEM, _tilt)
#    define system_tilt_slopes       kernel_name(KERNEL_SYSTEM, _tilt_slopes)
#    define system_stick_load        kernel_name(KERNEL_SYSTEM, _stick_load)
#    define system_stick_load_slopes kernel_name(KERNEL_SYSTEM, _stick_load_slopes)
#    define framed_round             0 /* the axes of the contact keep their direction */
#    define framed_turns             0
#    define framed_way               0
#    include KERNEL_FILE
#else
#    define system_rhs      kernel_name(KERNEL_SYSTEM, _rhs)
#    define system_jacobian kernel_name(KERNEL_SYSTEM, _jacobian)
#    include "contact/plain.h"
#endif

static void rhs_of(const double *field, const double *lane, const double *y, double *dy)
{
    const struct friction law = friction_make(lane, lane + friction_fields);
    struct system_params p;

    memcpy(&p, field, sizeof p);
    system_rhs(&p, &law, 0.0, (const void *)y, (void *)dy);
}

static void jacobian_of(const double *field, const double *lane, const double *y, double *J)
{
    const struct friction law = friction_make(lane, lane + friction_fields);
    struct system_params p;
    double rows[system_dim][system_dim];

    memcpy(&p, field, sizeof p);
    memset(J, 0, sizeof rows);
    for (int i = 0; i < system_above; ++i)
        J[i * system_dim + system_above + i] = 1;
    system_jacobian(&p, &law, 0.0, (const void *)y, (void *)rows);
    memcpy(J + system_above * system_dim, rows, (size_t)system_rows * sizeof rows[0]);
}

static double slide_of(const double *field, const double *lane, const double *y)
{
    const struct friction law = friction_make(lane, lane + friction_fields);
    struct system_params p;

    memcpy(&p, field, sizeof p);
    return system_slide(&p, &law, 0.0, (const void *)y);
}

const struct kernel_system kernel_name(kernel_name(kernel_name(kernel_, KERNEL_SYSTEM), _),
                                       KERNEL_LAW) = {kernel_string(KERNEL_SYSTEM),
                                                      kernel_string(KERNEL_LAW),
                                                      system_dim,
                                                      system_params_count,
                                                      friction_fields,
                                                      system_rated,
                                                      rhs_of,
                                                      jacobian_of,
                                                      slide_of};

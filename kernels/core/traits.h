/* traits.h: what a system says about itself beside its tables: enum { NAME_traits = trait_second_order |
 * trait_autonomous | trait_angle(2) }. None of them is needed; each makes something faster or closer to what is meant.
 * SPDX-License-Identifier: MIT */
#ifndef CORE_TRAITS_H
#define CORE_TRAITS_H

enum {
    /* the second half of the states are the velocities of the first half, in the same order: stiff steppers solve
       for half as many unknowns */
    trait_second_order = 1,
    /* slip and motion do not use t: periodic orbits and equilibria then need no period of a forcing, and stiff steppers save
       some work. It is checked before orbits are looked for. */
    trait_autonomous = 2,
    /* the contact slides along a line: only vx of the slip and Tx of friction are used, and the law is one of
       continuous, tanh, signum, switch */
    trait_line = 4,
    /* the angles turn at rates that are fields, so that explicit steppers need no stages for them */
    trait_phases = 8,
    /* the slope of the first state is a multiple of the first field and the others do not use it, so that steps of one size
       take it into their length */
    trait_rate = 16,
    /* the axes of the contact keep their direction whatever turns: a contact that is no centred circle needs no frame then */
    trait_frame_fixed = 32,
    frame_fixed = trait_frame_fixed,
    trait_angles = 6 /* bits below those of the angles */
};

/* State number i, counted from 0, is an angle, modulo 2 pi. */
#define trait_angle(i) (1 << (trait_angles + (i)))

#endif

/* describe.h: how an observer describes itself. Its file begins with one table, NAME_table, of rows of these kinds,
 * each as often as needed:
 *
 *   ABOUT(columns, text)    what 'contensou list observers' says
 *   NEEDS(other)            it is told the points that this observer finds: other_followers calls NAME_point.
 *                           NEEDS(contact): it asks for slip and friction (step_contact of observers/step.h);
 *                           systems without a contact are refused
 *   SMOOTH(why)             it needs the Jacobian: laws that jump are refused, for this reason
 *   SETTING(name, init, key, text)
 *                           a number that all lanes share, run->name in the kernel; key: its name in result files
 *   CONSTANT(name, init, key, text)
 *                           a whole number that is part of the program, name in the kernel
 *   OPTION(kind, field, option, argument, fallback, low, high, help)
 *                           an option of the command line. Kinds: whole, real (into the setting or constant
 *                           `field`, between low and high), upto_dim (whole, at most the number of states, which is
 *                           its default), section (a place to look at), parameters (names of numbers of a lane,
 *                           into the constant their count: steppers/problem.h)
 *   IS(trait)               ends_only: it asks neither for the dense output of a step nor for its stages, whose registers
 *                           others may have then; follows: it carries variations, but takes the steps of the trajectory as
 *                           they are where the law has no corners
 *   KEEP(place, count)      numbers that a lane keeps from step to step: lane[place .. place + count - 1]
 *   RARE(place, count)      such numbers that it needs now and then only, behind all others: on graphics processors they stay in
 *                           local memory, and the observer loads and stores them itself (schedule/spill_lane.h)
 *   COLUMN(per, count, name, unit, words, draw, value)
 *                           a number of the lane's row
 *       per                 once, state, number (1, 2, ..), by (each parameter) or parameter (of each state each parameter);
 *                           the column is called OBSERVER.NAME, OBSERVER.STATE.NAME, OBSERVER.1.NAME,
 *                           OBSERVER.NAME.PARAMETER, OBSERVER.NAME.STATE.PARAMETER; a NAME may be empty
 *       unit, words         "state": that of the state; the label in a picture
 *       draw                never; first, later (a panel or map of its own, before or behind those of the states); low,
 *                           high, middle (in the panel of the state); end (of the state, if nothing else is drawn); label
 *                           (a map in colours of the attractor that the lane ends on, which the host finds from the
 *                           columns kind, mean, spread and drift when all lanes are there: analysis/attractors.h)
 *       value               an expression of at(place), state(i), i, seen (the time that was observed; 0 or less: none), the
 *                           settings and dim, and where its rows stand aside of row_of_lane[rows_of_lane][cells], the
 *                           time first
 *   ROWS(count, most, times)
 *                           it writes rows, one a point. times: stored (with the row: high and low part), aside
 *                           (the same, but not for standard output) or given (by --time); count: how many there
 *                           are, most: how many fit
 *   CELL(per, count, name, words)
 *                           what a row has behind the time; words: "" or the words for 0, 1, .. as "stick|slip"
 *
 * Only the host reads tables (cmake/lists.cmake): it writes the places as numbers into the program. A row begins four
 * columns from the left. In the kernel an observer has
 *
 *   NAME_begin(lane, q, run, which)         the observation begins at the state of these lanes
 *   NAME_wants(lane, step, note)            the lanes that need the dense output of this step; *note is for
 *   NAME_observe(lane, step, wanted, note)  the same step, in which step->s is the dense output where some lane
 *                                           of any observer wanted it
 *
 * with struct watch_step of observers/step.h; one that keeps nothing (final) has no part in the kernel.
 * SPDX-License-Identifier: MIT */
#ifndef OBSERVERS_DESCRIBE_H
#define OBSERVERS_DESCRIBE_H

#endif

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
 *   KEEP(place, count)      numbers that a lane keeps from step to step: lane[place .. place + count - 1]
 *   COLUMN(per, count, name, unit, words, draw, value)
 *                           a number of the lane's row. per: once, state, number (1, 2, ..) or parameter (of each state
 *                           each parameter); its name is OBSERVER.NAME, OBSERVER.STATE.NAME, OBSERVER.1.NAME,
 *                           OBSERVER.STATE.PARAMETER. unit "state": that of the state;
 *                           words: the label in a picture; draw: never, first, later (a panel or map of its own,
 *                           before or behind those of the states), low, high, middle (in the panel of the state),
 *                           end (of the state, if nothing else is drawn), label (the number of the attractor that the
 *                           lane ends on, which the host finds from the columns kind, mean, spread and drift of the
 *                           observer when all lanes are there: analysis/attractors.h; a map in colours). value: an expression of at(place),
 *                           state(i), i, seen (the time that was observed; 0 or less: none), the settings and dim, and
 *                           where its rows stand aside of row_of_lane[rows_of_lane][cells], the time first
 *   ROWS(count, most, times)
 *                           it writes rows, one a point. times: stored (with the row: number and rest), aside
 *                           (the same, but not for standard output) or given (by --time); count: how many there
 *                           are, most: how many fit
 *   CELL(per, count, name, words)
 *                           what a row has behind the time; words: "" or the words for 0, 1, .. as "stick|slip"
 *
 * Only the host expands tables: it writes the places as numbers into the program. In the kernel an observer has
 *
 *   NAME_begin(lane, q, run, which)         the observation begins at the state of these lanes
 *   NAME_wants(lane, step, note)            the lanes that need the dense output of this step; *note is for
 *   NAME_observe(lane, step, wanted, note)  the same step, in which step->s is the dense output where some lane
 *                                           of any observer wanted it
 *
 * with struct watch_step of observers/step.h; one that keeps nothing (final) has no part in the kernel. Two lines
 * that few have leave registers of GPUs to others: enum { NAME_ends_only = 1 }, if it asks neither for the dense
 * output nor for the stages, and enum { NAME_rare, NAME_rare_count }, if it needs some of its numbers now and then
 * only (schedule/spill_lane.h). SPDX-License-Identifier: MIT */
#ifndef OBSERVERS_DESCRIBE_H
#define OBSERVERS_DESCRIBE_H

/* The rows of some kinds in the table of an observer; only the host, whose language has variadic macros, expands
 * them. */
#define observer_none(...)
#define observer_head(name, ABOUT, NEEDS, SMOOTH)                                                  \
    name##_table(ABOUT, NEEDS, SMOOTH, observer_none, observer_none, observer_none, observer_none, \
                 observer_none, observer_none, observer_none)
#define observer_settings(name, SETTING, CONSTANT)                                              \
    name##_table(observer_none, observer_none, observer_none, SETTING, CONSTANT, observer_none, \
                 observer_none, observer_none, observer_none, observer_none)
#define observer_options(name, OPTION)                                                      \
    name##_table(observer_none, observer_none, observer_none, observer_none, observer_none, \
                 OPTION, observer_none, observer_none, observer_none, observer_none)
#define observer_keeps(name, KEEP)                                                          \
    name##_table(observer_none, observer_none, observer_none, observer_none, observer_none, \
                 observer_none, KEEP, observer_none, observer_none, observer_none)
#define observer_columns(name, COLUMN)                                                      \
    name##_table(observer_none, observer_none, observer_none, observer_none, observer_none, \
                 observer_none, observer_none, COLUMN, observer_none, observer_none)
#define observer_rows(name, ROWS, CELL)                                                     \
    name##_table(observer_none, observer_none, observer_none, observer_none, observer_none, \
                 observer_none, observer_none, observer_none, ROWS, CELL)

#endif

/* list.h: the observers. A row is all that the program needs to know of one beside its own file
 * observers/NAME.h: layout of a lane, columns, rows, options, lists, files and pictures follow from the
 * table in that file (table.h). Columns stand in a result in this order. SPDX-License-Identifier: MIT */
#ifndef OBSERVERS_LIST_H
#define OBSERVERS_LIST_H

// clang-format off
#define ALL_OBSERVERS(OBSERVER) \
    OBSERVER(final)             \
    OBSERVER(extrema)           \
    OBSERVER(section)           \
    OBSERVER(period)            \
    OBSERVER(stick)             \
    OBSERVER(dissipation)       \
    OBSERVER(series)            \
    OBSERVER(events)            \
    OBSERVER(lyapunov)          \
    OBSERVER(gradient)          \
    OBSERVER(basin)
// clang-format on

#endif

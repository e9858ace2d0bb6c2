/* final.h: the state at the end of a lane; as it keeps nothing, it has no part in the kernel. SPDX-License-Identifier: MIT */
#ifndef OBSERVERS_FINAL_H
#define OBSERVERS_FINAL_H

// clang-format off
#define final_table                                                                            \
    ABOUT("final.STATE", "the state at the end (the default)")                                 \
    COLUMN(state, dim, "", "state", "at the end", end, state(i))
// clang-format on

#endif

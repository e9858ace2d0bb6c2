/* list.h: the languages of exported functions, and the programs that are made of them. A row is all that the program needs to know of one beside its
 * own file language_NAME.c. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_EXPORT_LANGUAGES_LIST_H
#define CONTENSOU_FIT_EXPORT_LANGUAGES_LIST_H

// clang-format off
#define ALL_LANGUAGES(LANGUAGE) \
    LANGUAGE(c)                 \
    LANGUAGE(python)            \
    LANGUAGE(jax)               \
    LANGUAGE(torch)             \
    LANGUAGE(warp)              \
    LANGUAGE(matlab)            \
    LANGUAGE(modelica)          \
    LANGUAGE(mujoco)            \
    LANGUAGE(drake)             \
    LANGUAGE(sapien)            \
    LANGUAGE(pybullet)          \
    LANGUAGE(newton)            \
    LANGUAGE(fmu)
// clang-format on

#endif

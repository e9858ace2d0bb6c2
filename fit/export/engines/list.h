/* list.h: the physics engines. A row is all that the program needs to know of one beside its own file
 * engine_NAME.c. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_EXPORT_ENGINES_LIST_H
#define CONTENSOU_FIT_EXPORT_ENGINES_LIST_H

// clang-format off
#define ALL_ENGINES(ENGINE) \
    ENGINE(mujoco)          \
    ENGINE(gazebo)          \
    ENGINE(drake)           \
    ENGINE(bullet)          \
    ENGINE(chrono)
// clang-format on

#endif

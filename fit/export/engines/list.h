/* list.h: the physics engines, one row for each form that their users write. A row is all that the program needs to know
 * of one beside its own file engine_NAME.c. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_EXPORT_ENGINES_LIST_H
#define CONTENSOU_FIT_EXPORT_ENGINES_LIST_H

// clang-format off
#define ALL_ENGINES(ENGINE) \
    ENGINE(mujoco)          \
    ENGINE(mujoco_warp)     \
    ENGINE(mjx)             \
    ENGINE(newton)          \
    ENGINE(genesis)         \
    ENGINE(brax)            \
    ENGINE(gazebo)          \
    ENGINE(gz_bullet)       \
    ENGINE(gz_dart)         \
    ENGINE(drake)           \
    ENGINE(drake_urdf)      \
    ENGINE(bullet)          \
    ENGINE(pybullet)        \
    ENGINE(chrono)          \
    ENGINE(physx)           \
    ENGINE(sapien)          \
    ENGINE(isaac)
// clang-format on

#endif

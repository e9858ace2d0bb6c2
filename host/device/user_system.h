/* user_system.h: a system of the user's, from a header given at run time. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_DEVICE_USER_SYSTEM_H
#define CONTENSOU_DEVICE_USER_SYSTEM_H

#include "parts/system.h"
#include "source/user_source.h"

#include <contensou/device.h>
#include <contensou/status.h>

struct contensou__user_system;

/* Reads the file, with those of its folder that it includes, and asks the device's compiler for its tables of states and fields. An error in the file
 * is CONTENSOU_EINPUT, with its name and line where a compiler finds it. The law of a system that asks for
 * friction is NULL: there is no default. */
enum contensou_status contensou__user_system_open(struct contensou__user_system **out,
                                                  const char *path, struct contensou_device *device,
                                                  struct contensou_error *err);

/* The same of a text that a program has; the name stands for the path in messages. */
enum contensou_status contensou__user_system_take(struct contensou__user_system **out,
                                                  const char *name, const char *text,
                                                  struct contensou_device *device,
                                                  struct contensou_error *err);
void contensou__user_system_close(struct contensou__user_system *s);

const struct contensou__system *
contensou__user_system_about(const struct contensou__user_system *s);
const char *contensou__user_system_path(const struct contensou__user_system *s);

/* The file with all that it includes; its text alone. */
const struct contensou__user_source *
contensou__user_system_source(const struct contensou__user_system *s);
const char *contensou__user_system_text(const struct contensou__user_system *s);

/* 1 if it states slopes of its own: system_jacobian, system_slip_slopes or system_motion_slopes. */
int contensou__user_system_states_slopes(const struct contensou__user_system *own);

/* Before a compiler sees the text: checks that everything is there that a system needs; comments do not count. *friction is what it asks its
 * law for. What is missing or contradicts itself is CONTENSOU_EINPUT. */
enum contensou_status contensou__user_system_check(const char *path, const char *text,
                                                   enum contensou__system_friction *friction,
                                                   struct contensou_error *err);

/* Makes of a failed build CONTENSOU_EINPUT with the compiler's errors alone, each with file and line. */
enum contensou_status contensou__user_system_errors(const char *path, struct contensou_error *err);

#endif

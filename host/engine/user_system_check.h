/* user_system_check.h: what the text of a user's system has, before a compiler sees it, and what the compiler says
 * about it. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_ENGINE_USER_SYSTEM_CHECK_H
#define CONTENSOU_ENGINE_USER_SYSTEM_CHECK_H

#include "catalogue/system.h"

#include <contensou/status.h>

/* Checks that everything is there that a system needs; comments do not count. *friction is what it asks its
 * law for. What is missing or contradicts itself is CONTENSOU_EINPUT. */
enum contensou_status contensou__user_system_check_check(const char *path, const char *text,
                                                         enum contensou__system_friction *friction,
                                                         struct contensou_error *err);

/* Makes of a failed build CONTENSOU_EINPUT with the compiler's errors alone, each with file and line. */
enum contensou_status contensou__user_system_check_errors(const char *path,
                                                          struct contensou_error *err);

#endif

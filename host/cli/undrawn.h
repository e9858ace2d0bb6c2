/* undrawn.h: a picture that --plot asked for beside results, and that could not be drawn. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_UNDRAWN_H
#define CONTENSOU_CLI_UNDRAWN_H

#include <contensou/status.h>

/* The end of drawing. A failure is a warning on standard error, and the program ends with code 4 where nothing else
 * failed; gives CONTENSOU_OK for it, so that the command goes on, and other statuses (memory, a signal) as they are. */
enum contensou_status contensou__undrawn_warn(enum contensou_status drawn,
                                              const struct contensou_error *err);

/* 1 after such a warning. */
int contensou__undrawn_any(void);

#endif

/* stop.h: whether somebody asked the program to stop, for loops of the host that can last.
 *
 * One question for the whole process: a program asks its signals, a library that nobody set up never
 * stops by itself. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_STOP_H
#define CONTENSOU_BASE_STOP_H

#include <contensou/status.h>

/* From now on `asked` answers; NULL: never. Set it before threads start. */
void contensou__stop_when(int (*asked)(void));

/* CONTENSOU_ESTOPPED with a sentence that names the work, once somebody asked; CONTENSOU_OK before. */
enum contensou_status contensou__stop_check(const char *work, struct contensou_error *err);

#endif

/* stop.h: whether somebody asked to stop, for loops of the host that can last.
 *
 * Long calls have a contensou_progress among their options; the rest asks one for the whole process, which a program
 * sets (contensou_process_set_progress) and a library leaves alone. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_STOP_H
#define CONTENSOU_BASE_STOP_H

#include <contensou/progress.h>
#include <contensou/status.h>

/* Tells the caller's progress and gives what it returns; 0 where nobody asks. */
int contensou__stop_asked(const struct contensou_progress *progress, const char *work, double done,
                          double total);

/* From now on `progress`, which is copied, is asked for the process; NULL: nobody. Set it before threads start. */
void contensou__stop_by(const struct contensou_progress *progress);

/* That of the process, whose report is NULL where there is none. */
const struct contensou_progress *contensou__stop_process(void);

/* CONTENSOU_ESTOPPED with a sentence that names the work, once the process was asked to stop; CONTENSOU_OK before. */
enum contensou_status contensou__stop_check(const char *work, struct contensou_error *err);

#endif

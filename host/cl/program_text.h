/* program_text.h: the text of device programs for other eyes. SPDX-License-Identifier: MIT */
#ifndef CL_PROGRAM_TEXT_H
#define CL_PROGRAM_TEXT_H

#include <contensou/status.h>

/* Writes the text as DRIVER-CHECKSUM.cl, its options as the first line, into the folder that the environment variable
 * CONTENSOU_PROGRAMS names, if it does. */
enum contensou_status contensou__program_text_keep(const char *text, const char *options,
                                                   struct contensou_error *err);

#endif

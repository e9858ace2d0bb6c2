/* law_file.h: a law of simulations from a file of 'contensou fit'. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SIMULATE_LAW_FILE_H
#define CONTENSOU_SIMULATE_LAW_FILE_H

#include "catalogue/system.h"
#include "laws/friction.h"

#include <contensou/fit.h>

/* Reads the contact and makes the law, for contensou__friction_free. Free the file, behind the law, also after a
 * failure. */
enum contensou_status contensou__law_file_read(struct contensou_fit_file *file, const char *path,
                                               const struct contensou__system *system, int single,
                                               struct contensou__friction *friction,
                                               struct contensou_error *err);

#endif

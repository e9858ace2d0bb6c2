/* picture.h: what a picture says of a result. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_PICTURE_PICTURE_H
#define CONTENSOU_PICTURE_PICTURE_H

#include "base/text.h"

#include <contensou/result.h>

/* System and law, or the contact, and what varies; nothing where the file has none of them. */
void contensou__picture_title(const struct contensou_result *file, struct contensou__text *to);

#endif

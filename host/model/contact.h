/* contact.h: the table of a contact's settings, whose values are a struct contensou_patch_spec. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_MODEL_CONTACT_H
#define CONTENSOU_MODEL_CONTACT_H

#include "model/setting_rows.h"

#include <contensou/contact.h>

extern const struct contensou__settings_row contensou__contact_rows[];

#endif

/* contact.h: a contact as people write it: the settings that describe one, from text to struct contensou_patch_spec. All commands
 * and simulations read their contact here. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTACT_H
#define CONTENSOU_CONTACT_H

#include <contensou/patch.h>
#include <contensou/settings.h>
#include <contensou/status.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The settings of a contact: "shape", "pressure", "tilt", "center", "anisotropy", "unit", "cell" and "frame". Row i, NULL behind
 * the last; they are rows of contensou_settings_row too. */
const struct contensou_setting *contensou_contact_row(size_t i);

/* A disk under uniform pressure, without tilt and anisotropy, in the axes of the body: what a contact is where nothing is said. */
void contensou_contact_init(struct contensou_patch_spec *spec);

/* Reads one of them from its text, such as "tilt" from "0.2,30deg". Words are not copied: they must live as long as the spec. */
enum contensou_status contensou_contact_read(struct contensou_patch_spec *spec, const char *name,
                                             const char *text, struct contensou_error *err);

/* The pressure as it is shown: that of the spec, or what stands for it, "uniform" or "of the file". */
const char *contensou_contact_pressure(const struct contensou_patch_spec *spec);

#ifdef __cplusplus
}
#endif
#endif

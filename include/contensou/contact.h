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

/* The numbers of a contact that have a name: those behind the colon of its shape, such as shape.q of annulus:q; pressure.q of
 * power:q; tilt.k and tilt.beta, or in their place tilt.x and tilt.y, of which the pressure is 1 + tilt.x x + tilt.y y and which are,
 * unlike an angle, smooth where there is no tilt; center.x and center.y; anisotropy.ratio and anisotropy.angle where there is
 * one. Name i, NULL behind the last. */
const char *contensou_contact_number_name(const struct contensou_patch_spec *spec, size_t i);

/* The value of one. */
enum contensou_status contensou_contact_number(const struct contensou_patch_spec *spec,
                                               const char *name, double *value,
                                               struct contensou_error *err);

/* Another value; texts of the spec that change go to `words`, which must live as long. */
struct contensou_contact_words {
    char shape[160], pressure[64];
};
enum contensou_status contensou_contact_number_put(struct contensou_patch_spec *spec,
                                                   const char *name, double value,
                                                   struct contensou_contact_words *words,
                                                   struct contensou_error *err);

#ifdef __cplusplus
}
#endif
#endif

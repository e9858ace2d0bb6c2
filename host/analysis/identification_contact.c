/* identification_contact.c: numbers of a contact by name, with its tilt along x and y. SPDX-License-Identifier: MIT */
#include "analysis/identification.h"

#include <contensou/contact.h>

#include <stdio.h>
#include <string.h>

size_t contensou__identification_contact_names(
    const struct contensou_patch_spec *spec,
    char name[contensou__identification_contact_most][contensou__identification_name])
{
    const char *own;
    size_t count = 0;

    for (; (own = contensou_contact_number_name(spec, count)); ++count)
        snprintf(name[count], contensou__identification_name, "%s",
                 strcmp(own, "tilt.k") == 0      ? "tilt.x"
                 : strcmp(own, "tilt.beta") == 0 ? "tilt.y"
                                                 : own);
    return count;
}

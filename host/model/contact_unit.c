/* contact_unit.c: a contact that knows its unit of length, in a system that has one. SPDX-License-Identifier: MIT */
#include "model/contact_unit.h"

#include "base/try.h"
#include "base/units.h"

#include <stdlib.h>
#include <string.h>

/* The states of a system may be in another unit than its contact. */
static enum contensou_status check_states(const struct contensou__system *system, double unit,
                                          struct contensou_error *err)
{
    for (int i = 0; i < system->dim; ++i) {
        const char *const name = system->states[i].unit;
        double metres;

        if (contensou__units_number(name, contensou__units_length, "unit", &metres, NULL) ||
            strspn(name, "0123456789.") || contensou__units_same(metres, unit))
            continue;
        return WRONG(
            err,
            "the contact is given in units of %s, but the state %s of %s is in %s; give the "
            "contact in %s, or let the system say which of its fields is the contact's unit of "
            "length in metres: '#define system_length R'",
            contensou__units_length_text(unit).text, system->states[i].name, system->name, name,
            name);
    }
    return CONTENSOU_OK;
}

enum contensou_status contensou__contact_unit_fields(struct contensou__contact_unit *u,
                                                     const struct contensou__system *system,
                                                     const char *user_text,
                                                     const struct contensou_patch *patch,
                                                     struct contensou_error *err)
{
    const size_t count = (size_t)system->field_count;

    *u = (struct contensou__contact_unit){system->fields, NULL, -1,
                                          patch ? contensou_patch_unit(patch) : 0};
    if (!(u->unit > 0))
        return CONTENSOU_OK;
    u->place = contensou__system_length(system, user_text);
    if (u->place < 0)
        return check_states(system, u->unit, err);
    u->own = malloc(count * sizeof *u->own);
    TRY(contensou__try_memory(u->own, err, "the fields of %s", system->name));
    memcpy(u->own, system->fields, count * sizeof *u->own);
    u->own[u->place].value = u->unit;
    u->fields = u->own;
    return CONTENSOU_OK;
}

enum contensou_status contensou__contact_unit_check(struct contensou__contact_unit *u,
                                                    const struct contensou__lanes *lanes,
                                                    size_t first, struct contensou_error *err)
{
    const size_t place = first + (size_t)(u->place < 0 ? 0 : u->place);

    free(u->own);
    u->own = NULL;
    if (u->place < 0 || (contensou__units_same(lanes->value[place], u->unit) &&
                         !contensou__lanes_varies(lanes, place)))
        return CONTENSOU_OK;
    return WRONG(err,
                 "%s is the contact's unit of length in metres, which the contact itself "
                 "gives as %s; leave one of the two out",
                 lanes->name[place], contensou__units_length_text(u->unit).text);
}

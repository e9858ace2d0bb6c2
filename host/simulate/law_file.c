/* law_file.c: a law of simulations from a file of 'contensou fit'. SPDX-License-Identifier: MIT */
#include "simulate/law_file.h"

#include "simulate/law_choice.h"

#include <string.h>

static const struct contensou__field *field_of(const struct contensou__friction *f,
                                               const char *name)
{
    for (int i = 0; i < f->field_count; ++i)
        if (strcmp(f->fields[i].name, name) == 0)
            return &f->fields[i];
    return NULL;
}

/* Coefficient and size of measured contacts are the system's own, and are not taken. */
static enum contensou_status take(struct contensou__friction *f,
                                  const struct contensou_fit_parameter *p, const char *path,
                                  struct contensou_error *err)
{
    const struct contensou__field *field = field_of(f, p->name);

    if (field && (p->value < field->low || (p->value == field->low && field->open)))
        return contensou_fail(err, CONTENSOU_EINPUT, "%s: %s = %.15g, but it must be %s %.15g",
                              path, p->name, p->value, field->open ? "above" : "at least",
                              field->low);
    return contensou__friction_set(f, p->name, p->value, err);
}

enum contensou_status contensou__law_file_read(struct contensou_fit_file *file, const char *path,
                                               const struct contensou__system *system, int single,
                                               struct contensou__friction *friction,
                                               struct contensou_error *err)
{
    enum contensou_status status = contensou_fit_file_read(file, path, err);
    const struct contensou_fit_result *r = &file->result;
    const char *model = strcmp(r->model, "exact") == 0 ? "integral" : r->model;

    if (!status)
        status = contensou__law_choice_check(system, model, err);
    if (!status)
        status = contensou__friction_create(friction, model, file->patch, system->eps, single, err);
    for (int i = 0; i < r->count && !status; ++i)
        status = take(friction, &r->parameter[i], path, err);
    return status;
}

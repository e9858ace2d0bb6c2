/* cmd_eval_law.c: a law of simulations instead of the exact wrench, for contensou eval.
 * SPDX-License-Identifier: MIT */
#include "cli/cmd_eval.h"

#include "sweep/lanes.h"
#include "simulate/law_choice.h"

enum contensou_status contensou__cmd_eval_law_open(struct contensou__friction_run *run,
                                                   const struct contensou__cmd_eval_setup *s,
                                                   const struct contensou_patch *patch,
                                                   struct contensou_device *device,
                                                   struct contensou_error *err)
{
    const struct contensou__registry_law *about = contensou__registry_find(s->law, NULL);
    struct contensou__friction law = {0};
    struct contensou__lanes lanes = {0};
    struct contensou__lanes_group group = {.prefix = "law."};
    const struct contensou__lanes_request request = {
        .group = &group, .groups = 1, .set = &s->set, .sets = s->set != NULL};
    enum contensou_status status;

    if (about && about->kind != contensou__system_contact)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the law %s is along a line and has no contact patch; 'contensou "
                              "list laws' names those of contacts",
                              s->law);
    status = contensou__friction_create(&law, s->law, patch, 0,
                                        s->eval.precision == CONTENSOU_PRECISION_SINGLE, err);
    if (!status && law.needs_fit)
        status = contensou__law_choice_fit(&law, patch, device, err);
    group.fields = law.fields;
    group.count = (size_t)law.field_count;
    if (!status)
        status = contensou__lanes_create(&lanes, &request, err);
    if (!status)
        status =
            contensou__friction_run_create(run, &law, lanes.value, patch, device, &s->eval, err);
    contensou__lanes_free(&lanes);
    contensou__friction_free(&law);
    return status;
}

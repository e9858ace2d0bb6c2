/* cmd_limit_model.c: the law of contensou limit --model. SPDX-License-Identifier: MIT */
#include "cli/cmd_limit.h"

#include "base/numbers.h"
#include "base/text.h"
#include "cli/progress.h"

#include <stdlib.h>
#include <string.h>

/* One "name=value"; the text is cut up. */
static enum contensou_status read_one(struct contensou__cmd_limit_model *m, char *text,
                                      struct contensou_error *err)
{
    struct contensou_fit_bound *b = &m->set[m->fit.bound_count];
    char *equals = strchr(text, '=');
    enum contensou_status status;

    if (!equals || equals == text)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--set: '%s' is not a name with its value; write name=value, such as "
                              "b=0.45,m=0.76",
                              text);
    *equals = '\0';
    for (size_t i = 0; i < m->fit.bound_count; ++i)
        if (strcmp(m->set[i].name, text) == 0)
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "--set: %s is given twice; give it once", text);
    if (m->fit.bound_count == CONTENSOU_FIT_PARAMETERS)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "--set: more than %d parameters",
                              CONTENSOU_FIT_PARAMETERS);
    b->name = text;
    status = contensou__numbers_parse(equals + 1, "--set", &b->low, err);
    b->high = b->low;
    ++m->fit.bound_count;
    return status;
}

enum contensou_status contensou__cmd_limit_model_read(struct contensou__cmd_limit_model *m,
                                                      const struct contensou__options *o,
                                                      struct contensou_error *err)
{
    const char *set = contensou__options_value(o, "set");
    enum contensou_status status = CONTENSOU_OK;

    m->fit.size = sizeof m->fit;
    m->fit.model = contensou__options_value(o, "model");
    m->fit.bounds = m->set;
    if (set && !m->fit.model)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--set gives the parameters of a model; give --model too, such as "
                              "--model I11");
    if (!set)
        return CONTENSOU_OK;
    m->names = strdup(set);
    if (!m->names)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the parameters of a model");
    for (char *at = m->names; at && !status;) {
        char *comma = strchr(at, ',');

        if (comma)
            *comma = '\0';
        status = read_one(m, at, err);
        at = comma ? comma + 1 : NULL;
    }
    return status;
}

static enum contensou_status write_parameters(struct contensou__cmd_limit_model *m,
                                              struct contensou_error *err)
{
    struct contensou__text text = {0};

    for (int i = 0; i < m->result->count; ++i)
        contensou__text_printf(&text, "%s%s=%.17g", i ? "," : "", m->result->parameter[i].name,
                               m->result->parameter[i].value);
    m->parameters = text.data;
    return text.data ? CONTENSOU_OK
                     : contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a model");
}

enum contensou_status contensou__cmd_limit_model_fit(struct contensou__cmd_limit_model *m,
                                                     const struct contensou_patch *patch,
                                                     struct contensou_device *device,
                                                     struct contensou_error *err)
{
    enum contensou_status status;

    m->result = calloc(1, sizeof *m->result);
    if (!m->result)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a model");
    m->fit.progress = contensou__progress_of(NULL);
    status = contensou_fit(patch, device, &m->fit, m->result, err);
    return status ? status : write_parameters(m, err);
}

void contensou__cmd_limit_model_free(struct contensou__cmd_limit_model *m)
{
    free(m->parameters);
    free(m->result);
    free(m->names);
    *m = (struct contensou__cmd_limit_model){0};
}

void contensou__cmd_limit_model_say(const struct contensou__cmd_limit_model *m)
{
    fprintf(stderr, "%s with %s\n", m->fit.model, m->parameters);
}

void contensou__cmd_limit_model_warn(const struct contensou_fit_result *law,
                                     const struct contensou_limit *limit, size_t total)
{
    const size_t many = contensou_limit_ambiguous(limit), none = contensou_limit_unsolved(limit);

    if (*law->warning)
        fprintf(stderr, "contensou limit: warning: %s\n", law->warning);
    if (!total && contensou_limit_folds(limit))
        fprintf(stderr,
                "contensou limit: warning: the surface of %s crosses itself: some loads belong to "
                "several slips\n",
                law->model);
    if (many)
        fprintf(stderr,
                "contensou limit: warning: %zu of %zu loads belong to several slips under %s and "
                "have an empty xi\n",
                many, total, law->model);
    if (none)
        fprintf(stderr,
                "contensou limit: warning: for %zu of %zu loads no slip was found under %s; they "
                "have an empty xi\n",
                none, total, law->model);
}

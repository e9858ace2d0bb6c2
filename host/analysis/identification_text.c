/* identification_text.c: what was found, as sentences and as JSON. SPDX-License-Identifier: MIT */
#include "analysis/identification_result.h"

#include "base/json.h"

#include <contensou/contact.h>

#include <contensou/version.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { wide = contensou__identification_name };

/* Names of a group with commas and "and". */
static void put_group(struct contensou_identification *id, int group)
{
    const struct contensou__identification_model *const m = &id->best.model;
    size_t count = 0, at = 0;

    for (size_t j = 0; j < m->shared; ++j)
        count += id->verdict.group[j] == group;
    for (size_t j = 0; j < m->shared; ++j)
        if (id->verdict.group[j] == group) {
            contensou__text_printf(&id->warning, "%s%s",
                                   !at              ? ""
                                   : at + 1 < count ? ", "
                                                    : " and ",
                                   m->unknown[j].name);
            ++at;
        }
    if (group < 0)
        contensou__text_printf(&id->warning, " %s no influence on what was measured. ",
                               count > 1 ? "have" : "has");
    else if (count > 1)
        contensou__text_printf(&id->warning,
                               " cannot be told apart from these data: a change of one is undone "
                               "by the others. Fix one of them. ");
    else
        contensou__text_printf(&id->warning,
                               " cannot be told from these data: initial states undo its change. ");
}

void contensou__identification_text_warn(struct contensou_identification *id)
{
    const struct contensou__identification_model *const m = &id->best.model;
    int without = 0;

    for (size_t j = 0; j < m->shared; ++j)
        without |= id->verdict.group[j] < 0;
    if (without)
        put_group(id, -1);
    for (int g = 1; g <= id->verdict.groups; ++g)
        put_group(id, g);
    for (size_t j = 0; j < m->shared; ++j)
        if (id->verdict.told[j] && m->unknown[j].low >= 0 &&
            id->parameter[j].sigma > fabs(id->parameter[j].value))
            contensou__text_printf(&id->warning,
                                   "%s is not determined by these data: its standard error, %.2g, "
                                   "is larger than it. ",
                                   m->unknown[j].name, id->parameter[j].sigma);
    for (size_t j = 0; j < m->shared; ++j)
        for (size_t k = 0; k < j; ++k) {
            const double r = contensou_identification_correlation(id, j, k);

            if (id->verdict.told[j] && id->verdict.told[k] && fabs(r) > 0.995)
                contensou__text_printf(&id->warning,
                                       "%s and %s can hardly be told apart (correlation %.4f). ",
                                       m->unknown[k].name, m->unknown[j].name, r);
        }
    for (size_t j = 0; j < m->shared; ++j)
        if (contensou__identification_attempt_held(&m->unknown[j], id->best.fit.point.shared[j]))
            contensou__text_printf(&id->warning,
                                   "%s lies on a limit that was given, %.6g: the data want it "
                                   "beyond, and its interval says nothing. ",
                                   m->unknown[j].name, id->best.fit.point.shared[j]);
    for (size_t c = 0; c < id->data.columns; ++c)
        if (contensou__identification_attempt_coloured(&id->best.column[c]))
            contensou__text_printf(
                &id->warning,
                "Residuals of %s are not noise (Durbin-Watson %.2f, 2 would "
                "be): the model lacks something, or the fit is not the best "
                "one, which nearer guesses, or more starts within bounds, would tell. ",
                id->best.column[c].name, id->best.column[c].durbin_watson);
        else if (id->best.column[c].given &&
                 id->best.column[c].rms > 1.5 * id->best.column[c].noise)
            contensou__text_printf(
                &id->warning, "Residuals of %s are %.2g times the noise that was given. ",
                id->best.column[c].name, id->best.column[c].rms / id->best.column[c].noise);
}

/* The law with its contact, as fit_file.c reads it; nothing for systems without a contact. */
static enum contensou_status put_law(const struct contensou_identification *id,
                                     struct contensou__json *j, struct contensou_error *err)
{
    const struct contensou__friction *const f = &id->plan.friction;
    const struct contensou__identification_model *const m = &id->best.model;
    const int exact = f->about && (f->about->integrated || f->about->tabulated);
    struct contensou_patch_spec spec = id->plan.contact.spec;
    struct contensou_contact_words words;
    enum contensou_status status = CONTENSOU_OK;

    if (f->kind != contensou__system_contact || !spec.shape)
        return CONTENSOU_OK;
    for (size_t k = 0; k < m->shared && !status; ++k)
        if (m->unknown[k].place >= (int)id->plan.lanes.contact)
            status = contensou_contact_number_put(&spec, m->unknown[k].name,
                                                  id->best.fit.point.shared[k], &words, err);
    contensou__json_object(j, "law");
    contensou__json_string(j, "model", exact ? "exact" : f->name);
    contensou__json_object(j, "parameters");
    for (int i = 0; i < f->law.params && !exact; ++i) {
        char name[wide];
        double value = f->law.value[i];

        snprintf(name, sizeof name, "law.%s", f->law.names[i]);
        for (int k = 0; k < f->field_count; ++k)
            if (strcmp(f->fields[k].name, f->law.names[i]) == 0)
                value = id->plan.lanes.value[id->plan.system->field_count + k];
        for (size_t k = 0; k < m->shared; ++k)
            if (strcmp(m->unknown[k].name, name) == 0)
                value = id->best.fit.point.shared[k];
        contensou__json_number(j, f->law.names[i], value);
    }
    contensou__json_end(j);
    contensou__json_object(j, "contact");
    contensou__json_string(j, "shape", spec.shape);
    contensou__json_string(j, "pressure", spec.pressure ? spec.pressure : "uniform");
    contensou__json_pair(j, "tilt", spec.tilt_k, spec.tilt_beta);
    contensou__json_pair(j, "center", spec.center[0], spec.center[1]);
    contensou__json_pair(j, "anisotropy", spec.anisotropy[0], spec.anisotropy[1]);
    if (spec.unit)
        contensou__json_string(j, "unit", spec.unit);
    contensou__json_end(j);
    contensou__json_end(j);
    return status;
}

static void put_numbers(const struct contensou_identification *id, struct contensou__json *j)
{
    const size_t p = id->best.model.shared;

    contensou__json_object(j, "parameters");
    for (size_t k = 0; k < p; ++k)
        contensou__json_number(j, id->parameter[k].name, id->parameter[k].value);
    contensou__json_end(j);
    contensou__json_object(j, "intervals");
    for (size_t k = 0; k < p; ++k)
        contensou__json_pair(j, id->parameter[k].name, id->parameter[k].low, id->parameter[k].high);
    contensou__json_end(j);
    contensou__json_object(j, "sigma");
    for (size_t k = 0; k < p; ++k)
        contensou__json_number(j, id->parameter[k].name, id->parameter[k].sigma);
    contensou__json_end(j);
    contensou__json_object(j, "units");
    for (size_t k = 0; k < p; ++k)
        contensou__json_string(j, id->parameter[k].name, id->parameter[k].unit);
    contensou__json_end(j);
    contensou__json_object(j, "correlation");
    for (size_t k = 0; k < p; ++k) {
        contensou__json_object(j, id->parameter[k].name);
        for (size_t l = 0; l < p; ++l)
            contensou__json_number(j, id->parameter[l].name,
                                   contensou_identification_correlation(id, k, l));
        contensou__json_end(j);
    }
    contensou__json_end(j);
    contensou__json_array(j, "not_told_apart");
    for (int g = 1; g <= id->verdict.groups; ++g) {
        contensou__json_array(j, NULL);
        for (size_t k = 0; k < p; ++k)
            if (id->verdict.group[k] == g)
                contensou__json_string(j, NULL, id->parameter[k].name);
        contensou__json_end(j);
    }
    contensou__json_end(j);
    contensou__json_array(j, "without_influence");
    for (size_t k = 0; k < p; ++k)
        if (id->verdict.group[k] < 0)
            contensou__json_string(j, NULL, id->parameter[k].name);
    contensou__json_end(j);
}

static void put_columns(const struct contensou_identification *id, struct contensou__json *j)
{
    contensou__json_object(j, "noise");
    for (size_t c = 0; c < id->data.columns; ++c)
        contensou__json_number(j, id->best.column[c].name, id->best.column[c].noise);
    contensou__json_end(j);
    contensou__json_object(j, "residuals");
    for (size_t c = 0; c < id->data.columns; ++c) {
        const struct contensou_identification_column *const k = &id->best.column[c];

        contensou__json_object(j, k->name);
        contensou__json_whole(j, "count", (long)k->count);
        contensou__json_number(j, "rms", k->rms);
        contensou__json_string(j, "unit", k->unit);
        contensou__json_flag(j, "noise_given", k->given);
        contensou__json_number(j, "durbin_watson", k->durbin_watson);
        contensou__json_number(j, "ljung_box_p", k->whiteness);
        contensou__json_end(j);
    }
    contensou__json_end(j);
}

static void put_runs(const struct contensou_identification *id, struct contensou__json *j)
{
    contensou__json_array(j, "init");
    for (size_t r = 0; r < id->data.runs; ++r) {
        contensou__json_object(j, NULL);
        contensou__json_number(j, "run", id->run[r].label);
        contensou__json_whole(j, "frames", (long)id->run[r].frames);
        contensou__json_number(j, "t", id->run[r].begin);
        for (size_t i = 0; i < id->best.model.dim; ++i)
            contensou__json_number(j, id->state[i], id->run[r].state[i]);
        contensou__json_end(j);
    }
    contensou__json_end(j);
    contensou__json_object(j, "outcomes");
    for (int i = 0; i < CONTENSOU_OUTCOME_COUNT; ++i)
        if (id->best.model.counted[i])
            contensou__json_whole(j, contensou_outcome_word((enum contensou_outcome)i),
                                  (long)id->best.model.counted[i]);
    contensou__json_end(j);
}

enum contensou_status contensou_identification_text(const struct contensou_identification *id,
                                                    const char *command, char **text,
                                                    struct contensou_error *err)
{
    struct contensou__json j = {0};
    enum contensou_status status = CONTENSOU_OK;

    *text = NULL;
    if (!id->done)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "nothing was identified yet");
    contensou__json_object(&j, NULL);
    contensou__json_string(&j, "system", id->plan.system->name);
    put_numbers(id, &j);
    put_columns(id, &j);
    put_runs(id, &j);
    status = put_law(id, &j, err);
    contensou__json_string(&j, "clusters", id->verdict.clustered);
    contensou__json_whole(&j, "cluster_count", (long)id->verdict.clusters);
    contensou__json_whole(&j, "segments", (long)id->best.segments);
    contensou__json_whole(&j, "starts", (long)id->best.starts);
    contensou__json_whole(&j, "iterations", (long)id->best.model.iterations);
    contensou__json_string(&j, "stepper", id->plan.setup.stepper->name);
    contensou__json_string(&j, "warning", contensou_identification_warning(id));
    contensou__json_string(&j, "version", CONTENSOU_VERSION);
    contensou__json_string(&j, "command", command);
    contensou__json_end(&j);
    if (!status && j.text.failed)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the result");
    if (status) {
        contensou__text_free(&j.text);
        return status;
    }
    *text = j.text.data;
    return CONTENSOU_OK;
}

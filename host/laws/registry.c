/* registry.c: the tables of the laws, as functions (registry_rows.h.in). SPDX-License-Identifier: MIT */
#include "laws/registry.h"

#include "laws/law.h"

#include "laws/all.h"
#include "laws/line_friction.h"
#include "laws/tables.h"

#include <string.h>

#define NOTHING(law)
#define EVERY(ROW) ALL_LAWS(ROW, ROW, ROW, ROW)

/* What expressions speak of. */
#define LOCAL_ARGUMENT(name)                  \
    const int name = argument[argument_at++]; \
    (void)name;
#define LOCAL_ARGUMENTS(law) \
    int argument_at = 0;     \
    (void)argument;          \
    law##_ARGUMENT(LOCAL_ARGUMENT)(void) argument_at;
#define LOCAL_LET(name, value)   \
    const double name = (value); \
    (void)name;
#define LOCAL_PLACE                                                            \
    const double radius = at->radius, gx = at->gx, gy = at->gy, eps = at->eps; \
    const int is_circular = at->is_circular, *const argument = at->argument;   \
    (void)radius, (void)gx, (void)gy, (void)eps, (void)is_circular;

static double moment_of(struct contensou__registry_place *at, int i, int j, int k)
{
    double value = NAN;

    if (!at->status)
        at->status = contensou_patch_moment(at->patch, i, j, k, &value, at->err);
    return value;
}

#define moment(i, j, k) moment_of(at, i, j, k)

/* A parameter and its limit. */
#define above(x)  (limit = (x), open = 1)
#define from(x)   (limit = (x), open = 0)
#define unlimited (limit = -INFINITY, open = 1)
#define PUT_PARAM(name, unit_, limit_, text_, start_, low, high)                         \
    {                                                                                    \
        const double start = (start_);                                                   \
        double limit;                                                                    \
        int open;                                                                        \
                                                                                         \
        (void)limit_;                                                                    \
        contensou__law_add(law, #name, unit_, text_, limit, open, start, (low), (high)); \
    }
#define PUT_NUMBER(value) contensou__law_put(law, (value));
#define PUT_DISK(name_, param, value)                                       \
    if (strcmp(law->name, name_) == 0) {                                    \
        contensou__law_set(law, contensou__law_find(law, #param), (value)); \
        found = 1;                                                          \
    }

void contensou__registry_common(struct contensou__registry_place *at, struct contensou__law *law)
{
    const double eps = at->eps;

    regularised_params(PUT_PARAM)
}

#define NAME_ROW(name, text)                   {name, text},
#define PARAM_NAME(name, ...)                  #name,
#define RETURN_POSSIBLE(begin, condition, why) return (condition);
#define RETURN_SUITS(contacts)                 return (enum contensou__registry_contacts)(contacts);
#define RETURN_ORDER(n)                        return (n);
#define RETURN_SHOWN(param_, condition) \
    if (strcmp(q->param, #param_) == 0) \
        return (condition);
#define BIND_CONSTANT(name, value) contensou__bundle_number(b, #name, (int)(value));

/* The functions of every law. */
#include "laws/rows.h"

/* The wrench of a model by the kernels' formulas compiled as C. */
#define WRENCH(law_)                                                                           \
    static void law_##_of_slip(const struct contensou__law *law, const double slip[3],         \
                               int jacobian, double *out)                                      \
    {                                                                                          \
        const struct law_##_params p = law_##_make(law->value, law->table);                    \
        const struct wrench f =                                                                \
            law_##_wrench(&p, law->table, (struct slip){slip[0], slip[1], slip[2]}, jacobian); \
                                                                                               \
        memcpy(out,                                                                            \
               (const double[12]){f.Tx, f.Ty, f.M, f.xx, f.xy, f.yy, f.xw, f.yw, f.ww, f.kxy,  \
                                  f.kxw, f.kyw},                                               \
               (size_t)(jacobian ? 6 + 3 * jacobian : 3) * sizeof *out);                       \
    }
ALL_LAWS(NOTHING, WRENCH, NOTHING, NOTHING)

#define SET_FAMILY(begin_, condition, why_) .begin = begin_, .why = why_,
#define SET_FORM(where, how, file_)         .where = {#file_, SET_##how},
#define SET_bare                            0
#define SET_fused                           1
#define SET_IS(trait)                       .trait = 1,
#define ONE_ARGUMENT(name)                  +1

#define LAW_ROW(law_, kind_, model_, wrench_)                                              \
    {.file = #law_,                                                                        \
     .kind = contensou__system_##kind_,                                                    \
     .model = model_,                                                                      \
     law_##_FORM(SET_FORM) law_##_IS(SET_IS) law_##_FAMILY(SET_FAMILY).name = law_##_name, \
     .names = sizeof law_##_name / sizeof *law_##_name,                                    \
     .arguments = 0 law_##_ARGUMENT(ONE_ARGUMENT),                                         \
     .param = law_##_param,                                                                \
     .params = sizeof law_##_param / sizeof *law_##_param - 1,                             \
     .possible = law_##_possible,                                                          \
     .suits = law_##_suits,                                                                \
     .order = law_##_order,                                                                \
     .numbers = law_##_numbers,                                                            \
     .on_disk = law_##_on_disk,                                                            \
     .shown = law_##_shown,                                                                \
     .bind = law_##_bind,                                                                  \
     .wrench = wrench_},
#define EXACT_ROW(law_) LAW_ROW(law_, contact, 0, NULL)
#define MODEL_ROW(law_) LAW_ROW(law_, contact, 1, law_##_of_slip)
#define LINE_ROW(law_)  LAW_ROW(law_, line, 0, NULL)
#define NONE_ROW(law_)  LAW_ROW(law_, none, 0, NULL)

const struct contensou__registry_law contensou__registry_all[] = {
    ALL_LAWS(EXACT_ROW, MODEL_ROW, LINE_ROW, NONE_ROW)};
const size_t contensou__registry_count =
    sizeof contensou__registry_all / sizeof *contensou__registry_all;

#define NAME_ONLY(name, text) name,
#define NAMES(law)            law##_NAME(NAME_ONLY)
const char *const contensou__registry_names[] = {EVERY(NAMES)};
const size_t contensou__registry_name_count =
    sizeof contensou__registry_names / sizeof *contensou__registry_names;
const char *const contensou__registry_models[] = {ALL_LAWS(NOTHING, NAMES, NOTHING, NOTHING)};
const size_t contensou__registry_model_count =
    sizeof contensou__registry_models / sizeof *contensou__registry_models;

static const struct contensou__registry_name *listed(const struct contensou__registry_law *law,
                                                     const char *name)
{
    for (size_t i = 0; i < law->names; ++i)
        if (strcmp(law->name[i].name, name) == 0)
            return &law->name[i];
    return NULL;
}

/* Whether the name is what those of a family begin with and a digit for each argument. */
static int parse(const struct contensou__registry_law *law, const char *name, int *argument)
{
    const size_t length = law->begin ? strlen(law->begin) : 0;

    if (!law->begin || strncmp(name, law->begin, length) != 0 ||
        strlen(name) != length + (size_t)law->arguments)
        return 0;
    for (int i = 0; i < law->arguments; ++i) {
        argument[i] = name[length + (size_t)i] - '0';
        if (argument[i] < 0 || argument[i] > 9)
            return 0;
    }
    return 1;
}

const struct contensou__registry_law *
contensou__registry_find(const char *name, int argument[contensou__registry_arguments])
{
    for (size_t i = 0; i < contensou__registry_count; ++i) {
        const struct contensou__registry_law *law = &contensou__registry_all[i];
        int found[contensou__registry_arguments] = {0};
        const int parsed = parse(law, name, found);

        if (!listed(law, name) && !(parsed && law->why[0]))
            continue;
        if (argument)
            memcpy(argument, found, sizeof found);
        return law;
    }
    return NULL;
}

const char *contensou__registry_text(const char *name)
{
    const struct contensou__registry_law *law = contensou__registry_find(name, NULL);
    const struct contensou__registry_name *row = law ? listed(law, name) : NULL;

    return row ? row->text : "";
}

const char *contensou__registry_contacts_text(enum contensou__registry_contacts contacts)
{
    static const char *const text[] = {"all", "half-turn", "circular"};

    return text[contacts];
}

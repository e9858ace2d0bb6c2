/* registry.c: the tables of the laws, expanded. SPDX-License-Identifier: MIT */
#include "laws/registry.h"

#include "laws/law.h"

#define laws_tables_only
#include "laws/all.h"
#include "laws/describe.h"

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
    law_arguments(law, LOCAL_ARGUMENT)(void) argument_at;
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

#define NAME_ROW(name, text)                                  {name, text},
#define PARAM_NAME(name, unit, limit, text, start, low, high) #name,
#define RETURN_POSSIBLE(begin, condition, why)                return (condition);
#define RETURN_SUITS(contacts)                                return (enum contensou__registry_contacts)(contacts);
#define RETURN_ORDER(n)                                       return (n);
#define RETURN_SHOWN(param_, condition) \
    if (strcmp(q->param, #param_) == 0) \
        return (condition);
#define BIND_CONSTANT(name, value) contensou__bundle_number(b, #name, (int)(value));

#define FUNCTIONS(law_)                                                                          \
    static const struct contensou__registry_name law_##_name[] = {law_names(law_, NAME_ROW)};    \
    static const char *const law_##_param[] = {                                                  \
        law_numbers(law_, law_no_let, PARAM_NAME, law_no_number, law_no_disk) NULL};             \
    static int law_##_possible(const int *argument)                                              \
    {                                                                                            \
        LOCAL_ARGUMENTS(law_)                                                                    \
        law_family(law_, RETURN_POSSIBLE) return 1;                                              \
    }                                                                                            \
    static enum contensou__registry_contacts law_##_suits(const int *argument)                   \
    {                                                                                            \
        const int any = contensou__registry_any, half_turn = contensou__registry_half_turn,      \
                  circular = contensou__registry_circular;                                       \
        LOCAL_ARGUMENTS(law_)                                                                    \
        (void)half_turn, (void)circular;                                                         \
        law_suits(law_, RETURN_SUITS) return (enum contensou__registry_contacts)any;             \
    }                                                                                            \
    static int law_##_order(const int *argument)                                                 \
    {                                                                                            \
        LOCAL_ARGUMENTS(law_)                                                                    \
        law_forms(law_, law_no_form, RETURN_ORDER, law_no_is) return 1;                          \
    }                                                                                            \
    static void law_##_numbers(struct contensou__registry_place *at, struct contensou__law *law) \
    {                                                                                            \
        LOCAL_PLACE LOCAL_ARGUMENTS(law_)(void) law;                                             \
        law_numbers(law_, LOCAL_LET, PUT_PARAM, PUT_NUMBER, law_no_disk)                         \
    }                                                                                            \
    static int law_##_on_disk(struct contensou__registry_place *at, struct contensou__law *law)  \
    {                                                                                            \
        int found = 0;                                                                           \
        LOCAL_PLACE LOCAL_ARGUMENTS(law_)(void) law;                                             \
        law_numbers(law_, LOCAL_LET, law_no_param, law_no_number, PUT_DISK) return found;        \
    }                                                                                            \
    static int law_##_shown(const int *argument, const struct contensou__registry_shown *q)      \
    {                                                                                            \
        const double value = q->value;                                                           \
        const int tilted = q->tilted, general = q->general;                                      \
        LOCAL_ARGUMENTS(law_)                                                                    \
        (void)value, (void)tilted, (void)general;                                                \
        law_shown(law_, RETURN_SHOWN) return 1;                                                  \
    }                                                                                            \
    static void law_##_bind(const int *argument, int single, struct contensou__bundle *b)        \
    {                                                                                            \
        LOCAL_ARGUMENTS(law_)(void) single, (void)b;                                             \
        law_constants(law_, BIND_CONSTANT)                                                       \
    }
EVERY(FUNCTIONS)

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

#define LAW_ROW(law_, kind_, model_, wrench_)                                            \
    {.file = #law_,                                                                      \
     .kind = contensou__system_##kind_,                                                  \
     .model = model_,                                                                    \
     law_forms(law_, SET_FORM, law_no_order, SET_IS) law_family(law_, SET_FAMILY).name = \
         law_##_name,                                                                    \
     .names = sizeof law_##_name / sizeof *law_##_name,                                  \
     .arguments = 0 law_arguments(law_, ONE_ARGUMENT),                                   \
     .param = law_##_param,                                                              \
     .params = sizeof law_##_param / sizeof *law_##_param - 1,                           \
     .possible = law_##_possible,                                                        \
     .suits = law_##_suits,                                                              \
     .order = law_##_order,                                                              \
     .numbers = law_##_numbers,                                                          \
     .on_disk = law_##_on_disk,                                                          \
     .shown = law_##_shown,                                                              \
     .bind = law_##_bind,                                                                \
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
#define NAMES(law)            law_names(law, NAME_ONLY)
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

/* cases.c: cases of transitions: numbers, draws or states of a system, under the law of [3] or of a contact.
 *
 * With a contact mu_lambda is the friction coefficient; the size of the contact is a, or follows from mu_tau, the torque
 * in pure spin over the normal force; c_omega is only the unit of n. SPDX-License-Identifier: MIT */
#include "analysis/cases.h"

#include "base/names.h"
#include "base/random.h"
#include "base/setting.h"
#include "base/try.h"
#include "base/units.h"
#include "device/state.h"
#include "analysis/transitions_contact.h"
#include "model/contact_unit.h"
#include "model/lanes.h"

#include <contensou/device.h>
#include <contensou/fit.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How messages name them. */
#define SYSTEM SETTING("system")
#define VARY   SETTING("vary")
#define MASS   SETTING("mass")
#define DRIVE  SETTING("drive")

/* The numbers of a case: its fields, then a; behind them those of the law, of the system and its states. */
enum {
    fields = CONTENSOU_TRANSITIONS_FIELDS,
    mass_count = 6,
    motion_count = 9, /* mass and drive */
    mu_place = 9,
    torque_place,
    unit_place,
    load_place,
    size_place,
    places
};
_Static_assert(size_place == fields, "a follows the fields of a case");

struct contensou_cases {
    struct contensou__field field[places]; /* values: of mass and drive, or defaults */
    int mass_given, drive_given;
    int drawn;                     /* mass and drive by the distribution that the help states */
    struct contensou__lanes lanes; /* the numbers of a case are its first fields */
    struct contensou__text text;
    size_t *varied; /* [varies]: which numbers differ */
    size_t varies;
    double *value;                   /* [lanes.names], of one case */
    struct contensou_device *device; /* of the system and of fits; NULL until one is needed */
    int opened;                      /* 1: the device is for contensou_device_close */
    /* the law of a contact; law_name NULL: that of [3] */
    char *law_name;
    const struct contensou_patch *patch; /* `own`, or the program's */
    struct contensou_patch *own;
    struct contensou__law model;
    int has_model;
    struct contensou__field law_field[contensou__law_most];
    size_t law_fields;
    struct contensou__transitions_contact contact;
    struct contensou_transitions_law law;
    double size, spin; /* of the patch; M in pure spin */
    /* the system; NULL: none */
    const struct contensou__system *system;
    size_t system_place; /* of its first field among the numbers of a case */
    struct contensou_patch *disk;
    struct contensou__friction
        friction; /* a program needs one; mass and drive do not depend on it */
    struct contensou__ensemble_setup setup;
    struct contensou__state *state;
};

static enum contensou_status need_device(struct contensou_cases *c,
                                         const struct contensou__devices *chosen,
                                         struct contensou_error *err)
{
    if (c->device)
        return CONTENSOU_OK;
    c->opened = !chosen->given_count;
    if (c->opened)
        return contensou_device_open(&c->device, chosen->name, err);
    c->device = chosen->given[0];
    return CONTENSOU_OK;
}

static enum contensou_status check_name(const char *name, struct contensou_error *err)
{
    const struct contensou__registry_law *law = contensou__registry_find(name, NULL);
    const char *names[64];
    size_t count = 0;

    if (law && law->kind == contensou__system_contact)
        return CONTENSOU_OK;
    for (size_t i = 0; i < contensou__registry_name_count && count < 64; ++i)
        if (contensou__registry_find(contensou__registry_names[i], NULL)->kind ==
            contensou__system_contact)
            names[count++] = contensou__registry_names[i];
    return contensou__names_fail(err, "law", name, names, count);
}

static enum contensou_status read_law(struct contensou_cases *c,
                                      const struct contensou__settings *asked,
                                      struct contensou_error *err)
{
    const char *const name = asked->law ? asked->law : "integral";
    const char *const given = contensou__settings_contact_given(asked, 0);
    int model;

    if ((!asked->law || strcmp(asked->law, "ellipsoid") == 0) && !asked->patch &&
        !contensou__settings_given(asked, "shape")) /* [3]'s law itself */
        return given ? contensou_fail(
                           err, CONTENSOU_EARGUMENT,
                           SETTING("%s") " belongs to a contact, and the law of [3] has "
                                         "none; give " SETTING("shape") ", such as " SETTING(
                                             "shape") " disk",
                           given)
                     : CONTENSOU_OK;
    TRY(check_name(name, err));
    model = contensou__registry_find(name, NULL)->model;
    c->law_name = strdup(model ? name : "integral"); /* which a table stands for in simulations */
    TRY(contensou__try_memory(c->law_name, err, "the law %s", name));
    c->patch = asked->patch;
    if (!c->patch)
        TRY(contensou_patch_create(&c->own, &asked->contact, err));
    c->patch = c->own ? c->own : c->patch;
    TRY(contensou_patch_size(c->patch, &c->size, err));
    if (!model)
        return CONTENSOU_OK;
    TRY(contensou__law_create(&c->model, c->law_name, c->patch, err));
    c->has_model = 1;
    for (int i = 0; i < c->model.params; ++i) {
        struct contensou__field *f = &c->law_field[c->law_fields++];

        *f = (struct contensou__field){.value = NAN, .low = -INFINITY}; /* NaN: to be fitted */
        snprintf(f->name, sizeof f->name, "%s", c->model.names[i]);
    }
    return CONTENSOU_OK;
}

/* The parameters of the model: those given, and the fit of the others. */
static enum contensou_status fit_law(struct contensou_cases *c,
                                     const struct contensou__settings *asked,
                                     struct contensou_error *err)
{
    const double *given = c->lanes.value + places;
    struct contensou_fit_bound bound[contensou__law_most];
    struct contensou_fit_options options = {
        .size = sizeof options, .model = c->law_name, .bounds = bound, .progress = asked->progress};
    OWNED(contensou__try_free) struct contensou_fit_result *result = malloc(sizeof *result);

    TRY(contensou__try_memory(result, err, "the law %s", c->law_name));
    for (size_t i = 0; i < c->law_fields; ++i)
        if (!isnan(given[i]))
            bound[options.bound_count++] =
                (struct contensou_fit_bound){c->law_field[i].name, given[i], given[i]};
    TRY(need_device(c, &asked->devices, err));
    TRY(contensou_fit(c->patch, c->device, &options, result, err));
    for (int i = 0; i < result->count; ++i) {
        const int param = contensou__law_find(&c->model, result->parameter[i].name);

        if (param >= 0)
            contensou__law_set(&c->model, param, result->parameter[i].value);
    }
    return CONTENSOU_OK;
}

static enum contensou_status make_law(struct contensou_cases *c,
                                      const struct contensou__settings *asked,
                                      struct contensou_error *err)
{
    double spin[3];

    if (c->has_model)
        TRY(fit_law(c, asked, err));
    TRY(contensou__transitions_contact_open(&c->contact, c->patch, c->has_model ? &c->model : NULL,
                                            err));
    c->law = contensou__transitions_contact_law(&c->contact);
    c->law.wrench(c->law.law, (const double[3]){0, 0, 1}, spin);
    c->spin = spin[2];
    return CONTENSOU_OK;
}

static enum contensou_status check_system(const struct contensou__settings *asked,
                                          const struct contensou__cases_motion *given,
                                          struct contensou_error *err)
{
    if (asked->system.file || asked->system.text)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "transitions are those of the systems that 'contensou list systems' "
                              "has; give " SYSTEM ", or mass and drive");
    if (!asked->system.name)
        return asked->lanes.init.count
                   ? contensou_fail(err, CONTENSOU_EARGUMENT,
                                    SETTING("init") " gives the state of a system; give " SYSTEM
                                                    " too, such as " SYSTEM " pendulum")
                   : CONTENSOU_OK;
    if (given->mass || given->drive)
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            SETTING("%s") " and " SYSTEM
                          " exclude each other: the system's state gives mass and drive",
            given->mass ? "mass" : "drive");
    if (asked->lanes.random.count && !asked->lanes.varies)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              SETTING("random") " with " SYSTEM " needs what is random: " VARY
                                                " name=lo:hi");
    return CONTENSOU_OK;
}

static enum contensou_status open_system(struct contensou_cases *c,
                                         const struct contensou__settings *asked,
                                         struct contensou_error *err)
{
    static const struct contensou_patch_spec disk = {.size = sizeof disk, .shape = "disk"};

    c->system = contensou__system_find(asked->system.name);
    if (!c->system)
        return contensou__names_fail(err, "system", asked->system.name, contensou__system_names,
                                     contensou__system_name_count);
    if (c->system->friction != contensou__system_contact)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              SYSTEM
                              " %s has no contact patch that slides and spins; choose one such as "
                              "pendulum, 'contensou list systems' has them all",
                              asked->system.name);
    TRY(need_device(c, &asked->devices, err));
    if (!contensou_device_about(c->device)->fp64)
        return contensou_fail(err, CONTENSOU_EDEVICE,
                              "the device '%s' does not compute in double precision, which " SYSTEM
                              " needs; choose another device",
                              contensou_device_about(c->device)->name);
    TRY(contensou_patch_create(&c->disk, &disk, err));
    TRY(contensou__friction_create(&c->friction, c->system->law, c->disk, 0, 0, err));
    if (c->patch) /* mass and drive are in the axes of the contact */
        c->friction.axes = contensou__friction_axes(c->patch);
    if (c->friction.axes >= contensou__system_body_shape)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the contact and its anisotropy are of two bodies that turn against "
                              "each other; transitions of a system know one frame for both");
    c->setup.system = c->system;
    c->setup.friction = &c->friction;
    return contensou__state_open(&c->state, c->device, &c->setup, contensou__state_local, err);
}

static enum contensou_status read_numbers(struct contensou_cases *c,
                                          const struct contensou__cases_motion *given,
                                          struct contensou_error *err)
{
    double value[fields] = {1, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0.5, 0.5, 1};

    c->mass_given = given->mass != NULL;
    c->drive_given = given->drive != NULL;
    if (!given->mass && !c->drawn && !c->system)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "missing local mass matrix: give " MASS
                              " m11,m12,m13,m22,m23,m33, such as " MASS " 2,0,0,1,0,0.1");
    if (!given->drive && !c->drawn && !c->system)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "missing drive: give " DRIVE
                              " b1,b2,b3, the acceleration without friction, "
                              "such as " DRIVE " 0.05,0.08,0.1");
    if (given->mass)
        memcpy(value, given->mass, mass_count * sizeof *value);
    if (given->drive)
        memcpy(value + mass_count, given->drive, (motion_count - mass_count) * sizeof *value);
    for (size_t i = 0; i < fields; ++i) {
        struct contensou__field *f = &c->field[i];

        *f = (struct contensou__field){
            .value = value[i], .low = i < motion_count ? -INFINITY : 0, .open = 1};
        snprintf(f->name, sizeof f->name, "%s", contensou_transitions_field(i));
    }
    c->field[size_place] = (struct contensou__field){.name = "a", .open = 1}; /* 0: not given */
    if (c->patch && !c->system) /* that of a system is a field of it */
        c->field[size_place].value = contensou_patch_unit(c->patch);
    if (c->law_name)
        c->field[torque_place].value = c->field[unit_place].value = 0;
    return CONTENSOU_OK;
}

/* 1 where the number is set or varies, for those whose default is 0. */
static int given(const struct contensou_cases *c, size_t place)
{
    return c->lanes.value[place] != 0 || contensou__lanes_varies(&c->lanes, place);
}

/* Which numbers may differ from case to case: not mass and drive of a system, nor those of the law, which come before its
 * fields. */
static enum contensou_status check_axes(const struct contensou_cases *c,
                                        struct contensou_error *err)
{
    for (size_t a = 0; a < c->lanes.axes; ++a) {
        const size_t place = c->lanes.axis[a].place;

        if (c->system && place < motion_count)
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  VARY " %s: the system's state gives mass and drive; vary its "
                                       "fields and init.STATE",
                                  c->lanes.name[place]);
        if (place >= c->system_place - c->law_fields && place < c->system_place)
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  VARY " %s: the numbers of the law are the same for "
                                       "all cases; give it by " SETTING("set"),
                                  c->lanes.name[place]);
    }
    return CONTENSOU_OK;
}

static void free_unit(struct contensou__contact_unit *unit)
{
    free(unit->own);
}

static enum contensou_status read_lanes(struct contensou_cases *c,
                                        const struct contensou__settings *asked,
                                        struct contensou_error *err)
{
    const struct contensou__system *system = c->system;
    struct contensou__lanes_choice choice = asked->lanes; /* shares what it points to */
    OWNED(free_unit) struct contensou__contact_unit unit = {.place = -1};
    struct contensou__lanes_group group[4] = {
        {"", c->field, c->law_name ? (size_t)places : (size_t)fields},
        {"law.", c->law_field, c->law_fields},
        {"", NULL, 0},
        {contensou__lanes_init, NULL, 0}};

    if (system) {
        TRY(contensou__contact_unit_fields(&unit, system, NULL, c->patch, err));
        group[2].fields = unit.fields;
        group[2].count = (size_t)system->field_count;
        group[3].fields = system->states;
        group[3].count = (size_t)system->dim;
    }
    c->system_place = group[0].count + group[1].count;
    if (c->drawn) /* what is drawn is no axis: a stand-in for one */
        choice.vary[choice.varies++] =
            (struct contensou__lanes_choice_range){.name = "b1", .span = {0, 1, 0}};
    TRY(contensou__lanes_create(&c->lanes, group, 4, &choice, err));
    TRY(contensou__contact_unit_check(&unit, &c->lanes, c->system_place, err));
    if (!system && c->patch && contensou_patch_unit(c->patch) > 0 &&
        (contensou__lanes_varies(&c->lanes, size_place) ||
         !contensou__units_same(c->lanes.value[size_place], contensou_patch_unit(c->patch))))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "a is the contact's unit of length in metres, which the contact "
                              "itself gives; leave one of the two out");
    TRY(check_axes(c, err));
    if (c->law_name && given(c, size_place) && given(c, torque_place))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "a and mu_tau both give the size of the contact; give one of them");
    return CONTENSOU_OK;
}

/* What differs, by places and as text. */
static enum contensou_status list_varied(struct contensou_cases *c, struct contensou_error *err)
{
    c->varied = malloc((motion_count + c->lanes.axes) * sizeof *c->varied);
    c->value = malloc((places + c->lanes.names) * sizeof *c->value);
    if (c->drawn)
        contensou__text_append(&c->text, "drawn", strlen("drawn"));
    else
        contensou__lanes_text(&c->lanes, &c->text);
    TRY(contensou__try_memory(c->varied && !c->text.failed ? c->value : NULL, err, "cases"));
    for (size_t k = 0; k < motion_count && c->drawn; ++k)
        if (k < mass_count ? !c->mass_given : !c->drive_given)
            c->varied[c->varies++] = k;
    for (size_t a = 0; a < c->lanes.axes && !c->drawn; ++a)
        c->varied[c->varies++] = c->lanes.axis[a].place;
    return CONTENSOU_OK;
}

static void release(struct contensou_cases **c)
{
    contensou_cases_free(*c);
}

enum contensou_status contensou__cases_create(struct contensou_cases **out,
                                              const struct contensou__settings *asked,
                                              const struct contensou__cases_motion *given,
                                              struct contensou_error *err)
{
    OWNED(release) struct contensou_cases *c = calloc(1, sizeof *c);

    *out = NULL;
    TRY(contensou__try_memory(c, err, "cases"));
    c->drawn = asked->lanes.random.count && !asked->lanes.varies;
    TRY(read_law(c, asked, err));
    TRY(check_system(asked, given, err));
    if (asked->system.name)
        TRY(open_system(c, asked, err));
    TRY(read_numbers(c, given, err));
    TRY(read_lanes(c, asked, err));
    TRY(list_varied(c, err));
    if (c->law_name)
        TRY(make_law(c, asked, err));
    *out = c;
    c = NULL;
    return CONTENSOU_OK;
}

void contensou_cases_free(struct contensou_cases *c)
{
    if (!c)
        return;
    contensou__state_close(c->state);
    contensou__friction_free(&c->friction);
    contensou_patch_free(c->disk);
    contensou__transitions_contact_free(&c->contact);
    if (c->has_model)
        contensou__law_free(&c->model);
    contensou_patch_free(c->own);
    if (c->opened)
        contensou_device_close(c->device);
    contensou__lanes_free(&c->lanes);
    contensou__text_free(&c->text);
    free(c->law_name);
    free(c->varied);
    free(c->value);
    free(c);
}

uint64_t contensou_cases_count(const struct contensou_cases *c)
{
    return c->lanes.count;
}

size_t contensou_cases_varied_count(const struct contensou_cases *c)
{
    return c->varies;
}

const char *contensou_cases_varied_name(const struct contensou_cases *c, size_t varied)
{
    return varied < c->varies ? c->lanes.name[c->varied[varied]] : NULL;
}

const char *contensou_cases_text(const struct contensou_cases *c)
{
    return c->text.data ? c->text.data : "";
}

size_t contensou_cases_axis(const struct contensou_cases *c, size_t a, double *value)
{
    const struct contensou__lanes_axis *axis;

    if (c->lanes.random || a >= c->lanes.axes)
        return 0;
    axis = &c->lanes.axis[a];
    for (size_t i = 0; value && i < axis->span.count; ++i)
        value[i] = axis->list ? axis->list[i] : contensou__numbers_member(&axis->span, i);
    return axis->span.count;
}

double contensou_cases_field(const struct contensou_cases *c, size_t field)
{
    return c->lanes.value[field];
}

/* A number from -1 to 1; turn: drawn again. */
static double draw(uint64_t seed, uint64_t i, const char *name, int turn)
{
    char full[48];

    if (turn == 0)
        return 2 * contensou__random_unit(seed, i, name) - 1;
    snprintf(full, sizeof full, "%s/%d", name, turn);
    return 2 * contensou__random_unit(seed, i, full) - 1;
}

static void draw_mass(uint64_t seed, uint64_t i, double c_omega, double m[6])
{
    double p = 0, q = 0, r = 0, size[3];
    int turn = 0;

    for (int k = 0; k < 3; ++k)
        size[k] = pow(3, 0.5 * draw(seed, i, (const char *[]){"m11", "m22", "m33"}[k], 0)) *
                  (k == 2 ? c_omega : 1);
    do {
        p = draw(seed, i, "m12", turn);
        q = draw(seed, i, "m13", turn);
        r = draw(seed, i, "m23", turn);
        ++turn;
    } while (!(1 - p * p - q * q - r * r + 2 * p * q * r > 1e-6));
    m[0] = size[0] * size[0];
    m[3] = size[1] * size[1];
    m[5] = size[2] * size[2];
    m[1] = p * size[0] * size[1];
    m[2] = q * size[0] * size[2];
    m[4] = r * size[1] * size[2];
}

/* b with M b = load, by Cholesky's factors. */
static void solve_drive(const double m[6], const double load[3], double b[3])
{
    const double l11 = sqrt(m[0]), l21 = m[1] / l11, l31 = m[2] / l11;
    const double l22 = sqrt(m[3] - l21 * l21), l32 = (m[4] - l31 * l21) / l22;
    const double l33 = sqrt(m[5] - l31 * l31 - l32 * l32);
    const double y1 = load[0] / l11, y2 = (load[1] - l21 * y1) / l22;
    const double y3 = (load[2] - l31 * y1 - l32 * y2) / l33;

    b[2] = y3 / l33;
    b[1] = (y2 - l32 * b[2]) / l22;
    b[0] = (y1 - l21 * b[1] - l31 * b[2]) / l11;
}

/* Fills in mu_tau and c_omega of the numbers of a case and returns the unit of length. */
static double settle(const struct contensou_cases *c, double *value)
{
    const double a = value[size_place] > 0     ? value[size_place]
                     : value[torque_place] > 0 ? value[torque_place] / (value[mu_place] * c->spin)
                                               : 1;

    value[torque_place] = value[mu_place] * a * c->spin;
    if (!(value[unit_place] > 0))
        value[unit_place] = a * c->size;
    return a;
}

/* The numbers of case i; returns the contact's unit of length. */
static double put_numbers(const struct contensou_cases *c, uint64_t i, double *value)
{
    double load[3], a;

    if (c->drawn)
        memcpy(value, c->lanes.value, c->lanes.names * sizeof *value);
    else
        contensou__lanes_values(&c->lanes, i, value);
    a = c->law_name ? settle(c, value) : 1;
    if (!c->drawn)
        return a;
    if (!c->mass_given)
        draw_mass(c->lanes.seed, i, value[unit_place], value);
    for (int k = 0; k < 3 && !c->drive_given; ++k)
        load[k] = 1.5 * value[load_place] * value[k < 2 ? mu_place : torque_place] *
                  draw(c->lanes.seed, i, (const char *[]){"b1", "b2", "b3"}[k], 0);
    if (!c->drive_given)
        solve_drive(value, load, value + mass_count);
    return a;
}

/* m = -A^-1 as m11 .. m33; 0 where A is not that of a contact that moves in all three ways. */
static int mass_of(const double A[9], double m[6])
{
    static const int row[6] = {0, 0, 0, 1, 1, 2}, column[6] = {0, 1, 2, 1, 2, 2};
    double cofactor[9], det = 0, largest[3];

    for (int i = 0; i < 3; ++i)
        largest[i] = fabs(A[4 * i]);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;

            cofactor[3 * i + j] = A[3 * a + c] * A[3 * b + d] - A[3 * a + d] * A[3 * b + c];
            if (!(fabs(A[3 * i + j] - A[3 * j + i]) <= 1e-7 * sqrt(largest[i] * largest[j])))
                return 0;
        }
    for (int j = 0; j < 3; ++j)
        det += A[j] * cofactor[j];
    if (!(fabs(det) > 1e-13 * largest[0] * largest[1] * largest[2]))
        return 0;
    for (int k = 0; k < 6; ++k) /* the mean of both sides */
        m[k] = -0.5 * (cofactor[3 * row[k] + column[k]] + cofactor[3 * column[k] + row[k]]) / det;
    return 1;
}

/* Mass, drive and slip of n states; all[i * names ..] has fields, numbers of the law and states. */
static enum contensou_status take_states(struct contensou_cases *c, size_t n, const double *all,
                                         size_t names, struct contensou_transitions_case *one,
                                         double *slip, struct contensou_error *err)
{
    const size_t columns = contensou__state_columns(c->state);
    OWNED(contensou__try_free) double *out = malloc(columns * n * sizeof *out);

    TRY(contensou__try_memory(out, err, "%zu states", n));
    TRY(contensou__state_run(c->state, 0, n, all, names, out, err));
    for (size_t i = 0; i < n; ++i) {
        const double *row = out + i * columns;

        if (!mass_of(row + 6, one[i].mass))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "the contact of %s does not slide along x, along y and spin "
                                  "under its friction; " SYSTEM " needs all three",
                                  c->system->name);
        memcpy(one[i].drive, row + 3, sizeof one[i].drive);
        for (size_t k = 0; k < 3 && slip; ++k)
            slip[k * n + i] = row[k];
    }
    return CONTENSOU_OK;
}

enum contensou_status contensou_cases_read(struct contensou_cases *c, uint64_t first, size_t n,
                                           struct contensou_transitions_case *one, double *unit,
                                           double *varied, double *slip,
                                           struct contensou_error *err)
{
    const size_t own = c->system ? (size_t)c->system->field_count : 0;
    const size_t law = c->system ? (size_t)c->friction.field_count : 0;
    const size_t dim = c->system ? (size_t)c->system->dim : 0, names = own + law + dim;
    OWNED(contensou__try_free)
    double *all = c->system ? malloc(names * n * sizeof *all) : NULL;

    if (c->system)
        TRY(contensou__try_memory(all, err, "%zu states", n));
    if (slip)
        memset(slip, 0, 3 * n * sizeof *slip);
    for (size_t i = 0; i < n; ++i) {
        const double *state = c->value + c->system_place;

        unit[i] = put_numbers(c, first + i, c->value);
        memcpy(one[i].mass, c->value, sizeof one[i].mass);
        memcpy(one[i].drive, c->value + mass_count, sizeof one[i].drive);
        one[i].mu_lambda = c->value[mu_place];
        one[i].mu_tau = c->value[torque_place];
        one[i].c_omega = c->value[unit_place];
        one[i].lambda_n = c->value[load_place];
        for (size_t k = 0; k < c->varies && varied; ++k)
            varied[k * n + i] = c->value[c->varied[k]];
        if (all) {
            double *to = all + i * names;

            memcpy(to, state, own * sizeof *to);
            for (size_t k = 0; k < law; ++k)
                to[own + k] = c->friction.fields[k].value;
            memcpy(to + own + law, state + own, dim * sizeof *to);
        }
    }
    return all ? take_states(c, n, all, names, one, slip, err) : CONTENSOU_OK;
}

enum contensou_status contensou_cases_solve(struct contensou_cases *c,
                                            const struct contensou_transitions_case *one,
                                            double unit,
                                            struct contensou_transitions_result *result,
                                            struct contensou_error *err)
{
    c->contact.mu = one->mu_lambda;
    c->contact.a = unit;
    return c->law_name ? contensou_transitions_of_law(one, &c->law, result, err)
                       : contensou_transitions(one, result, err);
}

const struct contensou_transitions_law *contensou_cases_law(const struct contensou_cases *c)
{
    return c->law_name ? &c->law : NULL;
}

const char *contensou_cases_law_name(const struct contensou_cases *c)
{
    return c->law_name ? c->law_name : "ellipsoid";
}

const char *contensou_cases_law_parameter(const struct contensou_cases *c, size_t parameter,
                                          double *value)
{
    if (!c->has_model || parameter >= (size_t)c->model.params)
        return NULL;
    *value = c->model.value[parameter];
    return c->model.names[parameter];
}

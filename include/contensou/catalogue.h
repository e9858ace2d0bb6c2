/* catalogue.h: what this library has: shapes, pressures, models, laws, systems, steppers, observers, engines and export
 * languages, each with its numbers, their units, defaults and limits. 'contensou list', the help and the completion of
 * the shell are made from it. (Devices are listed by contensou_device_list.)
 *
 *     struct contensou_catalogue *c = NULL;
 *
 *     if (!contensou_catalogue_create(&c, CONTENSOU_CATALOGUE_SYSTEMS, &err))
 *         for (size_t i = 0; i < contensou_catalogue_count(c); ++i)
 *             puts(contensou_catalogue_part(c, i)->name);
 *     contensou_catalogue_free(c);
 *
 * Threads: a catalogue does not change once it is made; any number of threads may read it. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CATALOGUE_H
#define CONTENSOU_CATALOGUE_H

#include <contensou/device.h>
#include <contensou/status.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum contensou_catalogue_kind {
    CONTENSOU_CATALOGUE_SHAPES,
    CONTENSOU_CATALOGUE_PRESSURES,
    CONTENSOU_CATALOGUE_MODELS, /* what contensou_fit fits */
    CONTENSOU_CATALOGUE_LAWS, /* friction in simulations: models, the exact law, laws along a line */
    CONTENSOU_CATALOGUE_SYSTEMS,
    CONTENSOU_CATALOGUE_STEPPERS,
    CONTENSOU_CATALOGUE_OBSERVERS,
    CONTENSOU_CATALOGUE_ENGINES,  /* of contensou_export_engine */
    CONTENSOU_CATALOGUE_LANGUAGES /* of contensou_export_code */
};

enum contensou_catalogue_role {
    CONTENSOU_CATALOGUE_FIELD, /* what people set: of shapes and pressures behind the colon, of laws as law.NAME */
    CONTENSOU_CATALOGUE_STATE,   /* of a system; its value is the default start */
    CONTENSOU_CATALOGUE_SETTING, /* of an observer */
    CONTENSOU_CATALOGUE_COLUMN   /* what an observer gives */
};

/* A number of a part. */
struct contensou_catalogue_number {
    enum contensou_catalogue_role role;
    const char *name, *unit, *text; /* "" where there is none */
    double
        value; /* the default; NaN: it comes from elsewhere (the system, a fit, another number) */
    double low, high; /* what is possible; infinite: no limit */
    int open;         /* 1: low itself is not possible */
    int fitted;       /* 1: found by a fit to the contact unless it is set */
};

/* Anything else about a part, such as
 *     shapes     pressures: all | uniform | its own; methods
 *     models     parameters; contacts: all | half-turn | circular
 *     laws       friction: contact | line | none; model: 1 if contensou_fit has it; rolling: 1 if the tilt may move; creep
 *     systems    friction: contact | rolling | line | none; law; eps; section
 *     steppers   order; stiff, fixed, switches, series: 1; h_max; h_min; auto_rtol: see contensou list steppers
 *     observers  columns
 *     languages  endings */
struct contensou_catalogue_property {
    const char *name, *text;
};

struct contensou_catalogue_part {
    const char *name;    /* as options take it: "annulus" */
    const char *form;    /* with what stands behind it: "annulus:q" */
    const char *example; /* "annulus:0.5" */
    const char *text;    /* what it is, in a line; may be "" */
    const struct contensou_catalogue_number *number;
    size_t numbers;
    const struct contensou_catalogue_property *property;
    size_t properties;
};

struct contensou_catalogue;

/* All parts of one kind, in the order of lists. The numbers of laws are those of a uniform disk. *out is for
 * contensou_catalogue_free; on failure it is NULL. */
enum contensou_status contensou_catalogue_create(struct contensou_catalogue **out,
                                                 enum contensou_catalogue_kind kind,
                                                 struct contensou_error *err);

/* One part: the system of a user's header (docs/own-systems.md), from the file of this path or, where text is not
 * NULL, from the text, for which the path is a name. The device's compiler reads its tables. */
enum contensou_status contensou_catalogue_create_system(struct contensou_catalogue **out,
                                                        const char *path, const char *text,
                                                        struct contensou_device *device,
                                                        struct contensou_error *err);
void contensou_catalogue_free(struct contensou_catalogue *c);

size_t contensou_catalogue_count(const struct contensou_catalogue *c);

/* Part i, or NULL behind the last; good until the catalogue is freed. */
const struct contensou_catalogue_part *contensou_catalogue_part(const struct contensou_catalogue *c,
                                                                size_t i);

/* The part of this name, or NULL. Of a family only some members are listed: I44 is a model, but not in the list. */
const struct contensou_catalogue_part *contensou_catalogue_find(const struct contensou_catalogue *c,
                                                                const char *name);

/* The text of a property, "" where the part does not have it. */
const char *contensou_catalogue_property(const struct contensou_catalogue_part *part,
                                         const char *name);

#ifdef __cplusplus
}
#endif
#endif

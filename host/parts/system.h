/* system.h: the systems that can be simulated, made from the tables in their files (kernels/systems/list.h): their
 * states and parameters by name, the kernel file behind them, and what a run takes where nothing else is said.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_PARTS_SYSTEM_H
#define CONTENSOU_PARTS_SYSTEM_H

#include "source/bundle.h"

#include <stddef.h>

/* A number that people set by name: of a system, of its state, of a law. */
struct contensou__field {
    char name[24];
    double value; /* the default */
    char unit[16];
    char text[120];
    double low; /* the smallest value allowed; -INFINITY: none */
    int open;   /* 1: low itself is not allowed */
};

/* The row of a table in kernels/ or of a user's system; a lower limit stands behind the unit, "kg > 0" or
 * "N >= 0". */
void contensou__system_field(struct contensou__field *f, const char *name, double value,
                             const char *unit, const char *text);

/* What a system asks its law for. */
enum contensou__system_friction {
    contensou__system_none,
    contensou__system_contact, /* force and torque of a patch that slides and spins */
    contensou__system_line,    /* a force along a line, and the load that stick must bear */
    contensou__system_rolling  /* as contact, under a pressure whose tilt follows the motion */
};

/* The axes of a contact: a centred circle has none; those of others keep their direction or turn with the system's frame. */
enum contensou__system_axes {
    contensou__system_no_axes,
    contensou__system_fixed_axes,
    contensou__system_body_axes,
    /* two frames: the shape is of the body and its anisotropy of the ground, or the other way round */
    contensou__system_body_shape,
    contensou__system_body_anisotropy
};

struct contensou__system {
    const char *name, *about;
    const char *include, *prefix; /* the kernel file, and the prefix of its names */
    const struct contensou__field *fields, *states;
    int field_count, dim;
    int second;      /* 1: the second half of the states are the velocities of the first */
    int angles;      /* bit i: state i is an angle, modulo 2 pi */
    int phases;      /* the same of those that turn at rates that are fields */
    int autonomous;  /* 1: it says that slip and motion do not use t */
    int frame_fixed; /* 1: it says that the axes of its contact keep their direction */
    enum contensou__system_friction friction;
    const char *law; /* defaults, as below */
    double eps;
    struct {
        const char *name; /* of the state; NULL: no section */
        int state;        /* -1: none */
        double value;
        int direction; /* -1 downwards, +1 upwards, 0 both */
    } section;
};

/* The names of all systems, for lists and messages. */
extern const char *const contensou__system_names[];
extern const size_t contensou__system_name_count;

/* The system of this name, or NULL. */
const struct contensou__system *contensou__system_find(const char *name);

/* 1 if it gives its Taylor series; user_text: of a user's system, otherwise NULL. */
int contensou__system_gives_series(const struct contensou__system *s, const char *user_text);

/* 1 if it gives the period of what drives it; a system that does not, and is not autonomous, may depend on time anyhow. */
int contensou__system_gives_period(const struct contensou__system *s, const char *user_text);

/* The field that is the contact's unit of length in metres, which '#define NAME_length FIELD' names; -1: none. */
int contensou__system_length(const struct contensou__system *s, const char *user_text);

/* 1 if it states a frame: bit i of *states, which may be NULL, says that this angle is a function of state i. */
int contensou__system_gives_frame(const struct contensou__system *s, const char *user_text,
                                  int *states);

/* What a user's system asks its law for, by the words of its text (without comments). */
enum contensou__system_friction contensou__system_bind_friction(const char *code);

/* Puts a system into a program: the role names of what it states, and the files of kernels/contact for the rest. Axes turn only
 * where it states a frame. With b->user_path set it is the user's, whose names are the roles themselves; both go the same way. */
void contensou__system_bind(const struct contensou__system *s, enum contensou__system_axes axes,
                            struct contensou__bundle *b);

#endif

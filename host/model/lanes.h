/* lanes.h: the plan of a sweep: which lane has which numbers.
 *
 * The numbers of a lane stand in the order of the groups of fields that the caller gives (system,
 * law, initial values). A lane's numbers are computed when asked, so that a sweep of 2^40 lanes
 * takes no more memory than one of two; only the rows of a file are kept.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_MODEL_LANES_H
#define CONTENSOU_MODEL_LANES_H

#include "base/numbers.h"
#include "base/text.h"
#include "model/lanes_choice.h"
#include "parts/system.h"

#include <contensou/status.h>

#include <stddef.h>
#include <stdint.h>

enum { contensou__lanes_name_size = 40 };

/* Fields under one prefix: "" for a system, "law." for a law, and contensou__lanes_init for its
 * states. */
struct contensou__lanes_group {
    const char *prefix;
    const struct contensou__field *fields;
    size_t count;
};
#define contensou__lanes_init "init."

/* One varied number. */
struct contensou__lanes_axis {
    size_t place; /* among the numbers of a lane */
    struct contensou__numbers_span span;
    double *list; /* [span.count], or NULL for a range */
    int drawn;    /* 1: at random between the ends of span, for starts */
};

struct contensou__lanes {
    uint64_t count;                           /* of lanes; 1 where nothing varies */
    char (*name)[contensou__lanes_name_size]; /* [names], with prefix */
    double *value;                            /* [names]: as set, or the default */
    size_t names;
    size_t contact, contacts; /* numbers of the contact: the place of the first, and how many */
    const struct contensou__plan *plan; /* which makes their laws (model/contact_lane.h) */
    struct contensou__lanes_axis *axis; /* [axes], what varies, in the order given */
    size_t axes;
    double *row; /* of a file: [count][axes]; otherwise NULL */
    int random;
    uint64_t seed;
};

/* The lanes of a choice among the fields of these groups. A name that is not there (the nearest is named), one given twice or by two
 * options, a value below its limit or not finite, an empty file and more than 2^40 lanes are
 * errors. Release it also after a failure. */
enum contensou_status contensou__lanes_create(struct contensou__lanes *l,
                                              const struct contensou__lanes_group *group,
                                              size_t groups,
                                              const struct contensou__lanes_choice *choice,
                                              struct contensou_error *err);
void contensou__lanes_free(struct contensou__lanes *l);

/* All numbers of a lane, value[names]; only the varied ones, value[axes]. */
void contensou__lanes_values(const struct contensou__lanes *l, uint64_t lane, double *value);
void contensou__lanes_varied(const struct contensou__lanes *l, uint64_t lane, double *value);

/* The place of a name among the numbers, or -1; 1 if that number varies. */
int contensou__lanes_find(const struct contensou__lanes *l, const char *name);
int contensou__lanes_varies(const struct contensou__lanes *l, size_t place);

/* Between which values the number at a place lies in all lanes. */
void contensou__lanes_range(const struct contensou__lanes *l, size_t place, double *low,
                            double *high);

/* Appends what varies so that two equal plans have equal texts: "a=0:1:5 init.x=1,2,5"; with random
 * "a=0:1"; with rows the names, separated by commas. */
void contensou__lanes_text(const struct contensou__lanes *l, struct contensou__text *text);

/* Appends what varies as bytes. */
void contensou__lanes_pack(const struct contensou__lanes *l, struct contensou__text *bytes);

/* Reads them back into a plan that has no other numbers; *used says how many bytes it were. Release
 * it also after a failure. */
enum contensou_status contensou__lanes_pack_read(struct contensou__lanes *l, const char *bytes,
                                                 size_t size, size_t *used,
                                                 struct contensou_error *err);

/* A sweep in which the attractor is carried along the first varied number: each lane starts where the lane of the value
 * before it ended. */
enum contensou__lanes_walk_way {
    contensou__lanes_walk_none,
    contensou__lanes_walk_up,   /* in the order of the values */
    contensou__lanes_walk_down, /* in the opposite order */
    contensou__lanes_walk_both  /* the first axis says which: 1 up, -1 down */
};

struct contensou__lanes_walk {
    enum contensou__lanes_walk_way way;
    uint64_t steps,
        others; /* values of the number that is walked; lanes of one value and one way */
};

struct contensou__lanes_walk contensou__lanes_walk_make(const struct contensou__lanes *lanes,
                                                        enum contensou__lanes_walk_way way);

/* Lanes in the order of the walk: lane i of it, and how many belong to one step. */
uint64_t contensou__lanes_walk_lane(const struct contensou__lanes_walk *w, uint64_t i);
uint64_t contensou__lanes_walk_stride(const struct contensou__lanes_walk *w);

/* 1 and the lane that this one follows, or 0 where the walk begins. */
int contensou__lanes_walk_before(const struct contensou__lanes_walk *w, uint64_t lane,
                                 uint64_t *before);

#endif

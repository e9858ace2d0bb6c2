/* members.h: one kernel over many members, each with the numbers of a system, its law, a time and a state
 * (drivers/member.h), in double precision. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_DEVICE_MEMBERS_H
#define CONTENSOU_DEVICE_MEMBERS_H

#include "cl/program.h"
#include "device/ensemble.h"

#include <contensou/device.h>
#include <contensou/progress.h>

struct contensou__members;

struct contensou__members_program {
    const char *driver; /* a file of kernels/drivers */
    int pack;
    /* what it needs behind the law and the system; or NULL */
    void (*bind)(const struct contensou__ensemble_setup *setup, struct contensou__bundle *b);
};

/* Builds a program. Of the setup, system, friction and the user's text count, and what `bind` takes; they must outlive
 * it, as must the device. */
enum contensou_status contensou__members_open(struct contensou__members **out,
                                              struct contensou_device *device,
                                              const struct contensou__ensemble_setup *setup,
                                              const struct contensou__members_program *program,
                                              struct contensou_error *err);
void contensou__members_close(struct contensou__members *m);

const struct contensou__ensemble_setup *
contensou__members_setup(const struct contensou__members *m);

/* How many numbers a buffer of the device has room for. */
size_t contensou__members_largest(const struct contensou__members *m);

/* One launch over `count` members. */
struct contensou__members_call {
    const char *kernel;
    size_t count, names;
    const double *all;  /* [count][names]: the numbers of system, law and state by their fields, as
                           contensou__lanes_values gives them */
    const double *time; /* [count] */
    const double *more; /* [count][extra]: what the driver wants behind the state; or NULL */
    size_t extra, columns;
    double *out;           /* [count][columns] */
    const double *setting; /* [settings]: numbers behind the arrays, the same for all members */
    size_t settings;
    const uint32_t *
        word; /* [words]: whole numbers behind these; where there are some, the path follows them */
    size_t words;
    double *path; /* [path_count], of the first member; or NULL */
    size_t path_count;
    /* A state of the path is behind so many steps, and it may be larger than a buffer; 0: it has rows as the kernel makes them. */
    size_t every;
    /* Work that may last goes in slices of about a tenth of a second, between which `progress` is asked whether to stop: the kernel
     * gets two more words, the step that a slice begins behind and the one that it ends with, up to `steps`. Where the number of steps is
     * not known, `running` is a column that is below 0 for members that are not at their end. How long slices are changes no number. */
    uint32_t steps;                            /* 0: all at once */
    size_t running;                            /* 0: none */
    const struct contensou_progress *progress; /* or NULL */
    double done;                               /* what it is told */
    size_t
        own; /* numbers of each member that the kernel has for itself, behind the path, of whole groups; 0: none */
};

enum contensou_status contensou__members_run(struct contensou__members *m,
                                             const struct contensou__members_call *call,
                                             struct contensou_error *err);

#endif

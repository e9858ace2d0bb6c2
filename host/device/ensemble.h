/* ensemble.h: many trajectories of one system on one device, a slice of time at a time.
 *
 *     create, then for each chunk of lanes: load; advance until none is live; show those that ended, read their rows.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_DEVICE_ENSEMBLE_H
#define CONTENSOU_DEVICE_ENSEMBLE_H

#include "base/text.h"
#include "contact/changes.h"
#include "parts/observer.h"
#include "parts/stepper.h"
#include "parts/system.h"
#include "cl/program.h"
#include "laws/friction.h"

#include <contensou/device.h>
#include <contensou/outcome.h>

#include <stdint.h>

enum { contensou__ensemble_most_parameters = 32 };

/* What may change in a contact (kernels/contact/changes.h), by the numbers that stand for it. */
extern const char *const contensou__ensemble_lane_changes[contact_changes];

/* What a gradient is taken by. */
struct contensou__ensemble_parameter {
    char name[64]; /* as people set it: "mu", "law.eta", "init.phi" */
    int place; /* among the fields of the system, the numbers of a lane's law, the states, what may change in a contact
                * (kernels/contact/changes.h) and the numbers of the contact that have laws on both sides */
    double
        scale; /* of a change of the contact: by how much it changes with the parameter; of laws on both sides: where their
                   * row stands among the numbers that lanes share; else 0 */
};

struct contensou__ensemble_setup {
    const struct contensou__system *system;
    const struct contensou__friction *friction;
    const struct contensou__stepper *stepper;
    /* Where lanes change between two methods by themselves (kernels/drivers/handover.h): the other one, which is stiff if the
     * stepper is not; else NULL. */
    const struct contensou__stepper *other;
    struct contensou__ensemble_observers observe;
    struct contensou__ensemble_settings set;
    struct contensou__ensemble_parameter
        parameter[contensou__ensemble_most_parameters]; /* set.gradient_count of them */
    const double *times;               /* of the series, set.samples of them, rising */
    int single, pack, other_pack;      /* pack 0: chosen */
    const char *user_path, *user_text; /* a system of the user's, or NULL */
    const char *program;               /* its text where that is written already, or NULL */
    double slice_limit;                /* seconds that one slice may take; 0: any */
};

struct contensou__ensemble;

/* Whether the setup asks for more than the precision can count; create asks this too. */
enum contensou_status contensou__ensemble_check(const struct contensou__ensemble_setup *setup,
                                                struct contensou_error *err);

/* Builds the program and makes room for `capacity` lanes. The setup's pointers must outlive it. */
enum contensou_status contensou__ensemble_create(struct contensou__ensemble **out,
                                                 struct contensou_device *device,
                                                 const struct contensou__ensemble_setup *setup,
                                                 size_t capacity, struct contensou_error *err);
void contensou__ensemble_free(struct contensou__ensemble *e);

/* Another one of the same setup and capacity, with a queue of the device for itself: two threads then keep the device busy, one
 * of them loading lanes or reading results. It is freed before the first. */
enum contensou_status contensou__ensemble_beside(struct contensou__ensemble **out,
                                                 const struct contensou__ensemble *first,
                                                 struct contensou_error *err);

/* Lanes at a time that keep the device busy, as far as its memory allows. */
size_t contensou__ensemble_capacity(const struct contensou_device_info *about,
                                    const struct contensou__ensemble_setup *setup);

/* Fills the packs of both steppers where they are 0, for a run of so many lanes: by the registers of the device, the method and
 * the law, never by measuring, so that the same command has the same packs. */
void contensou__ensemble_choose_packs(const struct contensou_device_info *about,
                                      struct contensou__ensemble_setup *setup, uint64_t lanes);

/* From the next load on lanes share the numbers of another law, one of the same program: that of a contact of another size. */
enum contensou_status contensou__ensemble_share_law(struct contensou__ensemble *e,
                                                    const struct contensou__friction *friction,
                                                    struct contensou_error *err);

/* Starts `count` lanes: value[lane * width + k], k: the system's fields, the law's lane_fields numbers, how each number that a
 * gradient is taken by changes with its parameter, the initial state; width is their sum. */
enum contensou_status contensou__ensemble_load(struct contensou__ensemble *e, size_t count,
                                               const double *value, struct contensou_error *err);

/* One slice of about a tenth of a second (seconds <= 0: until all lanes ended); *live lanes go on. Lanes
 * that ended keep their rows until the next load. A device that does not come back within the setup's
 * limit is CONTENSOU_ETIMEOUT: the lanes of this slice end as `stopped` where the last slice left them,
 * and nothing but reading rows is possible from then on. */
enum contensou_status contensou__ensemble_advance(struct contensou__ensemble *e, double seconds,
                                                  size_t *live, struct contensou_error *err);

/* The same by a number of attempted steps of each lane, and where a lane stands, y[dim]. */
enum contensou_status contensou__ensemble_attempt(struct contensou__ensemble *e, uint32_t attempts,
                                                  size_t *live, struct contensou_error *err);
void contensou__ensemble_state(const struct contensou__ensemble *e, size_t lane, double *y);

/* Where the first of the lanes that run stands, for messages about work that does not advance. */
struct contensou__ensemble_place {
    size_t lane;
    double t, h, attempts; /* h: of the next step */
    const struct contensou__stepper *stepper;
};
enum contensou_status contensou__ensemble_first(struct contensou__ensemble *e,
                                                struct contensou__ensemble_place *place,
                                                struct contensou_error *err);

/* The lanes that ended in the last slice, in their order; and how far all of them came, in lanes: half of the way of two
 * lanes is 1. */
size_t contensou__ensemble_ended(const struct contensou__ensemble *e, const int32_t **lane);
double contensou__ensemble_worked(const struct contensou__ensemble *e);

/* Brings what there is of some lanes, at most `most` of them, to the host: rows and states below are those of lanes that were
 * shown last. */
size_t contensou__ensemble_most(const struct contensou__ensemble *e);
enum contensou_status contensou__ensemble_show(struct contensou__ensemble *e, const int32_t *lane,
                                               size_t count, struct contensou_error *err);

/* What there is of a lane. The row: outcome, steps, rejected, t, then what is observed, in the
 * order of contensou__ensemble_columns_name. */
size_t contensou__ensemble_columns_count(const struct contensou__ensemble_setup *setup);
enum { contensou__ensemble_head = 4 };
void contensou__ensemble_columns_name(const struct contensou__ensemble_setup *setup, size_t column,
                                      struct contensou__text *name);
/* Whose column it is: NULL for those of the head; *row is the row of its table, *item which of the states or numbers. */
const struct contensou__observer *
contensou__ensemble_columns_from(const struct contensou__ensemble_setup *setup, size_t column,
                                 size_t *row, int *item);
/* The unit of a column: that of the state whose name it has, `time` for times, `rate` for what is over time, "-" or
 * what its table says otherwise. */
const char *contensou__ensemble_columns_unit(const struct contensou__ensemble_setup *setup,
                                             size_t column, const char *time, const char *rate);
void contensou__ensemble_row(const struct contensou__ensemble *e, size_t lane, double *row);

/* Observers that write rows: the index of the k-th that is shown, contensou__observer_count behind the last; how
 * many numbers a row has, the time being the first, and how many rows there are at most. */
size_t contensou__ensemble_columns_list(const struct contensou__ensemble_setup *setup, size_t k);
size_t contensou__ensemble_columns_wide(const struct contensou__ensemble_setup *setup,
                                        size_t observer);
size_t contensou__ensemble_columns_most(const struct contensou__ensemble_setup *setup,
                                        size_t observer);

/* The name of a number of a row, from 1 on; words: what 0, 1, .. stand for, as "stick|slip", or "". */
void contensou__ensemble_columns_cell(const struct contensou__ensemble_setup *setup,
                                      size_t observer, size_t cell, struct contensou__text *name,
                                      const char **words);

/* The rows of an observer: t and its cells each; returns how many. Rows at given times are all there, NaN behind
 * the end of a lane that failed. */
size_t contensou__ensemble_rows(const struct contensou__ensemble *e, size_t observer, size_t lane,
                                double *row);

/* How many rows the lane had for it, more than there was room for among them; of rows at given times those that it
 * reached. */
double contensou__ensemble_rows_seen(const struct contensou__ensemble *e, size_t observer,
                                     size_t lane);

/* How many parameters a gradient is taken by. */
int contensou__ensemble_lane_parameters(const struct contensou__ensemble_setup *setup);

/* How many numbers contensou__ensemble_load takes for each lane. */
size_t contensou__ensemble_lane_width(const struct contensou__ensemble_setup *setup);

/* These numbers, to[width], from all[]: the fields of the system, those of the law as people set them, the
 * initial state. CONTENSOU_EARGUMENT names a number of the law that is not possible. */
enum contensou_status contensou__ensemble_lane_make(const struct contensou__ensemble_setup *setup,
                                                    const double *all, double *to,
                                                    struct contensou_error *err);

/* The text of the program that a run needs. */
enum contensou_status
contensou__ensemble_write_program(const struct contensou__ensemble_setup *setup,
                                  struct contensou__text *text, struct contensou_error *err);

#endif

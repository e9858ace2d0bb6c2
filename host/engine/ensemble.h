/* ensemble.h: many trajectories of one system on one device, a slice of time at a time.
 *
 *     create, then for each chunk of lanes: load, advance until none is live, read rows.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_ENGINE_ENSEMBLE_H
#define CONTENSOU_ENGINE_ENSEMBLE_H

#include "base/text.h"
#include "catalogue/friction.h"
#include "catalogue/stepper.h"
#include "catalogue/system.h"

#include <contensou/device.h>

/* What is observed, 0 or 1 each. */
struct contensou__ensemble_observers {
    int final, extrema, section, period, stick, series;
};

/* One value for all lanes; names and meaning as in kernels/drivers/lane.h, in this order. */
struct contensou__ensemble_settings {
    double t_begin, t_observe, t_end, rtol, atol, h_first, h_min, h_max, accept_min, max_steps;
    double section_at, section_way, keep, return_tol, samples;
};

struct contensou__ensemble_setup {
    const struct contensou__system *system;
    const struct contensou__friction *friction;
    const struct contensou__stepper *stepper;
    struct contensou__ensemble_observers observe;
    struct contensou__ensemble_settings set;
    int section_state;                 /* -1: equally spaced times */
    const double *times;               /* of the series, set.samples of them, rising */
    int single, pack;                  /* pack 0: chosen */
    const char *user_path, *user_text; /* a system of the user's, or NULL */
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

/* Lanes that fit into about `bytes` of memory, at most `most`. */
size_t contensou__ensemble_capacity(const struct contensou__ensemble_setup *setup, size_t bytes,
                                    size_t most);

/* The program as text, and the width of its packs. */
const char *contensou__ensemble_text(const struct contensou__ensemble *e);
int contensou__ensemble_pack(const struct contensou__ensemble *e);

/* The device's best pack for this work, which is what 0 stands for. */
int contensou__ensemble_best_pack(const struct contensou_device_info *about,
                                  const struct contensou__ensemble_setup *setup);

/* Starts `count` lanes: value[lane * width + k], k: the system's fields, the law's lane_fields numbers,
 * the initial state; width is their sum. */
enum contensou_status contensou__ensemble_load(struct contensou__ensemble *e, size_t count,
                                               const double *value, struct contensou_error *err);

/* One slice of about a tenth of a second (seconds <= 0: until all lanes ended); *live lanes go on. Lanes
 * that ended keep their rows until the next load. A device that does not come back within the setup's
 * limit is CONTENSOU_ETIMEOUT: the lanes of this slice end as `stopped` where the last slice left them,
 * and nothing but reading rows is possible from then on. */
enum contensou_status contensou__ensemble_advance(struct contensou__ensemble *e, double seconds,
                                                  size_t *live, struct contensou_error *err);

/* What there is of a lane. The row: outcome, steps, rejected, t, then what is observed, in the
 * order of contensou__ensemble_columns_name. Points: t and the state each. Samples: t and the state each,
 * NaN behind the end of a lane that failed. */
size_t contensou__ensemble_columns_count(const struct contensou__ensemble_setup *setup);
enum { contensou__ensemble_head = 4 };
void contensou__ensemble_columns_name(const struct contensou__ensemble_setup *setup, size_t column,
                                      struct contensou__text *name);
/* The unit of a column: that of the state whose name it has, `time` for times, "-" otherwise. */
const char *contensou__ensemble_columns_unit(const struct contensou__ensemble_setup *setup,
                                             size_t column, const char *time);
void contensou__ensemble_row(const struct contensou__ensemble *e, size_t lane, double *row);
int contensou__ensemble_ended(const struct contensou__ensemble *e, size_t lane);
size_t contensou__ensemble_points(const struct contensou__ensemble *e, size_t lane, double *point);
void contensou__ensemble_samples(const struct contensou__ensemble *e, size_t lane, double *sample);

/* The names of outcomes, in the order of their codes; the code of lanes that were stopped. */
extern const char *const contensou__ensemble_outcomes[6];
enum { contensou__ensemble_stopped = 5 };

#endif

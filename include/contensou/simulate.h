/* simulate.h: many trajectories of a system with friction at once.
 *
 * A lane is one trajectory. Lanes differ in the numbers that the caller names: fields of the system by
 * their names ("omega_0"), of the law with "law." ("law.eps"), initial values with "init." ("init.x");
 * 'contensou list systems' and 'contensou list laws' have them all. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SIMULATE_H
#define CONTENSOU_SIMULATE_H

#include <contensou/device.h>
#include <contensou/eval.h>
#include <contensou/patch.h>
#include <contensou/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All zero is the default, except system and t_end. A law whose numbers depend on the contact is fitted to it, as
 * contensou_fit does; "law.b" and the like are still set by name. Tolerances and stepper are by default those of
 * 'contensou run': rtol 1e-9 (laws along a line 1e-10, single precision 1e-5), atol 1e-7 of the default of law.eps,
 * from 1e-13 to 1e-10 (single precision 1e-7). */
struct contensou_simulate_options {
    const char *system;                  /* such as "pendulum" */
    const char *law;                     /* such as "I11" or "table"; NULL: the system's own */
    const struct contensou_patch *patch; /* the contact of the law; NULL: a uniform disk */
    const char *stepper;                 /* NULL or "auto": by the stiffness of the law */
    enum contensou_precision precision;
    int pack;                         /* lanes per work-item; 0: what suits the device */
    double t_begin, t_observe, t_end; /* nothing is observed before t_observe */
    double rtol, atol;                /* 0: as above */
    double step;                      /* of rk4; otherwise the first one, 0: chosen */
    double h_max;                     /* 0: no limit */
    double max_steps;                 /* 0: 1e7 */
    int extrema, period, stick;       /* 1: observe it */
    const char
        *section; /* the state whose passage through section_value `period` looks at; NULL: that
                            of the system */
    double section_value;
    int section_direction; /* -1 downwards, 1 upwards, 0 both */
    const double *times;   /* states at these times too, rising */
    size_t samples;
};

struct contensou_simulate;

/* Builds the program. *out is for contensou_simulate_free; the device must stay open, the patch need not.
 */
enum contensou_status contensou_simulate_create(struct contensou_simulate **out,
                                                struct contensou_device *device,
                                                const struct contensou_simulate_options *options,
                                                struct contensou_error *err);
void contensou_simulate_free(struct contensou_simulate *s);

/* What a lane gives: outcome (0: finished), steps, rejections, the time reached, the state there as
 * final.NAME, then what is observed (extrema.NAME.min|max|mean, period.time, period.cycle, stick.fraction,
 * stick.phases). NULL behind the last. */
size_t contensou_simulate_columns(const struct contensou_simulate *s);
const char *contensou_simulate_column(const struct contensou_simulate *s, size_t column);
size_t contensou_simulate_states(const struct contensou_simulate *s);

/* Runs `lanes` lanes: name[names] are what differs, value[lane * names + k] its values; row[lane *
 * columns + c] gets the results and sample[(lane * samples + k) * states + i] the states at the times
 * (NULL: not wanted). A lane that fails has another outcome than 0; that is no error. */
enum contensou_status contensou_simulate_run(struct contensou_simulate *s, const char *const *name,
                                             size_t names, size_t lanes, const double *value,
                                             double *row, double *sample,
                                             struct contensou_error *err);

#ifdef __cplusplus
}
#endif
#endif

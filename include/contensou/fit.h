/* fit.h: a small formula for the friction of a contact, fitted to the exact wrench or to measured
 * data.
 *
 * Threads: no state beside the device's; any number of fits may run at a time. A result is plain data. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_H
#define CONTENSOU_FIT_H

#include <contensou/device.h>
#include <contensou/limit.h>
#include <contensou/patch.h>
#include <contensou/progress.h>
#include <contensou/status.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum contensou_norm { CONTENSOU_NORM_L2, CONTENSOU_NORM_MAX };
enum contensou_weight { CONTENSOU_WEIGHT_THETA, CONTENSOU_WEIGHT_SPHERE };
enum contensou_loss { CONTENSOU_LOSS_SQUARE, CONTENSOU_LOSS_HUBER };

enum { CONTENSOU_FIT_PARAMETERS = 66 };

/* A parameter that the caller fixes or bounds. */
struct contensou_fit_bound {
    const char *name;
    double low, high; /* equal: fixed at that value */
};

/* Measured rows, field-major: slip[3 * n] = vx, vy, omega; wrench[3 * n] = Tx, Ty, M; weight[3 *
 * n], 0 where a value was not measured. */
struct contensou_fit_data {
    size_t n;
    const double *slip, *wrench, *weight;
};

/* What a table of such rows is given in; all zero but the size: velocities in m/s, spins in rad/s, all else per unit of mu N and of the
 * contact's length. */
struct contensou_fit_units {
    size_t size; /* of this struct: see status.h */
    const char *
        list; /* units of the table, such as "mm,deg,N"; NULL: those of its line '# units mm,deg', if it has one */
    double mu, normal_force,
        length; /* friction coefficient; newtons; metres of the unit of length */
    const char
        *group; /* a column of numbers that are alike in rows of one push; NULL: none is read */
};

/* The rows of a file, brought to the contact's own units. */
struct contensou_fit_rows {
    struct contensou_fit_data data; /* its arrays are in memory[] */
    double *memory;
    int measured[3]; /* which of Tx, Ty, M the file has */
    double *group;   /* [n] in memory[], or NULL where the file has no such column */
};

/* Reads FILE.csv: the columns vx, vy, omega, any of Tx, Ty, M, and weight. Free it also after a failure. units may be NULL. */
enum contensou_status contensou_fit_rows_read(struct contensou_fit_rows *rows, const char *path,
                                              const struct contensou_fit_units *units,
                                              struct contensou_error *err);
void contensou_fit_rows_free(struct contensou_fit_rows *rows);

/* All zero is the default, except model: l2 over uniform theta, force and torque alike. */
struct contensou_fit_options {
    size_t size; /* of this struct: see status.h */
    const char *
        model; /* I00 I11 I20 I02 I22 I33 .., pade1 pade2 ellipsoid potential4 potential6 potential8 */
    enum contensou_norm norm;
    enum contensou_weight weight;
    enum contensou_loss loss;
    double huber; /* where the loss turns linear; 0: 1.345 times the scatter */
    double weight_force, weight_torque; /* both 0: 1 and 1 */
    int theta_nodes, phi_nodes;         /* 0: 181, and 1 for circular patches, otherwise 24 */
    double
        length_unit; /* tan theta = omega length_unit/v, and torques count over length_unit; 0: the
                           size of the contact (contensou_patch_size), with data times a */
    const struct contensou_fit_bound *bounds;
    size_t bound_count;
    const struct contensou_fit_data *data; /* NULL: the exact wrench of the patch */
    int free_mu, free_a;                /* with data: friction coefficient and size unknown too */
    int starts;                         /* local searches from random places; 0: 8 */
    unsigned long seed;                 /* of those places */
    struct contensou_progress progress; /* of evaluations */
    int gap; /* 1: find the gap to the exact limit surface too, which builds another program */
};

/* Names and warnings of results last as long as the process: a copy of a result is as good as the result. */
struct contensou_fit_parameter {
    const char *name;
    double value;
    int free;
    double low, high; /* 95 % confidence interval; only with data, otherwise equal to value */
};

struct contensou_fit_result {
    const char *model;
    int count;
    struct contensou_fit_parameter parameter[CONTENSOU_FIT_PARAMETERS];
    double
        size; /* the unit of length: of theta, power and slope, and of the errors of the torque */
    /* Errors over the continuum of directions (over the rows, with data): rms over force and torque
     * together and each, the largest of each and where it occurs. Torques over size; NaN where none
     * was measured. */
    double rms, rms_T, rms_M, max_T, max_M;
    double theta_T, phi_T, theta_M, phi_M;
    double
        gap; /* largest |xi - 1| of the law's wrenches against the exact limit surface; NaN if not asked */
    int passive;        /* power >= 0 in every direction of a fine grid */
    double least_power; /* the smallest seen, over |slip| = 1 */
    int monotone;       /* the symmetric part of the Jacobian is positive semidefinite there */
    double least_slope; /* its smallest eigenvalue seen */
    long evaluations;
    int starts, agreed; /* how many local searches ended at the best place */
    double spread;      /* largest difference of the parameters between the two routes */
    double sameness; /* with data: how many standard deviations more often than by chance the errors
                           of neighbouring directions have the same sign; above 3 the model errs */
    const char
        *warning; /* what a user must know, a sentence a line: routes that disagree, bounds that
                           bind, parameters that the data do not determine; "" if all is well */
};

/* Fits; errors are those of wrong options, data that are fewer than the unknowns, bounds that
 * exclude everything. */
enum contensou_status contensou_fit(const struct contensou_patch *patch,
                                    struct contensou_device *device,
                                    const struct contensou_fit_options *options,
                                    struct contensou_fit_result *result,
                                    struct contensou_error *err);

/* Fails where all rows slip in one direction (or its opposite), which leaves more than one unknown of the result open; the
 * sentence names them, and the rows by this name. */
enum contensou_status contensou_fit_rows_check(const struct contensou_fit_data *rows,
                                               const char *name,
                                               const struct contensou_fit_result *result,
                                               struct contensou_error *err);

/* Fits the same model to `count` patches, results[count]. For the family I<n1><n2> under l2 the device
 * evaluates all patches of a step at once, which is far faster than one after the other; the errors are
 * then those over the nodes, gap and monotone are left open (NaN and 0), and starts counts the grid of
 * first places that every patch is searched from. Other models, and lists
 * with a cells:FILE among them, are fitted one by one. No data. */
enum contensou_status contensou_fit_scan(const struct contensou_patch *const *patches, size_t count,
                                         struct contensou_device *device,
                                         const struct contensou_fit_options *options,
                                         struct contensou_fit_result *results,
                                         struct contensou_error *err);

/* 1 if parameter i says something about this law and contact: a potential has c1, .. on circular contacts and k10, .. on
 * others, a level Pade law has no tilt, and a length of 1 is no news. */
int contensou_fit_shown(const struct contensou_fit_result *result, int i);

/* CONTENSOU_OK if the model can be fitted to this contact; otherwise why not. */
enum contensou_status contensou_fit_suits(const struct contensou_patch *patch, const char *model,
                                          struct contensou_error *err);

/* How many directions phi a fit to this contact takes where phi_nodes is 0. */
int contensou_fit_phi_nodes(const struct contensou_patch *patch);

/* The wrench of a fitted law for n slips (field-major), without mu and a. */
enum contensou_status contensou_fit_wrench(const struct contensou_patch *patch,
                                           const struct contensou_fit_result *result, size_t n,
                                           const double *slip, double *wrench,
                                           struct contensou_error *err);

/* The limit surface of a fitted law, without mu and a: a solver that gives for each load the xi and the
 * slip with xi (Tx, Ty, M)(theta, phi) = load under the law, where the load is minus the friction given, as contensou_limit_create does for the exact
 * wrench; see contensou_limit_ambiguous_count for laws that have several. */
enum contensou_status
contensou_fit_limit(struct contensou_limit **out, const struct contensou_patch *patch,
                    const struct contensou_fit_result *result, struct contensou_device *device,
                    const struct contensou_eval_options *options, struct contensou_error *err);

/* What a law leaves of measured slips, as a function of the load (fit/residual_gp.c). Turns a slip that the law gives under a load,
 * both in the unit of the contact, to what was measured there: slip becomes a unit vector of (vx, vy, omega L), L the length that the
 * residual was found with. */
struct contensou_residual_gp;
void contensou_residual_gp_slip(const struct contensou_residual_gp *residual, const double load[3],
                                double slip[3]);
void contensou_residual_gp_free(struct contensou_residual_gp *residual);

/* What a file of 'contensou fit' holds: the contact that was fitted, and the law: of a model, or the exact one. Texts are
 * kept as long as the process. */
struct contensou_fit_file {
    struct contensou_patch_spec spec; /* shape NULL: its arrays, or without them identified cells */
    struct contensou_patch *patch;
    struct contensou_fit_result
        result; /* of a model, with mu and a where they were unknown; model "exact" has no parameters */
    double mu, a; /* 1 where they were not identified; M = mu a M_law(v, a w) */
    double normal_force,
        size; /* of the contact, in newtons and metres; 0 where they were not given */
    struct contensou_residual_gp *
        residual; /* what corrects slips under loads, or NULL: see contensou_fit_file_read_corrected */
};

/* Reads it. Free it also after a failure, whose sentence names the file and what is missing in it. A file with a residual is refused,
 * as a wrench knows nothing of it; contensou_fit_file_read_corrected is for those who apply it. */
enum contensou_status contensou_fit_file_read(struct contensou_fit_file *file, const char *path,
                                              struct contensou_error *err);
/* The same from the text of such a file, as contensou_fit_file_write_text makes it: so a fit goes to another process. `name` is what
 * sentences call it. The result is the one that was written, but for parameters that say nothing of the law. */
enum contensou_status contensou_fit_file_read_text(struct contensou_fit_file *file,
                                                   const char *text, const char *name,
                                                   struct contensou_error *err);
enum contensou_status contensou_fit_file_read_corrected(struct contensou_fit_file *file,
                                                        const char *path,
                                                        struct contensou_error *err);
void contensou_fit_file_free(struct contensou_fit_file *file);

/* What such a file says of a fit beside its result. */
struct contensou_fit_record {
    size_t size;                             /* of this struct: see status.h */
    const struct contensou_patch_spec *spec; /* of the contact, which a reader makes anew of it */
    const struct contensou_fit_options *options; /* of the fit; NULL: the default */
    const char *data;                /* where the rows of the options come from; NULL: not said */
    double mu, normal_force, length; /* what these rows were divided by; 0 where they were not */
    const char *command, *device;    /* how and where it was computed; NULL: not said */
};

/* How the file says that directions were weighted: "theta" or "sphere"; NULL where they have no such weight, for the largest error
 * and for measured rows. */
const char *contensou_fit_file_write_weight(const struct contensou_fit_options *options);

/* Writes a fit, and a file that is there is replaced when the new one is whole. A contact of arrays is in the file with all
 * its numbers; one whose spec does not make it is CONTENSOU_EARGUMENT or CONTENSOU_EINPUT. */
enum contensou_status contensou_fit_file_write(const struct contensou_fit_result *result,
                                               const struct contensou_fit_record *record,
                                               const char *path, struct contensou_error *err);

/* The same as a text, for free(). */
enum contensou_status contensou_fit_file_write_text(const struct contensou_fit_result *result,
                                                    const struct contensou_fit_record *record,
                                                    char **text, struct contensou_error *err);

/* 1 where a name of a law is the path of such a file: it ends in .json. */
int contensou_fit_file_is(const char *name);

#ifdef __cplusplus
}
#endif
#endif

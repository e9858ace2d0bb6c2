/* identify.h: a contact from measured slips and loads: its pressure, size, place, tilt and anisotropy.
 *
 * The exact law of cells is linear in their loads: with V the velocity of a cell, the load of the contact on its
 * base is the sum of p V/|V| over the cells, and the slip under a given load is where the dissipation, the sum of
 * p |V|, is least. Loads p >= 0 are found that make the directions of both, or of one of them, agree with the rows; or,
 * with the pressure of the contact as it is or of its family, what else is free.
 * Threads: no state; it uses several threads itself. A result belongs to one thread at a time. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_IDENTIFY_H
#define CONTENSOU_IDENTIFY_H

#include <contensou/fit.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is made small: the angle between measured and predicted wrench, slip, or both. */
enum contensou_target { CONTENSOU_TARGET_BOTH, CONTENSOU_TARGET_WRENCH, CONTENSOU_TARGET_SLIP };

/* All zero is the default, except data. */
struct contensou_identify_options {
    size_t size;                           /* of this struct: see status.h */
    const struct contensou_fit_data *data; /* slip and wrench, all of them measured */
    enum contensou_target target;
    int cells; /* of a shape that is no cells:FILE: along its larger side; 0: 5, with fixed 24 */
    double
        length_unit; /* angles are those of (vx, vy, omega L) and (Tx, Ty, M/L); 0: the contact's size */
    int fixed; /* 1: the pressure is that of the contact, and only what is free beside it is found */
    int anisotropy; /* 1: friction depends on the direction of sliding too, see the result */
    int free_a, free_center; /* 1: the contact is a times as large, or moved */
    int free_tilt,
        free_q; /* with fixed, 1: the pressure is tilted; its exponent q is another (disks, ellipses). Loads of
                              cells hold both, so that without fixed they are left out, with a warning. */
    int normalise; /* 1: rows have directions only, so that there is no mu */
    double
        smoothing; /* pull towards the pressure of the contact; below 0: none; 0: by cross-validation
                           (none for cells:FILE) */
    int folds;     /* of cross-validation; 0: 5 where it is needed */
    unsigned long seed;                 /* of the folds */
    struct contensou_progress progress; /* of evaluations */
    const double *
        group; /* [rows of data] or NULL: rows with the same number (those of one push) are held out
                  together; NULL: blocks of neighbours, of which there are 20 or more, or rows */
    const struct contensou_identify_choice
        *choice;  /* what contensou_identify_choose compared, for files; or NULL */
    int residual; /* 1: a Gaussian process of what the law leaves of slips, where rows held out are the better for it */
};

/* One set of unknowns that was compared with others. */
struct contensou_identify_candidate {
    const char *free; /* such as mu,pressure,a,center; it lasts as long as the process */
    enum contensou_target target;
    int cells, unknowns; /* along the larger side of a face, 0: none or those given; mu left out */
    double smoothing;
    double held_twist, held_wrench; /* mean angles of rows held out, in radians */
    double excess,
        error;      /* how much larger than the least, and one standard error of that, by groups */
    double seconds; /* of processor time */
};

enum { CONTENSOU_IDENTIFY_CANDIDATES = 16 };
struct contensou_identify_choice {
    size_t count, chosen, groups, folds;
    int labelled; /* 1: groups are those of the options; 0: blocks of neighbours */
    struct contensou_identify_candidate candidate[CONTENSOU_IDENTIFY_CANDIDATES];
};

/* Compares sets of unknowns, from few to many, by the rows that each is not shown, and sets in *options what is free, the
 * target and the smoothing: of the set with the fewest unknowns whose angle is within one standard error of the least, by
 * differences row by row. Angles are those of the slip, or, where `fixed_target` is 1, of the target in the options, which is
 * then kept; so are data, cells, length_unit, normalise, folds, seed, group, progress and a smoothing other than 0. *choice is
 * what was compared, and options->choice points to it. */
enum contensou_status contensou_identify_choose(const struct contensou_patch *patch,
                                                struct contensou_identify_options *options,
                                                int fixed_target,
                                                struct contensou_identify_choice *choice,
                                                struct contensou_error *err);

/* What is found beside the loads. Friction per unit of load is that of |exp(u1 u2; u2 -u1) V| instead of |V|: along x
 * exp(u1) times, along y exp(-u1) times its mean, where u2 is 0. A place is a times that given, plus (cx, cy), in units
 * of `size`. The tilt multiplies the pressure by 1 + (tilt_x x + tilt_y y)/size, x and y in the shape's coordinates. */
enum contensou_identify_name {
    CONTENSOU_IDENTIFY_U1,
    CONTENSOU_IDENTIFY_U2,
    CONTENSOU_IDENTIFY_LOG_A,
    CONTENSOU_IDENTIFY_CX,
    CONTENSOU_IDENTIFY_CY,
    CONTENSOU_IDENTIFY_TILT_X,
    CONTENSOU_IDENTIFY_TILT_Y,
    CONTENSOU_IDENTIFY_Q,
    CONTENSOU_IDENTIFY_EXTRAS
};

struct contensou_identify_cell {
    double x, y;      /* as it was given, from the reference point; with fixed as it was found */
    double load;      /* share of the normal force */
    double low, high; /* 95 % */
};

struct contensou_identify_result {
    size_t count;
    struct contensou_identify_cell *cell; /* [count] */
    size_t points;                        /* of the law: a cell of a face is several of them */
    double *
        point; /* [3 * points]: x[], y[] from the reference point as they were found, and loads to the sum 1 */
    double mu, mu_low, mu_high; /* NaN with normalise */
    struct contensou_identify_extra {
        double value, low, high;
    } extra[CONTENSOU_IDENTIFY_EXTRAS]; /* 0 where they were not asked for, q: as given */
    double size, smoothing;
    double twist, wrench;           /* mean angles over the rows, in radians */
    double held_twist, held_wrench; /* over rows that were held out; NaN without folds */
    size_t rows;
    double *angle;       /* [2 * rows]: of slip and wrench, of each row */
    const char *warning; /* a sentence a line, or ""; it lasts as long as the process */
    struct contensou_residual_gp
        *residual; /* NULL: none, or one that rows held out are worse for */
    double held_law,
        held_corrected; /* with a residual that was asked for: mean angles of slips held out without and with it */
};

/* Identifies the loads; *result is for contensou_identify_free, also after a failure. */
enum contensou_status contensou_identify(const struct contensou_patch *patch,
                                         const struct contensou_identify_options *options,
                                         struct contensou_identify_result *result,
                                         struct contensou_error *err);
void contensou_identify_free(struct contensou_identify_result *result);

/* The slip of n loads (field-major, (Tx, Ty, M) of the load that acts on the body) under the loads of a result, with its residual:
 * unit vectors in (vx, vy, omega L) of which omega is given in the unit of the contact. */
enum contensou_status contensou_identify_slip(const struct contensou_patch *patch,
                                              const struct contensou_identify_options *options,
                                              const struct contensou_identify_result *result,
                                              size_t n, const double *load, double *slip,
                                              struct contensou_error *err);

/* What was asked for beside the loads, as files and reports name it: mu, a, center_x, center_y, u1, u2, tilt_x, tilt_y, q. */
enum { CONTENSOU_IDENTIFY_PARAMETERS = 1 + CONTENSOU_IDENTIFY_EXTRAS };
struct contensou_identify_parameter {
    const char *name;
    double value, low, high;
};

/* Fills the list and gives its length. */
size_t contensou_identify_file_parameters(
    const struct contensou_identify_options *options,
    const struct contensou_identify_result *result,
    struct contensou_identify_parameter list[CONTENSOU_IDENTIFY_PARAMETERS]);

/* Where a cell lies from the reference point, with the a and the center that were found. */
void contensou_identify_file_place(const struct contensou_identify_options *options,
                                   const struct contensou_identify_result *result, size_t cell,
                                   double at[2]);

/* The JSON of 'contensou fit --model exact', which contensou_fit_file_read reads; *text is for free(). Of the record spec, data,
 * mu, normal_force, length and command count. */
enum contensou_status contensou_identify_file_text(const struct contensou_identify_result *result,
                                                   const struct contensou_identify_options *options,
                                                   const struct contensou_fit_record *record,
                                                   char **text, struct contensou_error *err);

#ifdef __cplusplus
}
#endif
#endif

/* tables.h: the fitted laws of a catalogue of contacts, eta', and the published numbers beside ours.
 *
 * contensou_tables_run computes, contensou_tables_write makes files of it: tables.md, *.csv and pictures.
 *
 * Threads: contensou_tables_run starts its own; its result does not change. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TABLES_H
#define CONTENSOU_TABLES_H

#include <contensou/device.h>
#include <contensou/fit.h>
#include <contensou/patch.h>
#include <contensou/progress.h>
#include <contensou/status.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All zero is the default: the whole catalogue with as many threads as processors. */
struct contensou_tables_options {
    size_t size;  /* of this struct: see status.h */
    int quick;    /* a disk, an annulus and an ellipse with I00 and I11 only */
    int thorough; /* the norm max also for the laws that take long for it: potential6 and potential8
                     of contacts that are not circular */
    int threads;
    struct contensou_progress progress; /* of fits */
};

/* Texts of the tables last as long as the process. */
struct contensou_tables_contact {
    const char *family;   /* disk, annulus, ellipse, rectangle, polygon or tilt */
    const char *shape;    /* as contensou_patch_spec has it, or triangle, hexagon */
    const char *pressure; /* likewise */
    double tilt;          /* k_r, with beta = 0 */
    double ratio;         /* what the family runs over: q, a/b, the number of corners, k_r; or 0 */
    int circular;
};

struct contensou_tables_fit {
    size_t contact;
    const char *model;
    enum contensou_norm norm; /* laws without unknowns (pade1, pade2) have CONTENSOU_NORM_L2 only */
    int theta_nodes, phi_nodes;
    double seconds;
    struct contensou_fit_result result;
};

enum { CONTENSOU_TABLES_PIECES = 3 };

/* A cubic for eta' of eta on [from, to], its largest error in eta, and that of [1]; NaN: none. */
struct contensou_tables_piece {
    double from, to, c[4], error, paper[4], paper_error;
};

/* printed: what the paper prints, or what follows from the formula or the numbers that it prints. */
struct contensou_tables_published {
    const char *source; /* "[1].8" is entry 8 of the list of misprints of paper [1] */
    const char *what, *printed, *verdict;
    double ours;
};

/* The exact wrench at the nodes of a contact: device against the same formulas on one processor. */
struct contensou_tables_speed {
    size_t contact, nodes;
    double device, reference; /* seconds */
    double difference;        /* the largest, of Tx, Ty, M */
};

struct contensou_tables {
    const char *device, *driver;
    size_t contacts, fits, etas, publisheds, speeds;
    struct contensou_tables_contact *contact;
    struct contensou_patch **patch; /* of each contact */
    struct contensou_tables_fit *fit;
    double *eta, *eta_prime;
    struct contensou_tables_piece piece[CONTENSOU_TABLES_PIECES];
    struct contensou_tables_published *published;
    struct contensou_tables_speed *speed;
    int threads;
    double seconds; /* of the whole run */
};

/* Computes everything. *out is for contensou_tables_run_free; on failure it is NULL. Each thread
 * opens the device of `device` once more. */
enum contensou_status contensou_tables_run(struct contensou_tables **out,
                                           struct contensou_device *device,
                                           const struct contensou_tables_options *options,
                                           struct contensou_error *err);
void contensou_tables_run_free(struct contensou_tables *tables);

/* The fit of this family, shape, pressure, model and norm, or NULL. */
const struct contensou_tables_fit *contensou_tables_run_find(const struct contensou_tables *tables,
                                                             const char *family, const char *shape,
                                                             const char *pressure,
                                                             const char *model,
                                                             enum contensou_norm norm);

/* The text of tables.md; *text is for free(). */
enum contensou_status contensou_tables_markdown(const struct contensou_tables *tables, char **text,
                                                struct contensou_error *err);

/* 0 if files can be written to the folder, which is made when the time comes if its parent is there;
 * otherwise CONTENSOU_EIO. Call it before long work. */
enum contensou_status contensou_tables_write_check(const char *folder, struct contensou_error *err);

/* Writes all files, with pictures (PNG, by plot.h) if asked: first into a folder of their own
 * beside, and only when all are whole to their place. */
enum contensou_status contensou_tables_write(const struct contensou_tables *tables,
                                             const char *folder, int pictures,
                                             struct contensou_error *err);

#ifdef __cplusplus
}
#endif
#endif

/* picture.h: the picture of a result, drawn from its HDF5 file, and of a contact: what 'contensou plot' and the option --plot do.
 *
 * What is shown follows from what the file has: a trajectory as its states over time and phase portraits; a sweep over one
 * number as points of a section, extremes and other columns over that number, over two numbers as maps; other tables as
 * curves; what was followed along a parameter by its stability. Labels and units are those of the file; lanes that failed are left out, and the title tells how many.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_PICTURE_H
#define CONTENSOU_PICTURE_H

#include <contensou/patch.h>
#include <contensou/status.h>
#include <contensou/trajectories.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All zero but the size is the default: all by what the file has. */
struct contensou_picture_options {
    size_t size; /* of this struct: see status.h */
    const char *
        kind; /* "series", "portrait", "section", "bifurcation", "diagram", "map", "curves", "survival" or "branch" */
    const char *x;     /* the column along the x axis */
    const char *y;     /* columns with commas, a panel each */
    const char *lane;  /* only the lane with this number */
    const char *title; /* NULL: system, law and what varies; "": none */
    const char
        *range; /* NAME=LOW:HIGH,..: axes by the names in their labels; NULL: by what is drawn */
    const char *canvas; /* the size in cm, WIDTH or WIDTHxHEIGHT */
    const char *font;   /* its size in points */
    const char *style;  /* "paper" (16 cm, 9 points) or "slide" (25.4 x 14.29 cm, 14 points) */
    const char *data;   /* FILE.csv of what is drawn */
    const char *about;  /* goes into the file behind the command line of the result */
    const char *const *overlay; /* [overlays]: other results, drawn upon it */
    size_t overlays;
    const char
        *label; /* with commas, of the file and of the others; NULL: the names of the files */
    const char *
        section; /* STATE=VALUE[,up|down|both] or period=T: the points there, of the file or cut from its series */
};

/* Kind i of those above, NULL behind the last. */
const char *contensou_picture_kind(size_t i);

/* Whether a sweep that is yet to be computed could be drawn there: over `varied` numbers, of so many lanes, each with so many
 * columns and, with points, a list of points of its states (see contensou_simulation_extent). */
enum contensou_status contensou_picture_check_sweep(const char *picture, size_t varied,
                                                    size_t lanes, size_t columns, int points,
                                                    struct contensou_error *err);

/* Draws a file of results to PICTURE.png, .svg or .pdf, which appears when it is whole. A file that is no result, a kind
 * or a column that it does not have are errors that name what there is. Threads: HDF5 files are for one thread at a
 * time. */
enum contensou_status contensou_picture_draw(const char *file, const char *picture,
                                             const struct contensou_picture_options *options,
                                             struct contensou_error *err);

/* The same of trajectories that are in no file yet: through one in the folder for temporary files. */
enum contensou_status
contensou_picture_trajectories(struct contensou_trajectories *r, const char *picture,
                               const struct contensou_picture_options *options,
                               struct contensou_error *err);

/* The contact itself, in the coordinates of its shape: outline, pressure over its mean as colour, reference point, and
 * for a slip (vx, vy, omega) there, unless it is NULL, the velocities and the centre of rotation. Of the options title,
 * range (of x and y), canvas, font, style, data and about count. */
enum contensou_status contensou_picture_patch(const struct contensou_patch_spec *spec,
                                              const double slip[3], const char *picture,
                                              const struct contensou_picture_options *options,
                                              struct contensou_error *err);

#ifdef __cplusplus
}
#endif
#endif

/* patch.h: a contact patch: a shape, the pressure on it, and the point the torque is taken about.
 *
 * Lengths are in the contact's own unit, such as its radius or mm; pressure is normalised to total 1. A contact may know what its
 * unit is (contensou_patch_unit): results stay in it, and whoever leaves it, an export or a program, converts by it.
 *
 * Threads: a patch does not change once it is made; any number of threads may use it at a time. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_PATCH_H
#define CONTENSOU_PATCH_H

#include <contensou/status.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct contensou_patch;

/* Whose axes they are where bodies turn (docs/frames.md): those of the body that carries the contact, or of the ground. */
enum contensou_frame { CONTENSOU_FRAME_DEFAULT, CONTENSOU_FRAME_BODY, CONTENSOU_FRAME_GROUND };

/* A contact that a program has in memory, in place of a file. Arrays are copied when the patch is made; numbers that are not
 * possible are CONTENSOU_EINPUT with their place. */
enum contensou_patch_arrays_kind {
    /* An outline under uniform pressure: number[2 * n] = x[n], y[n] of the corners of `count` contours with contour[i]
     * corners each, n in all. Outlines run counter-clockwise, holes in them clockwise; no contour touches itself or another
     * one. */
    CONTENSOU_PATCH_ARRAYS_POLYGON = 1,
    /* A grid of rectangular cells, each under its own constant pressure: number[row * columns + column], lowest y first.
     * origin is the corner with the smallest x and y, spacing the size of a cell. */
    CONTENSOU_PATCH_ARRAYS_MAP,
    /* `count` points that carry the load area * pressure each, such as the feet of a machine: number[4 * count] = x[],
     * y[], area[], pressure[]. */
    CONTENSOU_PATCH_ARRAYS_CELLS,
};

struct contensou_patch_arrays {
    enum contensou_patch_arrays_kind kind;
    const double *number;
    const size_t *contour;
    size_t count, columns, rows;
    double origin[2], spacing[2];
};

struct contensou_patch_spec {
    size_t size; /* of this struct: see status.h */
    /* disk[:R] | annulus:q | ellipse:a,b | rectangle:a,b | polygon:FILE | map:FILE | cells:FILE */
    const char *shape;
    /* uniform | hertz | parabolic | power:q | boussinesq; NULL or "" means uniform. Maps and cells
     * bring their own pressure and take NULL or uniform. */
    const char *pressure;
    /* Multiplies the pressure by 1 + tilt_k (x cos tilt_beta - y sin tilt_beta); radians. */
    double tilt_k, tilt_beta;
    /* The reference point: slips are given there and the torque is taken about it. */
    double center[2];
    /* Friction that depends on the direction of sliding: ratio and angle. Sliding along the angle (radians from x)
     * meets `ratio` times the friction that sliding across it meets; mu is the geometric mean of the two, the limit
     * is an ellipse over the direction, and the dissipation stays convex. A ratio of 0 or 1 is plain friction. */
    double anisotropy[2];
    /* The unit of length that shape, tilt, center and cell are given in, m | mm | cm | um | in or such as "50mm", and behind a
     * comma that of the pressures of a file, Pa | kPa | MPa | bar | psi; NULL or "": not known, or as a line '# units mm,MPa' of
     * the shape's file says, which it must not contradict. */
    const char *unit;
    double cell[2]; /* of a map whose file is a bare grid of pressures: the size of a cell */
    /* Of shape, pressure and tilt, by default the body's; of the anisotropy, by default that of the shape. Only simulations of a
     * body that turns tell them apart. */
    enum contensou_frame frame, anisotropy_frame;
    /* NULL: the shape says what the contact is. Otherwise they do, the shape is only the name in messages, and the pressure
     * is that of the arrays. Files of fits keep them (contensou_fit_file_write). */
    const struct contensou_patch_arrays *arrays;
};

/* Makes a patch from its description; reads the file that the shape names. *out is for
 * contensou_patch_free; on failure it is NULL and err says what is wrong and what would be right.
 */
enum contensou_status contensou_patch_create(struct contensou_patch **out,
                                             const struct contensou_patch_spec *spec,
                                             struct contensou_error *err);
void contensou_patch_free(struct contensou_patch *patch);

/* The same with arrays of these kinds, which need not be in the spec (NULL: no tilt, center and anisotropy). */
enum contensou_status contensou_patch_create_polygon(struct contensou_patch **out,
                                                     const struct contensou_patch_spec *spec,
                                                     const double *corner, const size_t *contour,
                                                     size_t contours, struct contensou_error *err);
enum contensou_status
contensou_patch_create_map(struct contensou_patch **out, const struct contensou_patch_spec *spec,
                           const double origin[2], const double spacing[2], size_t columns,
                           size_t rows, const double *pressure, struct contensou_error *err);
enum contensou_status contensou_patch_create_cells(struct contensou_patch **out,
                                                   const struct contensou_patch_spec *spec,
                                                   const double *cell, size_t n,
                                                   struct contensou_error *err);

/* 1 where the exact method exists, 0 where only the sum over cells does (shape cells:FILE). */
int contensou_patch_has_exact(const struct contensou_patch *patch);

/* Metres of the unit of length that the contact is given in; 0 where nobody said. */
double contensou_patch_unit(const struct contensou_patch *patch);

/* The integral of the pressure in newtons; 0 where it is not known: it takes the pressures of a map or of cells and both units. */
double contensou_patch_load(const struct contensou_patch *patch);

/* No point of the patch is farther than this from the reference point. */
double contensou_patch_radius(const struct contensou_patch *patch);

/* The length that makes sliding and spinning alike, by which fits measure angles and torques: sqrt(2)
 * times the radius of gyration of the pressure about the reference point, which for a uniform disk is
 * its radius. For disks, annuli and ellipses it is that of the full uniform ellipse about its middle,
 * sqrt((a^2 + b^2)/2), whatever the pressure: [1]'s unit of length for the papers' disks. Above 0. */
enum contensou_status contensou_patch_size(const struct contensou_patch *patch, double *size,
                                           struct contensou_error *err);

/* The moment c_ijk = <x^i y^j (x^2+y^2)^(-k/2)> of [1](3.4) about the reference point, where <.> is
 * the mean under the pressure; to about 1e-13 relative to <r^(i+j-k)>. i, j >= 0; k of either sign. For contacts with
 * anisotropy radius, size, moments and cells are those of the coordinates in which friction is plain (docs/maths.md 1).
 * For odd i + j - k below -2 it is the finite part of the integral, which exists about the middle of
 * an untilted contact whose pressure has neither border nor step there; CONTENSOU_EARGUMENT
 * elsewhere, and for even i + j - k <= -2. */
enum contensou_status contensou_patch_moment(const struct contensou_patch *patch, int i, int j,
                                             int k, double *value, struct contensou_error *err);

/* The most cells along the larger side: 16 million on a square, 0.8 GB while they are made. */
enum { CONTENSOU_PATCH_CELLS = 4000 };

/* The discretisation that the method `cells` sums over: n cells along the larger side of the
 * bounding box, each with the true mass of its part of the patch, at the centre of that mass.
 * *cells is field-major with *count members, x[], y[], mass[], relative to the reference point,
 * masses adding up to 1; release it with free(). For cells:FILE n is ignored. */
enum contensou_status contensou_patch_cells(const struct contensou_patch *patch, int n,
                                            double **cells, size_t *count,
                                            struct contensou_error *err);

#ifdef __cplusplus
}
#endif
#endif

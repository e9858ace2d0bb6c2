/* export.h: a fitted law as code to paste into a simulator, or as the parameters of a physics engine.
 *
 * Threads: no state; any thread may call. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_EXPORT_H
#define CONTENSOU_EXPORT_H

#include <contensou/fit.h>
#include <contensou/patch.h>
#include <contensou/status.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { CONTENSOU_EXPORT_FEET_LEAST = 2, CONTENSOU_EXPORT_FEET_MOST = 16 }; /* of an engine */

struct contensou_export_options {
    size_t size;          /* of this struct: see status.h */
    const char *language; /* a name of CONTENSOU_CATALOGUE_LANGUAGES, such as c */
    const char *name;     /* of the function, an identifier; NULL: contensou_<model> */
    const char *command;  /* what made it, for the comment; NULL: none */
};

/* Writes a self-contained function of (vx, vy, omega) that gives (Tx, Ty, M) of the fitted law, with its
 * parameters, errors and the command in a comment. *text is for free(). A slip of zero gives zero. In C (one header, C99 and
 * C++) and Python there are also its Jacobian, its regularised form and an implicit step of one contact. mujoco, drake,
 * sapien, pybullet, newton: those in Python, with a script around them that runs, in metres but for mujoco; fmu: those in C, with the functions of FMI 2.0 around them. A result
 * whose model is "table", and nothing else, stands for a table of the exact law (not in Warp, MATLAB and Modelica). */
enum contensou_status contensou_export_code(const struct contensou_patch *patch,
                                            const struct contensou_fit_result *result,
                                            const struct contensou_export_options *options,
                                            char **text, struct contensou_error *err);

/* Makes a co-simulation unit of FMI 2.0 of the same (options->language is "fmu"): the bytes of a file NAME.fmu, for
 * free(). Its inputs are slip and normal force, its outputs the friction on the body. compiler: a command that takes
 * the options of cc, to put a library for this machine into it, *compiled = 1; where that does not work, or for NULL, there
 * is the source only. */
enum contensou_status contensou_export_fmu(const struct contensou_patch *patch,
                                           const struct contensou_fit_result *result,
                                           const struct contensou_export_options *options,
                                           const char *compiler, unsigned char **bytes,
                                           size_t *size, int *compiled,
                                           struct contensou_error *err);

struct contensou_engine_options {
    size_t size;        /* of this struct: see status.h */
    const char *engine; /* a name of CONTENSOU_CATALOGUE_ENGINES, such as mujoco */
    double mu;          /* the friction coefficient, above 0 */
    int feet; /* 0: the engine's own law of one contact; 2 .. 16: so many points instead */
};

/* A physics engine's own friction parameters for this patch, as its users write them (XML elements, statements), with the
 * error that the engine's law then makes against the exact wrench in a comment. With feet it is the contact as points
 * with plain Coulomb friction, their places and shares fitted to the exact wrench. *text is for free(). */
enum contensou_status contensou_export_engine(const struct contensou_patch *patch,
                                              struct contensou_device *device,
                                              const struct contensou_engine_options *options,
                                              char **text, struct contensou_error *err);

/* The same feet as numbers: place[2 * count] = x[], y[] from the reference point in the contact's own unit, share[count] of
 * mu N, which add up to 1, and the error that they make against the exact wrench, of T and of M over the contact's size. */
enum contensou_status contensou_export_points(const struct contensou_patch *patch,
                                              struct contensou_device *device, int count,
                                              double *place, double *share, double *rms,
                                              struct contensou_error *err);

/* CONTENSOU_OK if a function of this language may have this name; otherwise why not. */
enum contensou_status contensou_export_check_name(const char *language, const char *name,
                                                  struct contensou_error *err);

#ifdef __cplusplus
}
#endif
#endif

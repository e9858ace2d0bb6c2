/* contensou.h: finite-contact dry friction (the Coulomb-Contensou model) on OpenCL devices.
 *
 * Two bodies touch over a patch, Coulomb's law holds on every element of it, and the resultant force and torque couple
 * sliding with spinning. The library evaluates that wrench, fits small formulas to it, and simulates systems with it. It
 * does what the program `contensou` does.
 *
 *     struct contensou_error err = {CONTENSOU_OK, ""};
 *     const struct contensou_patch_spec spec = {.size = sizeof spec, .shape = "ellipse:1,0.5", .pressure = "hertz"};
 *     const double slip[3] = {1, 0, 0.5};
 *     double wrench[3];
 *     struct contensou_patch *patch = NULL;
 *
 *     if (contensou_patch_create(&patch, &spec, &err) ||
 *         contensou_eval_reference(patch, NULL, 1, slip, wrench, NULL, &err))
 *         fprintf(stderr, "%s\n", err.message);
 *     else
 *         printf("force %g %g, torque %g\n", wrench[0], wrench[1], wrench[2]);
 *     contensou_patch_free(patch);
 *
 * Tier 1, a contact:       patch.h eval.h limit.h eta.h    its wrench, its limit surface; device.h for millions of slips
 * Tier 2, a formula:       fit.h identify.h export.h       fits to contacts and data, code and engines; regularised.h
 *                          contact_law.h                   a law of one contact, a slip at a time; its implicit step
 * Tier 3, a system:        simulation.h trajectories.h     one or millions of trajectories (settings.h, outcome.h, picture.h)
 *                          transitions.h cases.h           how slip begins and ends, of one contact or many
 *                          equilibrium.h cycle.h           equilibria and periodic orbits of a system (branch.h)
 * Beside them:             catalogue.h                     what there is, with names, units, defaults and limits
 *                          table.h result.h                files of results
 *                          report.h                        a page of a result
 *                          progress.h                      progress and stop
 *                          status.h version.h              errors, versions
 *
 * Arrays are field-major everywhere: value[field * n + member], n members of each field one after the other; where a
 * header has another order, it says so.
 *
 * Names: contensou_OBJECT_VERB. create, open: *out is yours, for the free or close of the same object, and NULL after a
 * failure; free(NULL) is fine. Constants carry the name of their enum: CONTENSOU_NORM_MAX.
 *
 * Errors: what can fail returns enum contensou_status, and the sentence for a human goes into the struct contensou_error of
 * the caller. Nothing is printed and nothing exits.
 *
 * Versions: structs of options begin with their size and grow (status.h); structs that the library fills change only with
 * the number of the shared library. contensou_version() is that of the library in use. What only the program needs, pictures of
 * arrays, the tables of the papers, decisions for a whole process, is in tool.h, outside this promise.
 *
 * Threads: different objects may be used by different threads at the same time, also on one device. One object belongs to
 * one thread at a time unless its header says that it does not change. Each thread has its own struct contensou_error. Calls of
 * tool.h are for the time before threads start.
 *
 * C11 and C++11. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTENSOU_H
#define CONTENSOU_CONTENSOU_H

#include <contensou/branch.h>
#include <contensou/cases.h>
#include <contensou/catalogue.h>
#include <contensou/contact.h>
#include <contensou/contact_law.h>
#include <contensou/cycle.h>
#include <contensou/device.h>
#include <contensou/equilibrium.h>
#include <contensou/eta.h>
#include <contensou/eval.h>
#include <contensou/export.h>
#include <contensou/fit.h>
#include <contensou/identification.h>
#include <contensou/identify.h>
#include <contensou/limit.h>
#include <contensou/outcome.h>
#include <contensou/patch.h>
#include <contensou/picture.h>
#include <contensou/progress.h>
#include <contensou/regularised.h>
#include <contensou/report.h>
#include <contensou/result.h>
#include <contensou/settings.h>
#include <contensou/simulation.h>
#include <contensou/status.h>
#include <contensou/table.h>
#include <contensou/trajectories.h>
#include <contensou/transitions.h>
#include <contensou/version.h>

#endif

/* contensou.h: finite-contact dry friction (the Coulomb-Contensou model) on OpenCL devices.
 * Includes the whole public interface. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTENSOU_H
#define CONTENSOU_CONTENSOU_H

#include <contensou/branch.h>
#include <contensou/cycle.h>
#include <contensou/catalogue.h>
#include <contensou/device.h>
#include <contensou/equilibrium.h>
#include <contensou/eta.h>
#include <contensou/eval.h>
#include <contensou/export.h>
#include <contensou/fit.h>
#include <contensou/limit.h>
#include <contensou/patch.h>
#include <contensou/picture.h>
#include <contensou/plot.h>
#include <contensou/process.h>
#include <contensou/progress.h>
#include <contensou/regularised.h>
#include <contensou/result.h>
#include <contensou/settings.h>
#include <contensou/simulation.h>
#include <contensou/status.h>
#include <contensou/table.h>
#include <contensou/tables.h>
#include <contensou/trajectories.h>
#include <contensou/transitions.h>
#include <contensou/version.h>

#endif

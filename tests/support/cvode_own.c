/* cvode_own.c: CVODE behind cvode_own.h. SPDX-License-Identifier: MIT */
#include "support/cvode_own.h"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <string.h>

static int rhs(sunrealtype t, N_Vector y, N_Vector dy, void *data)
{
    const struct cvode_own *problem = data;

    problem->rhs(t, N_VGetArrayPointer(y), N_VGetArrayPointer(dy), problem->field);
    return 0;
}

int cvode_own(const struct cvode_own *problem, const double *start, double tolerance,
              const double *times, int count, double *out)
{
    struct cvode_own copy = *problem;
    const size_t size = (size_t)copy.dim * sizeof *out;
    SUNContext context;
    N_Vector y;
    SUNMatrix A;
    SUNLinearSolver solver;
    void *cvode;
    sunrealtype t = 0;
    int bad;

    if (SUNContext_Create(SUN_COMM_NULL, &context))
        return -1;
    y = N_VNew_Serial(copy.dim, context);
    A = SUNDenseMatrix(copy.dim, copy.dim, context);
    solver = SUNLinSol_Dense(y, A, context);
    cvode = CVodeCreate(CV_BDF, context);
    memcpy(N_VGetArrayPointer(y), start, size);
    bad = CVodeInit(cvode, rhs, 0, y) || CVodeSStolerances(cvode, tolerance, tolerance) ||
          CVodeSetUserData(cvode, &copy) || CVodeSetLinearSolver(cvode, solver, A) ||
          CVodeSetMaxNumSteps(cvode, 10000000);
    for (int i = 0; i < count && !bad; ++i) {
        bad = times[i] > t && CVode(cvode, times[i], y, &t, CV_NORMAL) < 0;
        memcpy(out + i * copy.dim, N_VGetArrayPointer(y), size);
    }
    CVodeFree(&cvode);
    SUNLinSolFree(solver);
    SUNMatDestroy(A);
    N_VDestroy(y);
    SUNContext_Free(&context);
    return bad ? -1 : 0;
}

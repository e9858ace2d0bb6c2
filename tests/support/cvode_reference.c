/* cvode_reference.c: CVODE behind cvode_reference.h. SPDX-License-Identifier: MIT */
#include "support/cvode_reference.h"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <string.h>

/* An integration and what it watches. */
struct session {
    const struct reference_problem *problem;
    int dim, state;
    double value;
    SUNContext context;
    N_Vector y;
    SUNMatrix A;
    SUNLinearSolver solver;
    void *cvode;
};

static int rhs(sunrealtype t, N_Vector y, N_Vector dy, void *data)
{
    const struct session *s = data;

    (void)t;
    reference_systems_rhs(s->problem, N_VGetArrayPointer(y), N_VGetArrayPointer(dy));
    return 0;
}

static int jacobian(sunrealtype t, N_Vector y, N_Vector dy, SUNMatrix A, void *data, N_Vector a,
                    N_Vector b, N_Vector c)
{
    const struct session *s = data;
    double J[reference_most_states * reference_most_states];

    (void)t;
    (void)dy;
    (void)a;
    (void)b;
    (void)c;
    reference_systems_jacobian(s->problem, N_VGetArrayPointer(y), J);
    for (int i = 0; i < s->dim; ++i)
        for (int j = 0; j < s->dim; ++j)
            SM_ELEMENT_D(A, i, j) = J[i * s->dim + j];
    return 0;
}

static int watched(sunrealtype t, N_Vector y, sunrealtype *g, void *data)
{
    const struct session *s = data;

    (void)t;
    g[0] = NV_Ith_S(y, s->state) - s->value;
    return 0;
}

static void finish(struct session *s)
{
    CVodeFree(&s->cvode);
    SUNLinSolFree(s->solver);
    SUNMatDestroy(s->A);
    N_VDestroy(s->y);
    SUNContext_Free(&s->context);
}

/* Returns 0 when the session stands. */
static int begin(struct session *s, const struct reference_problem *problem, const double *start,
                 double tolerance)
{
    double J[reference_most_states * reference_most_states];

    *s = (struct session){.problem = problem, .dim = reference_systems_dim(problem->system)};
    if (SUNContext_Create(SUN_COMM_NULL, &s->context))
        return -1;
    s->y = N_VNew_Serial(s->dim, s->context);
    s->A = SUNDenseMatrix(s->dim, s->dim, s->context);
    s->solver = SUNLinSol_Dense(s->y, s->A, s->context);
    s->cvode = CVodeCreate(CV_BDF, s->context);
    memcpy(N_VGetArrayPointer(s->y), start, (size_t)s->dim * sizeof *start);
    if (CVodeInit(s->cvode, rhs, 0, s->y) || CVodeSStolerances(s->cvode, tolerance, tolerance) ||
        CVodeSetUserData(s->cvode, s) || CVodeSetLinearSolver(s->cvode, s->solver, s->A) ||
        CVodeSetMaxNumSteps(s->cvode, 10000000))
        return -1;
    if (reference_systems_jacobian(problem, start, J) && CVodeSetJacFn(s->cvode, jacobian))
        return -1;
    return 0;
}

long cvode_reference(const struct reference_problem *problem, const double *start, double tolerance,
                     const double *times, int count, double *out)
{
    struct session s;
    long steps = -1;
    sunrealtype t = 0;
    int bad = begin(&s, problem, start, tolerance);

    for (int i = 0; i < count && !bad; ++i) {
        bad = times[i] > t && CVode(s.cvode, times[i], s.y, &t, CV_NORMAL) < 0;
        memcpy(out + i * s.dim, N_VGetArrayPointer(s.y), (size_t)s.dim * sizeof *out);
    }
    if (!bad)
        CVodeGetNumSteps(s.cvode, &steps);
    finish(&s);
    return steps;
}

int cvode_reference_crossings(const struct reference_problem *problem, const double *start,
                              double tolerance, double end, int state, double value, int direction,
                              struct cvode_crossing *crossing, int most)
{
    struct session s;
    sunrealtype t = 0;
    int bad = begin(&s, problem, start, tolerance), found = 0;

    s.state = state;
    s.value = value;
    bad = bad || CVodeRootInit(s.cvode, 1, watched) || CVodeSetRootDirection(s.cvode, &direction);
    while (!bad && t < end && found < most) {
        const int flag = CVode(s.cvode, end, s.y, &t, CV_NORMAL);

        bad = flag < 0;
        if (flag == CV_ROOT_RETURN) {
            crossing[found].t = t;
            memcpy(crossing[found++].y, N_VGetArrayPointer(s.y), (size_t)s.dim * sizeof(double));
        }
    }
    finish(&s);
    return bad ? -1 : found;
}

/* ensemble_cvode.c: CVODE on all cores, as well as it can: analytic Jacobians, one integrator per thread that is
 * initialised again for each lane, lanes dealt out one by one. SPDX-License-Identifier: MIT */
#include "ensemble.h"

const char *const bench_cvode_names[bench_cvode_methods] = {"BDF, Newton", "Adams, Newton",
                                                            "Adams, fixed point"};

#ifdef BENCH_CVODE
#    include <cvode/cvode.h>
#    include <nvector/nvector_serial.h>
#    include <sunlinsol/sunlinsol_dense.h>
#    include <sunmatrix/sunmatrix_dense.h>
#    include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#    include <math.h>
#    include <pthread.h>
#    include <stdatomic.h>
#    include <stdlib.h>
#    include <string.h>
#    include <unistd.h>

/* What the threads share. */
struct task {
    const struct bench_ode *ode;
    const struct bench_lane *lane;
    const double *start;
    double t_end, rtol, atol, *final;
    int method;
    size_t count;
    atomic_size_t next;
};

/* One thread's integrator. */
struct integrator {
    const struct bench_ode *ode;
    const struct bench_lane *lane;
    SUNContext context;
    N_Vector y;
    SUNMatrix A;
    SUNLinearSolver linear;
    SUNNonlinearSolver fixed;
    void *cvode;
};

static int rhs(sunrealtype t, N_Vector y, N_Vector dy, void *data)
{
    const struct integrator *g = data;

    (void)t;
    g->ode->rhs(g->lane, N_VGetArrayPointer(y), N_VGetArrayPointer(dy));
    return 0;
}

static int jacobian(sunrealtype t, N_Vector y, N_Vector dy, SUNMatrix A, void *data, N_Vector a,
                    N_Vector b, N_Vector c)
{
    const struct integrator *g = data;
    const int dim = g->ode->dim;
    double J[bench_most_states * bench_most_states], *to = SUNDenseMatrix_Data(A);

    (void)t;
    (void)dy;
    (void)a;
    (void)b;
    (void)c;
    g->ode->jacobian(g->lane, N_VGetArrayPointer(y), J);
    for (int j = 0; j < dim; ++j)
        for (int i = 0; i < dim; ++i)
            to[j * dim + i] = J[i * dim + j];
    return 0;
}

/* Nothing is said about a step that fails: the lane tells. */
#    if SUNDIALS_VERSION_MAJOR >= 7
static int hush(struct integrator *g)
{
    return SUNContext_ClearErrHandlers(g->context);
}
#    else
static void ignore(int code, const char *module, const char *function, char *message, void *data)
{
    (void)code;
    (void)module;
    (void)function;
    (void)message;
    (void)data;
}

static int hush(struct integrator *g)
{
    return CVodeSetErrHandlerFn(g->cvode, ignore, NULL);
}
#    endif

/* Returns 0 when it stands. */
static int create(struct integrator *g, const struct task *task)
{
    *g = (struct integrator){.ode = task->ode};
    if (SUNContext_Create(SUN_COMM_NULL, &g->context))
        return -1;
    g->y = N_VNew_Serial(g->ode->dim, g->context);
    g->cvode = CVodeCreate(task->method == 0 ? CV_BDF : CV_ADAMS, g->context);
    if (CVodeInit(g->cvode, rhs, 0, g->y) || CVodeSStolerances(g->cvode, task->rtol, task->atol) ||
        CVodeSetUserData(g->cvode, g) || CVodeSetMaxNumSteps(g->cvode, 10000000) || hush(g))
        return -1;
    if (task->method == 2) {
        g->fixed = SUNNonlinSol_FixedPoint(g->y, 0, g->context);
        return CVodeSetNonlinearSolver(g->cvode, g->fixed);
    }
    g->A = SUNDenseMatrix(g->ode->dim, g->ode->dim, g->context);
    g->linear = SUNLinSol_Dense(g->y, g->A, g->context);
    return CVodeSetLinearSolver(g->cvode, g->linear, g->A) || CVodeSetJacFn(g->cvode, jacobian);
}

static void destroy(struct integrator *g)
{
    CVodeFree(&g->cvode);
    if (g->linear)
        SUNLinSolFree(g->linear);
    if (g->A)
        SUNMatDestroy(g->A);
    if (g->fixed)
        SUNNonlinSolFree(g->fixed);
    N_VDestroy(g->y);
    SUNContext_Free(&g->context);
}

static void *work(void *data)
{
    struct task *task = data;
    const size_t dim = (size_t)task->ode->dim;
    struct integrator g;
    int bad = create(&g, task);

    for (size_t i; (i = atomic_fetch_add(&task->next, 1)) < task->count;) {
        double *y = N_VGetArrayPointer(g.y);
        sunrealtype t = 0;

        g.lane = &task->lane[i];
        memcpy(y, task->start + i * dim, dim * sizeof *y);
        if (bad || CVodeReInit(g.cvode, 0, g.y) || CVodeSetStopTime(g.cvode, task->t_end) ||
            CVode(g.cvode, task->t_end, g.y, &t, CV_NORMAL) < 0)
            y[0] = NAN;
        memcpy(task->final + i * dim, y, dim * sizeof *y);
    }
    destroy(&g);
    return NULL;
}

static struct bench_time run_task(struct task *task, void *(*work_of)(void *))
{
    enum { most = 256 };
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const struct bench_time begin = bench_time_now();
    pthread_t thread[most];
    int started = 0;

    while (started < cores - 1 && started < most &&
           pthread_create(&thread[started], NULL, work_of, task) == 0)
        ++started;
    work_of(task);
    for (int i = 0; i < started; ++i)
        pthread_join(thread[i], NULL);
    return bench_time_since(begin);
}

int bench_cvode_here(void)
{
    return 1;
}

/* Deals the lanes out to threads that do `work_of`. */
static struct bench_time deal(const struct bench_ours *o, const struct bench_work *job, int method,
                              double rtol, double atol, double *final, void *(*work_of)(void *))
{
    const size_t count = (size_t)o->plan.count, dim = (size_t)job->ode->dim;
    struct bench_lane *lane = malloc(count * sizeof *lane);
    double *start = malloc(count * dim * sizeof *start), *value;
    struct task task = {job->ode, lane, start, job->t_end, rtol, atol, final, method, count, 0};
    struct bench_time took;

    value = malloc(o->plan.names * sizeof *value);
    if (!lane || !start || !value)
        bench_die("CVODE", &(struct contensou_error){.message = "no memory"});
    for (size_t i = 0; i < count; ++i) {
        contensou__lanes_values(&o->plan, i, value);
        job->ode->prepare(value, &lane[i]);
        memcpy(start + i * dim, value + o->plan.names - dim, dim * sizeof *start);
    }
    took = run_task(&task, work_of);
    free(value);
    free(start);
    free(lane);
    return took;
}

struct bench_time bench_cvode_run(const struct bench_ours *o, const struct bench_work *job,
                                  int method, double rtol, double atol, double *final)
{
    return deal(o, job, method, rtol, atol, final, work);
}

enum { vectors = 2 };

/* The state and its variations, v' = J v. */
static int rhs_varied(sunrealtype t, N_Vector y, N_Vector dy, void *data)
{
    const struct integrator *g = data;
    const int dim = g->ode->dim;
    const double *from = N_VGetArrayPointer(y);
    double J[bench_most_states * bench_most_states], *to = N_VGetArrayPointer(dy);

    (void)t;
    g->ode->rhs(g->lane, from, to);
    g->ode->jacobian(g->lane, from, J);
    for (int k = 1; k <= vectors; ++k)
        for (int i = 0; i < dim; ++i) {
            double sum = 0;

            for (int j = 0; j < dim; ++j)
                sum += J[i * dim + j] * from[k * dim + j];
            to[k * dim + i] = sum;
        }
    return 0;
}

static int jacobian_varied(sunrealtype t, N_Vector y, N_Vector dy, SUNMatrix A, void *data,
                           N_Vector a, N_Vector b, N_Vector c)
{
    const struct integrator *g = data;
    const int dim = g->ode->dim, all = dim * (1 + vectors);
    double J[bench_most_states * bench_most_states], *to = SUNDenseMatrix_Data(A);

    (void)t;
    (void)dy;
    (void)a;
    (void)b;
    (void)c;
    g->ode->jacobian(g->lane, N_VGetArrayPointer(y), J);
    for (int k = 0; k <= vectors; ++k)
        for (int j = 0; j < dim; ++j)
            for (int i = 0; i < dim; ++i)
                to[(k * dim + j) * all + k * dim + i] = J[i * dim + j];
    return 0;
}

/* Gram and Schmidt; the logarithm of the first length. */
static double orthonormal(double *v, int dim)
{
    double first = 0;

    for (int k = 0; k < vectors; ++k) {
        double size = 0;

        for (int m = 0; m < k; ++m) {
            double dot = 0;

            for (int i = 0; i < dim; ++i)
                dot += v[k * dim + i] * v[m * dim + i];
            for (int i = 0; i < dim; ++i)
                v[k * dim + i] -= dot * v[m * dim + i];
        }
        for (int i = 0; i < dim; ++i)
            size += v[k * dim + i] * v[k * dim + i];
        size = sqrt(size);
        for (int i = 0; i < dim; ++i)
            v[k * dim + i] /= size;
        first = k == 0 ? log(size) : first;
    }
    return first;
}

static double exponent_of(struct integrator *g, const struct task *task, const double *start)
{
    const int dim = g->ode->dim;
    const double warm = task->t_end / 16;
    double *y = N_VGetArrayPointer(g->y), sum = 0, time = 0;

    memset(y, 0, (size_t)(dim * (1 + vectors)) * sizeof *y);
    memcpy(y, start, (size_t)dim * sizeof *y);
    for (int k = 0; k < vectors; ++k)
        y[(k + 1) * dim + k] = 1;
    for (double begin = 0; begin < task->t_end; begin += 1) {
        const double end = fmin(begin + 1, task->t_end);
        sunrealtype t = begin;
        double log_size;

        if (CVodeReInit(g->cvode, begin, g->y) || CVodeSetStopTime(g->cvode, end) ||
            CVode(g->cvode, end, g->y, &t, CV_NORMAL) < 0)
            return NAN;
        log_size = orthonormal(y + dim, dim);
        if (begin >= warm) {
            sum += log_size;
            time += end - begin;
        }
    }
    return sum / time;
}

static void *work_varied(void *data)
{
    struct task *task = data;
    const int dim = task->ode->dim, all = dim * (1 + vectors);
    struct integrator g = {.ode = task->ode};
    int bad = SUNContext_Create(SUN_COMM_NULL, &g.context);

    g.y = N_VNew_Serial(all, g.context);
    g.cvode = CVodeCreate(CV_BDF, g.context);
    g.A = SUNDenseMatrix(all, all, g.context);
    g.linear = SUNLinSol_Dense(g.y, g.A, g.context);
    bad |= CVodeInit(g.cvode, rhs_varied, 0, g.y) ||
           CVodeSStolerances(g.cvode, task->rtol, task->atol) || CVodeSetUserData(g.cvode, &g) ||
           CVodeSetMaxNumSteps(g.cvode, 10000000) || hush(&g) ||
           CVodeSetLinearSolver(g.cvode, g.linear, g.A) || CVodeSetJacFn(g.cvode, jacobian_varied);
    for (size_t i; (i = atomic_fetch_add(&task->next, 1)) < task->count;) {
        g.lane = &task->lane[i];
        task->final[i] = bad ? NAN : exponent_of(&g, task, task->start + i * (size_t)dim);
    }
    destroy(&g);
    return NULL;
}

struct bench_time bench_cvode_exponent(const struct bench_ours *o, const struct bench_work *job,
                                       double rtol, double *lambda)
{
    return deal(o, job, 0, rtol, 1e-2 * rtol, lambda, work_varied);
}
#else
int bench_cvode_here(void)
{
    return 0;
}

struct bench_time bench_cvode_run(const struct bench_ours *o, const struct bench_work *job,
                                  int method, double rtol, double atol, double *final)
{
    (void)o;
    (void)job;
    (void)method;
    (void)rtol;
    (void)atol;
    (void) final;
    return (struct bench_time){0, 0};
}

struct bench_time bench_cvode_exponent(const struct bench_ours *o, const struct bench_work *job,
                                       double rtol, double *lambda)
{
    (void)o;
    (void)job;
    (void)rtol;
    (void)lambda;
    return (struct bench_time){0, 0};
}
#endif

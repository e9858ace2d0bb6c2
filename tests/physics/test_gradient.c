/* test_gradient.c: gradients of trajectories against differences of the trajectories themselves, extrapolated, and against the
 * closed form of a disk that slides to rest. SPDX-License-Identifier: MIT */
#include <contensou/contensou.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Settings of a simulation by name and text; the last name is NULL. */
struct setting {
    const char *name, *value;
};

static struct contensou_simulation *create(const struct setting *settings)
{
    struct contensou_simulation *s = NULL;
    struct contensou_error err;

    assert_int_equal(contensou_simulation_create(&s, &err), CONTENSOU_OK);
    /* one program for one lane and for six */
    assert_int_equal(contensou_simulation_set(s, "pack", "1", &err), CONTENSOU_OK);
    for (; settings->name; ++settings)
        if (contensou_simulation_set(s, settings->name, settings->value, &err))
            fail_msg("%s", err.message);
    return s;
}

static struct contensou_trajectories *run(struct contensou_simulation *s)
{
    struct contensou_trajectories *r = NULL;
    struct contensou_error err;

    if (contensou_simulation_run(s, &r, &err))
        fail_msg("%s", err.message);
    return r;
}

/* Columns of the lanes, value[k * lanes + lane]. */
static void columns(struct contensou_trajectories *r, const char *const *name, size_t count,
                    double *value)
{
    struct contensou_error err;

    if (contensou_trajectories_read(r, NULL, name, count, value, &err))
        fail_msg("%s", err.message);
}

/* d state/d name at the end by six lanes, x +- d, +- 2 d, +- 4 d: an error of order d^6. */
static double difference(const struct setting *settings, const char *name, double x, double d,
                         const char *state)
{
    double lane[6], y[6], by[3], two[2];
    struct contensou_simulation *const s = create(settings);
    struct contensou_trajectories *r;
    struct contensou_error err;
    char column[64];
    const char *const names[] = {column};

    snprintf(column, sizeof column, "final.%s", state);
    for (int k = 0; k < 3; ++k) {
        lane[2 * k] = x - ldexp(d, k);
        lane[2 * k + 1] = x + ldexp(d, k);
    }
    assert_int_equal(contensou_simulation_set(s, "observe", "final", &err), CONTENSOU_OK);
    assert_int_equal(contensou_simulation_set_vary(s, name, lane, 6, &err), CONTENSOU_OK);
    r = run(s);
    columns(r, names, 1, y);
    for (int k = 0; k < 3; ++k)
        by[k] = (y[2 * k + 1] - y[2 * k]) / (lane[2 * k + 1] - lane[2 * k]);
    for (int k = 0; k < 2; ++k)
        two[k] = (4 * by[k] - by[k + 1]) / 3;
    contensou_trajectories_free(r);
    contensou_simulation_free(s);
    return (16 * two[0] - two[1]) / 15;
}

struct parameter {
    const char *name;
    double x, d;
};

/* The gradient of one state by each parameter is its difference, to a part of itself. The settings leave the parameters out, whose values
 * are given here. */
static void check(const struct setting *settings, const struct parameter *parameter, size_t count,
                  const char *state, double tolerance)
{
    struct contensou_simulation *s = create(settings);
    struct contensou_trajectories *r;
    struct contensou_error err;
    char by[256] = "", name[8][64];
    const char *names[8];
    double got[8];

    for (size_t k = 0; k < count; ++k) {
        strcat(strcat(by, k ? "," : ""), parameter[k].name);
        snprintf(name[k], sizeof name[k], "gradient.%s.%.40s", state, parameter[k].name);
        names[k] = name[k];
        assert_int_equal(
            contensou_simulation_set_parameter(s, parameter[k].name, parameter[k].x, &err),
            CONTENSOU_OK);
    }
    assert_int_equal(contensou_simulation_set(s, "observe", "gradient", &err), CONTENSOU_OK);
    assert_int_equal(contensou_simulation_set(s, "by", by, &err), CONTENSOU_OK);
    r = run(s);
    columns(r, names, count, got);
    contensou_trajectories_free(r);
    contensou_simulation_free(s);
    for (size_t k = 0; k < count; ++k) {
        struct setting with[24] = {{0}};
        char text[8][96];
        size_t n = 0;
        double want;

        for (; settings[n].name; ++n)
            with[n] = settings[n];
        s = NULL;
        for (size_t j = 0; j < count; ++j)
            if (j != k) {
                snprintf(text[j], sizeof text[j], "%.40s=%.17g", parameter[j].name, parameter[j].x);
                with[n++] = (struct setting){"vary", text[j]};
            }
        want = difference(with, parameter[k].name, parameter[k].x, parameter[k].d, state);
        print_message("%s by %s: %.12g, off by %.1e of it\n", state, parameter[k].name, got[k],
                      fabs(got[k] / want - 1));
        if (!(fabs(got[k] - want) <= tolerance * fabs(want)))
            fail_msg("d%s/d%s is %.15g, not %.15g", state, parameter[k].name, got[k], want);
    }
}

static void explicit_steps_carry_the_pendulum(void **state)
{
    static const struct setting settings[] = {
        {"system", "pendulum"}, {"law", "I11"},    {"set", "law.eps=1e-2"}, {"stepper", "dop853"},
        {"time", "0.5"},        {"rtol", "1e-12"}, {"atol", "1e-13"},       {NULL, NULL}};
    static const struct parameter by[] = {
        {"mu", 1, 1e-3}, {"law.b", 0.452, 1e-3}, {"law.m", 0.765, 1e-3}, {"init.phi", 0.5, 1e-3}};

    (void)state;
    check(settings, by, 4, "phi", 1e-8);
}

static void stiff_steps_carry_the_disk(void **state)
{
    static const struct setting settings[] = {
        {"system", "disk_belt"}, {"law", "I00"},    {"init", "x=0.2,xdot=0.3"},
        {"stepper", "rodas54"},  {"time", "6"},     {"set", "law.b=1,law.m=2"},
        {"rtol", "1e-12"},       {"atol", "1e-13"}, {NULL, NULL}};
    static const struct parameter by[] = {
        {"v_b", 0.15, 1e-4}, {"mu_bar", 5, 1e-2}, {"law.eps", 0.1, 1e-4}, {"law.eta", 4, 1e-3}};

    (void)state;
    check(settings, by, 4, "x", 1e-8);
}

/* The sticks and slips of a driven block under Coulomb's law, whose switches the parameters move. */
static void switches_of_a_driven_block(void **state)
{
    static const struct setting settings[] = {
        {"system", "block_belt"}, {"law", "signum"}, {"set", "Omega0_sq=0"},
        {"stepper", "event"},     {"time", "14"},    {"init", "V=-0.5,phi=1"},
        {"rtol", "1e-12"},        {"atol", "1e-13"}, {NULL, NULL}};
    static const struct parameter by[] = {
        {"F0", 0.5, 1e-4}, {"law.F_s", 1, 1e-4}, {"law.delta", 3, 1e-4}, {"init.X", 0.3, 1e-4}};

    (void)state;
    check(settings, by, 4, "X", 3e-8);
}

/* A disk that slides without spin under mu g comes to rest after v/(mu g) at v^2/(2 mu g). */
static void a_disk_that_slides_to_rest(void **state)
{
    static const struct setting settings[] = {{"system", "free_disk"},
                                              {"law", "I11"},
                                              {"stepper", "event"},
                                              {"init", "vx=1.3,omega=0"},
                                              {"set", "mu_g=0.4"},
                                              {"time", "5"},
                                              {"observe", "gradient"},
                                              {"by", "mu_g,init.vx"},
                                              {"rtol", "1e-12"},
                                              {"atol", "1e-13"},
                                              {NULL, NULL}};
    static const char *const names[] = {"gradient.x.mu_g", "gradient.x.init.vx",
                                        "gradient.vx.init.vx"};
    struct contensou_simulation *const s = create(settings);
    struct contensou_trajectories *const r = run(s);
    double got[3];

    (void)state;
    columns(r, names, 3, got);
    print_message("%.15g %.15g %.3g\n", got[0], got[1], got[2]);
    assert_true(fabs(got[0] + 0.5 * 1.3 * 1.3 / 0.16) < 1e-9);
    assert_true(fabs(got[1] - 1.3 / 0.4) < 1e-9);
    assert_true(fabs(got[2]) < 1e-12);
    contensou_trajectories_free(r);
    contensou_simulation_free(s);
}

/* Numbers of the contact by name: shapes, pressures, a tilt that is none, an anisotropy, units, and two switches on the way of the belt.
 * Each lane of a difference has a contact of its own. The centre of rotation stays off the rim, at which a uniform pressure bends. */
static void numbers_of_contacts(void **state)
{
    static const struct {
        const char *system, *shape, *more[3], *state;
        struct parameter by[4];
        size_t count;
        double tolerance;
    } of[] = {
        {"free_disk",
         "disk",
         {NULL},
         "omega",
         {{"shape.R", 1.1, 4e-3}, {"center.x", 0, 4e-3}, {"center.y", 0, 4e-3}},
         3,
         1e-10},
        {"free_disk", "disk", {NULL}, "vy", {{"tilt.x", 0, 4e-3}, {"tilt.y", 0, 4e-3}}, 2, 1e-10},
        {"free_disk",
         "disk",
         {NULL},
         "vy",
         {{"tilt.k", 0.2, 4e-3},
          {"tilt.beta", 0.4, 4e-3},
          {"shape.R", 1.1, 4e-3},
          {"center.y", 0.1, 4e-3}},
         4,
         1e-10},
        {"free_disk",
         "ellipse:1,0.6",
         {"pressure", "power:0.7"},
         "omega",
         {{"pressure.q", 0.7, 4e-3}, {"shape.a", 1, 4e-3}, {"tilt.x", 0.1, 4e-3}},
         3,
         1e-10},
        {"free_disk",
         "rectangle:1,0.6",
         {"anisotropy", "1.3,0.3"},
         "omega",
         {{"anisotropy.ratio", 1.3, 4e-3}, {"anisotropy.angle", 0.3, 4e-3}, {"shape.a", 1, 4e-3}},
         3,
         1e-10},
        {"free_disk",
         "annulus:0.5",
         {NULL},
         "omega",
         {{"shape.q", 0.5, 4e-3}, {"tilt.x", 0.1, 4e-3}},
         2,
         1e-10},
        {"pendulum",
         "disk:20",
         {"unit", "mm", "ground"},
         "phi",
         {{"shape.R", 20, 4e-2}, {"tilt.y", 0.01, 1e-3}, {"center.y", 2, 4e-2}},
         3,
         1e-10},
        {"pendulum",
         "rectangle:1,0.6",
         {"unit", "", "body"},
         "phi",
         {{"shape.a", 1, 4e-3}, {"tilt.y", 0.1, 4e-3}, {"center.x", 0.1, 4e-3}},
         3,
         1e-10},
        {"disk_belt",
         "disk",
         {NULL},
         "phi",
         {{"shape.R", 1.1, 2e-4}, {"tilt.x", 0.1, 2e-4}, {"center.x", 0.1, 2e-4}},
         3,
         1e-9}};

    (void)state;
    for (size_t k = 0; k < sizeof of / sizeof *of; ++k) {
        const int belt = strcmp(of[k].system, "disk_belt") == 0, puck = *of[k].system == 'f';
        const struct setting settings[] = {{"system", of[k].system},
                                           {"law", "integral"},
                                           {"shape", of[k].shape},
                                           {"stepper", belt ? "event" : "dop853"},
                                           {"set", belt   ? "law.eta=2,c=0.05"
                                                   : puck ? "law.eps=0.1"
                                                          : "law.eps=0.2"},
                                           {"init", belt   ? "x=0.1,xdot=0.2,phidot=0.5"
                                                    : puck ? "vx=1,vy=0.2,omega=0.4"
                                                           : "phi=0.5"},
                                           {"time", belt   ? "30"
                                                    : puck ? "0.5"
                                                           : "0.3"},
                                           {"rtol", "1e-12"},
                                           {"atol", "1e-13"},
                                           {"frame", of[k].more[2] ? of[k].more[2] : "body"},
                                           {of[k].more[0], of[k].more[1]},
                                           {NULL, NULL}};

        print_message("%s, %s\n", of[k].system, of[k].shape);
        check(settings, of[k].by, of[k].count, of[k].state, of[k].tolerance);
    }
}

/* The table of a contact and those on both sides have the same intervals, so that its derivatives are as exact as it is. */
static void tables_have_slopes_too(void **state)
{
    static const char *const laws[] = {"integral", "table"};
    static const char *const names[] = {"gradient.omega.shape.a", "gradient.omega.tilt.x",
                                        "gradient.omega.pressure.q"};
    double got[2][3];

    (void)state;
    for (int k = 0; k < 2; ++k) {
        const struct setting settings[] = {{"system", "free_disk"},
                                           {"law", laws[k]},
                                           {"shape", "ellipse:1,0.6"},
                                           {"pressure", "power:0.7"},
                                           {"init", "vx=1,vy=0.2,omega=0.4"},
                                           {"time", "0.5"},
                                           {"observe", "gradient"},
                                           {"by", "shape.a,tilt.x,pressure.q"},
                                           {"rtol", "1e-10"},
                                           {NULL, NULL}};
        struct contensou_simulation *const s = create(settings);
        struct contensou_trajectories *const r = run(s);

        columns(r, names, 3, got[k]);
        contensou_trajectories_free(r);
        contensou_simulation_free(s);
    }
    for (int i = 0; i < 3; ++i) {
        print_message("%s: %.9g and %.9g\n", names[i], got[0][i], got[1][i]);
        assert_true(fabs(got[0][i] - got[1][i]) < 3e-6);
    }
}

/* At the times of the series the gradient is that of a run that ends there; the states are those of a run without it, to the last bit. */
static void rows_are_those_of_runs_that_end_there(void **state)
{
    static const char *const steppers[] = {"dopri54", "rodas54", "event"};
    static const char *const names[] = {"gradient.x.mu_bar", "gradient.phi.init.x"};

    (void)state;
    for (int k = 0; k < 3; ++k) {
        struct setting settings[] = {{"system", "disk_belt"},
                                     {"law", "I00"},
                                     {"stepper", steppers[k]},
                                     {"set", k < 2 ? "law.eps=0.1" : "law.eta=4"},
                                     {"init", "x=0.1,xdot=0.2"},
                                     {"time", "0,1.1,2.5,4"},
                                     {"observe", "series,gradient"},
                                     {"by", "mu_bar,init.x"},
                                     {"rtol", "1e-11"},
                                     {"atol", "1e-12"},
                                     {NULL, NULL}};
        struct contensou_simulation *s = create(settings);
        struct contensou_trajectories *r = run(s);
        struct contensou_error err;
        double row[3][9], plain[3][5], end[2];
        const double *value;
        size_t rows, cells;

        assert_int_equal(contensou_trajectories_lane(r, "gradient", 0, &value, &rows, &cells, &err),
                         CONTENSOU_OK);
        assert_int_equal(rows, 4);
        assert_int_equal(cells, 9);
        assert_true(value[1 + 1] == 1 && value[1] == 0); /* dx/dx(0) and dx/dmu_bar at the start */
        memcpy(row, value + 9, sizeof row);
        assert_int_equal(contensou_trajectories_lane(r, "series", 0, &value, &rows, &cells, &err),
                         CONTENSOU_OK);
        memcpy(plain, value + 5, sizeof plain);
        contensou_trajectories_free(r);
        assert_int_equal(contensou_simulation_set(s, "observe", "series", &err), CONTENSOU_OK);
        r = run(s);
        assert_int_equal(contensou_trajectories_lane(r, "series", 0, &value, &rows, &cells, &err),
                         CONTENSOU_OK);
        assert_memory_equal(plain, value + 5, sizeof plain);
        contensou_trajectories_free(r);
        contensou_simulation_free(s);
        settings[5].value = "2.5";
        settings[6].value = "gradient";
        s = create(settings);
        r = run(s);
        columns(r, names, 2, end);
        print_message("%s: %.3g %.3g\n", steppers[k], row[1][1] - end[0], row[1][4] - end[1]);
        assert_true(fabs(row[1][1] - end[0]) < 1e-10 && fabs(row[1][4] - end[1]) < 1e-10);
        contensou_trajectories_free(r);
        contensou_simulation_free(s);
    }
}

/* dopri54 follows a disk whose law is nearly discontinuous by short steps, over which variations grow; dop853 is stable enough there. */
static void explicit_steps_lose_it_loudly(void **state)
{
    static const char *const steppers[] = {"dopri54", "dop853", "rodas54"};
    static const char *const names[] = {"outcome", "gradient.xdot.init.x"};

    (void)state;
    for (int k = 0; k < 3; ++k) {
        const struct setting settings[] = {{"system", "disk_belt"},
                                           {"law", "I00"},
                                           {"set", "law.eps=1e-3"},
                                           {"stepper", steppers[k]},
                                           {"init", "x=0.1,xdot=0.2"},
                                           {"time", "6.7"},
                                           {"observe", "gradient"},
                                           {"by", "init.x"},
                                           {NULL, NULL}};
        struct contensou_simulation *const s = create(settings);
        struct contensou_trajectories *const r = run(s);
        double got[2];

        columns(r, names, 2, got);
        print_message("%s: %g %.8g\n", steppers[k], got[0], got[1]);
        if (k == 0)
            assert_true(got[0] == CONTENSOU_OUTCOME_GRADIENT && isnan(got[1]));
        else
            assert_true(fabs(got[1] + 2.497523e-4) < 1e-6);
        contensou_trajectories_free(r);
        contensou_simulation_free(s);
    }
}

/* By default such lanes change to a stiff method: some of the first two runs did not, and were lost. */
static void no_lane_is_lost_by_default(void **state)
{
    static const struct setting problems[][3] = {
        {{"system", "disk_belt"}, {"set", "law.eta=4.98"}, {"vary", "init.x=0.05:0.5:40"}},
        {{"system", "free_disk"}, {"init", "vx=1,vy=0.1"}, {"vary", "init.omega=0.1:3:40"}},
        {{"system", "pendulum"}, {"init", "phidot=0.1"}, {"vary", "init.phi=0.1:3:40"}},
        {{"system", "block_belt"}, {"init", "X=0.1"}, {"vary", "V_dr=0.1:2:40"}},
    };
    static const char *const more[][2] = {
        {"I00", "v_b,init.x"}, {"I11", "mu_g,init.vx"}, {"I11", "mu"}, {"tanh", "F0,init.X"}};

    (void)state;
    for (int k = 0; k < 4; ++k) {
        const struct setting settings[] = {
            problems[k][0], problems[k][1],          problems[k][2],     {"law", more[k][0]},
            {"time", "5"},  {"observe", "gradient"}, {"by", more[k][1]}, {NULL, NULL}};
        struct contensou_simulation *const s = create(settings);
        struct contensou_trajectories *const r = run(s);
        double outcome[40];

        columns(r, (const char *const[]){"outcome"}, 1, outcome);
        for (int i = 0; i < 40; ++i)
            assert_true(outcome[i] == CONTENSOU_OUTCOME_FINISHED);
        contensou_trajectories_free(r);
        contensou_simulation_free(s);
    }
}

/* Disks that slide and turn to rest, four of which change to the stiff method where the gradient asks for it: by exact switches
 * the gradient is the same; other observers see what they see without it; its last row is the end. */
static void lanes_that_change_go_on_as_they_were(void **state)
{
    enum { lanes = 19, both = 2, all = 4 };
    static const char *const names[] = {"gradient.x.init.omega", "gradient.phi.init.omega",
                                        "extrema.x.max", "extrema.phi.mean"};
    static const char *const observe[] = {"gradient,extrema,series", "gradient", "extrema"};
    double got[3][all * lanes], outcome[lanes];

    (void)state;
    for (int k = 0; k < 3; ++k) {
        const struct setting settings[] = {{"system", "free_disk"},
                                           {"init", "vx=1,vy=0.1"},
                                           {"vary", "init.omega=0.5:3:19"},
                                           {"time", k ? "2" : "0,0.5,1.3,1.5,1.9,2"},
                                           {"observe", observe[k]},
                                           {"stepper", k == 1 ? "event" : "auto"},
                                           {k < 2 ? "by" : NULL, "init.omega"},
                                           {NULL, NULL}};
        struct contensou_simulation *const s = create(settings);
        struct contensou_trajectories *const r = run(s);

        if (k < 2)
            columns(r, names, both, got[k]);
        if (k != 1)
            columns(r, names + both, both, got[k] + both * lanes);
        columns(r, (const char *const[]){"outcome"}, 1, outcome);
        for (size_t i = 0; i < lanes; ++i) {
            struct contensou_error err;
            const double *row;
            size_t rows, cells;

            assert_true(outcome[i] == CONTENSOU_OUTCOME_FINISHED);
            if (k > 0)
                continue;
            assert_int_equal(
                contensou_trajectories_lane(r, "gradient", i, &row, &rows, &cells, &err),
                CONTENSOU_OK);
            assert_true(rows == 6 && cells == 7);
            assert_true(fabs(row[5 * cells + 1] - got[0][i]) < 1e-12);
        }
        contensou_trajectories_free(r);
        contensou_simulation_free(s);
    }
    for (size_t i = 0; i < both * lanes; ++i) {
        assert_true(fabs(got[0][i] - got[1][i]) < 1e-4);
        assert_true(fabs(got[0][both * lanes + i] - got[2][both * lanes + i]) < 1e-9);
    }
}

/* A sharp passage close to rest, short as its steps are, is not taken for that. */
static void a_sharp_passage_is_kept(void **state)
{
    static const char *const steppers[] = {"dop853", "rodas54"};
    static const char *const names[] = {"outcome", "gradient.phidot.law.b"};
    double got[2][2];

    (void)state;
    for (int k = 0; k < 2; ++k) {
        const struct setting settings[] = {{"system", "pendulum"},
                                           {"law", "I11"},
                                           {"set", "law.eps=1e-2,law.b=0.452,law.m=0.765"},
                                           {"init", "phi=0.28693528693528692"},
                                           {"stepper", steppers[k]},
                                           {"time", "1"},
                                           {"rtol", "1e-8"},
                                           {"observe", "gradient"},
                                           {"by", "law.b"},
                                           {NULL, NULL}};
        struct contensou_simulation *const s = create(settings);
        struct contensou_trajectories *const r = run(s);

        columns(r, names, 2, got[k]);
        contensou_trajectories_free(r);
        contensou_simulation_free(s);
        assert_true(got[k][0] == CONTENSOU_OUTCOME_FINISHED);
    }
    print_message("%.6g %.6g\n", got[0][1], got[1][1]);
    assert_true(fabs(got[0][1] / got[1][1] - 1) < 1e-2);
}

/* Rows of a list: of the lanes x +- d, +- 2 d, +- 4 d of a parameter, or of one lane with derivatives. */
enum { most_rows = 12, most_cells = 64 };

struct rows {
    double value[6][most_rows][most_cells];
    size_t rows, cells;
};

/* All of `by` have their values; the lanes are those of by[varied], and there is no gradient, unless varied is `count`. */
static void read_rows(const struct setting *settings, const char *list, const struct parameter *by,
                      size_t count, size_t varied, struct rows *to)
{
    struct contensou_simulation *const s = create(settings);
    const int plain = varied < count;
    struct contensou_trajectories *r;
    struct contensou_error err;
    char observe[32], names[256] = "";
    double lane[6];

    for (size_t j = 0; j < count; ++j) {
        strcat(strcat(names, j ? "," : ""), by[j].name);
        if (j != varied)
            assert_int_equal(contensou_simulation_set_parameter(s, by[j].name, by[j].x, &err),
                             CONTENSOU_OK);
    }
    for (int k = 0; plain && k < 6; ++k)
        lane[k] = by[varied].x + ldexp(k % 2 ? by[varied].d : -by[varied].d, k / 2);
    snprintf(observe, sizeof observe, plain ? "%s" : "%s,gradient", list);
    assert_int_equal(contensou_simulation_set(s, "observe", observe, &err), CONTENSOU_OK);
    if (plain)
        assert_int_equal(contensou_simulation_set_vary(s, by[varied].name, lane, 6, &err),
                         CONTENSOU_OK);
    else
        assert_int_equal(contensou_simulation_set(s, "by", names, &err), CONTENSOU_OK);
    r = run(s);
    for (size_t k = 0; k < (plain ? 6 : 1); ++k) {
        const double *value;
        size_t rows;

        assert_int_equal(contensou_trajectories_lane(r, list, k, &value, &rows, &to->cells, &err),
                         CONTENSOU_OK);
        assert_true(rows > 0 && rows <= most_rows && to->cells <= most_cells);
        assert_true(k == 0 || rows == to->rows);
        to->rows = rows;
        for (size_t i = 0; i < rows; ++i)
            memcpy(to->value[k][i], value + i * to->cells, to->cells * sizeof *value);
    }
    contensou_trajectories_free(r);
    contensou_simulation_free(s);
}

/* Times and states of the rows of a list change with each parameter as their differences do: times to a part of themselves, states to a
 * part of the largest. `words`: cells between the time and the states. */
static void check_rows(const struct setting *settings, const char *list, size_t words,
                       const struct parameter *by, size_t count, double tolerance)
{
    static struct rows got, lane;

    read_rows(settings, list, by, count, count, &got);
    for (size_t p = 0; p < count; ++p) {
        double worst = 0;
        size_t dim;

        read_rows(settings, list, by, count, p, &lane);
        dim = lane.cells - 1 - words;
        assert_int_equal(got.cells, lane.cells + count * (1 + dim));
        assert_int_equal(got.rows, lane.rows);
        for (size_t i = 0; i < got.rows; ++i) {
            double want[most_cells], most = 0;

            for (size_t c = 0; c <= dim; ++c) { /* the time, then the states */
                const size_t at = c ? c + words : 0;
                double slope[3], two[2];

                for (int k = 0; k < 3; ++k)
                    slope[k] = (lane.value[2 * k + 1][i][at] - lane.value[2 * k][i][at]) /
                               ldexp(by[p].d, k + 1);
                for (int k = 0; k < 2; ++k)
                    two[k] = (4 * slope[k] - slope[k + 1]) / 3;
                want[c] = (16 * two[0] - two[1]) / 15;
                most = c ? fmax(most, fabs(want[c])) : 0;
            }
            for (size_t c = 0; c <= dim; ++c) {
                const double is = got.value[0][i][lane.cells + c * count + p];
                const double part = fabs(is - want[c]) / fmax(c ? most : fabs(want[0]), 1e-4);

                worst = fmax(worst, part);
                if (!(part <= tolerance))
                    fail_msg("%s %zu by %s, cell %zu: %.15g, not %.15g", list, i, by[p].name, c, is,
                             want[c]);
            }
        }
        print_message("%s, %zu rows by %s: off by %.1e\n", list, got.rows, by[p].name, worst);
    }
}

static void passages_of_a_section_move(void **state)
{
    static const struct setting lorenz[] = {
        {"system", "lorenz"}, {"stepper", "dop853"}, {"section", "z=27,down"},
        {"time", "1.5"},      {"rtol", "1e-13"},     {"atol", "1e-14"},
        {NULL, NULL}};
    static const struct parameter of_lorenz[] = {{"rho", 28, 1e-3}, {"init.x", 1, 1e-3}};
    static const struct setting pendulum[] = {
        {"system", "pendulum"}, {"law", "I11"},    {"set", "law.eps=1e-2"}, {"stepper", "dop853"},
        {"time", "3"},          {"rtol", "1e-13"}, {"atol", "1e-14"},       {NULL, NULL}};
    static const struct parameter of_pendulum[] = {{"mu", 1, 1e-3}, {"init.phi", 0.5, 1e-3}};
    static const struct setting belt[] = {
        {"system", "disk_belt"}, {"law", "I00"},          {"set", "law.b=1,law.m=2"},
        {"stepper", "event"},    {"section", "x=0.5,up"}, {"time", "100"},
        {"rtol", "1e-13"},       {"atol", "1e-14"},       {NULL, NULL}};
    static const struct parameter of_belt[] = {{"v_b", 0.15, 1e-4}};

    (void)state;
    check_rows(lorenz, "section", 0, of_lorenz, 2, 1e-8);
    check_rows(pendulum, "section", 0, of_pendulum, 2, 1e-8);
    check_rows(belt, "section", 0, of_belt, 1, 1e-8);
}

static void switches_move(void **state)
{
    static const struct setting block[] = {
        {"system", "block_belt"}, {"law", "signum"}, {"set", "Omega0_sq=0"},
        {"stepper", "event"},     {"time", "14"},    {"init", "V=-0.5,phi=1"},
        {"rtol", "1e-13"},        {"atol", "1e-14"}, {NULL, NULL}};
    static const struct parameter of_block[] = {{"F0", 0.5, 1e-3},      {"law.F_s", 1, 1e-3},
                                                {"law.delta", 3, 1e-2}, {"V_dr", 0.2, 4e-4},
                                                {"Omega1", 2, 4e-4},    {"init.X", 0.3, 1e-3}};
    static const struct setting disk[] = {
        {"system", "free_disk"}, {"law", "I11"},    {"stepper", "event"}, {"time", "5"},
        {"rtol", "1e-13"},       {"atol", "1e-14"}, {"init", "vy=0.1"},   {NULL, NULL}};
    static const struct parameter of_disk[] = {
        {"mu_g", 0.4, 1e-4}, {"init.vx", 1.3, 1e-4}, {"k_sq", 0.5, 1e-4}, {"law.b", 0.452, 1e-4}};
    static const struct setting pendulum[] = {
        {"system", "pendulum"},
        {"law", "I11"},
        {"stepper", "event"},
        {"set", "c_X=5,c_Y=5,c_phi=0.02,R=0.1,omega_0=1,law.b=0.452,law.m=0.765"},
        {"init", "phi=0.3"},
        {"time", "3"},
        {"rtol", "1e-13"},
        {"atol", "1e-14"},
        {NULL, NULL}};
    static const struct parameter of_pendulum[] = {
        {"mu", 0.4, 1e-4}, {"law.eta", 1.3, 1e-4}, {"e", 0.1, 2e-5}};

    (void)state;
    check_rows(block, "events", 1, of_block, 6, 1e-8);
    check_rows(disk, "events", 1, of_disk, 4, 1e-8);
    check_rows(pendulum, "events", 1, of_pendulum, 3, 1e-8);
}

/* A block on a spring rides on the belt until the spring bears F_s, from X on by the time (F_s - X)/V_dr. A disk that slides without
 * spin rests after v/(mu g). What a period of the force has passed k times ends later by k dP/dOmega, P = 2 pi/Omega. */
static void times_in_closed_form(void **state)
{
    static const struct setting ride[] = {{"system", "block_belt"},
                                          {"law", "signum"},
                                          {"stepper", "event"},
                                          {"set", "Omega0_sq=0,V_dr=0.2,law.F_s=1"},
                                          {"init", "X=0.3,V=0.2"},
                                          {"time", "4"},
                                          {"observe", "events,gradient"},
                                          {"by", "V_dr,law.F_s,init.X"},
                                          {"rtol", "1e-12"},
                                          {NULL, NULL}};
    static const struct setting slide[] = {{"system", "free_disk"},
                                           {"law", "I11"},
                                           {"stepper", "event"},
                                           {"init", "vx=1.3,omega=0"},
                                           {"set", "mu_g=0.4"},
                                           {"time", "5"},
                                           {"observe", "events,gradient"},
                                           {"by", "mu_g,init.vx"},
                                           {"rtol", "1e-12"},
                                           {"atol", "1e-13"},
                                           {NULL, NULL}};
    static const struct setting strobe[] = {{"system", "block_belt"},
                                            {"law", "tanh"},
                                            {"stepper", "dop853"},
                                            {"section", "period"},
                                            {"set", "Omega0_sq=0,F0=0.9,law.eps=0.1"},
                                            {"time", "10"},
                                            {"observe", "section,gradient"},
                                            {"by", "F0,Omega1"},
                                            {NULL, NULL}};
    static const double ride_by[] = {-0.7 / 0.04, 1 / 0.2, -1 / 0.2};
    static const double slide_by[] = {-1.3 / 0.16, 1 / 0.4};
    const double strobe_by[] = {0, -3 * 2 * acos(-1) / 4};
    static const struct {
        const struct setting *settings;
        const char *list;
        size_t row, first, count;
    } of[] = {{ride, "events", 0, 2 + 6, 3},
              {slide, "events", 0, 2 + 6, 2},
              {strobe, "section", 3, 1 + 6, 2}};

    (void)state;
    for (int k = 0; k < 3; ++k) {
        const double *const want = k == 0 ? ride_by : k == 1 ? slide_by : strobe_by;
        struct contensou_simulation *const s = create(of[k].settings);
        struct contensou_trajectories *const r = run(s);
        struct contensou_error err;
        const double *value;
        size_t rows, cells;

        assert_int_equal(contensou_trajectories_lane(r, of[k].list, 0, &value, &rows, &cells, &err),
                         CONTENSOU_OK);
        assert_true(rows > of[k].row);
        value += of[k].row * cells + of[k].first;
        for (size_t i = 0; i < of[k].count; ++i) {
            print_message("%s by %zu: %.15g, not %.15g\n", of[k].list, i, value[i], want[i]);
            assert_true(fabs(value[i] - want[i]) <= 1e-9 * fabs(want[i]));
        }
        contensou_trajectories_free(r);
        contensou_simulation_free(s);
    }
}

/* The period of stick-slip oscillations, the time between two points of a section. */
static void periods_move(void **state)
{
    static const struct setting settings[] = {
        {"system", "block_belt"}, {"law", "signum"},     {"set", "Omega0_sq=0"},
        {"stepper", "event"},     {"time", "80"},        {"transient", "20"},
        {"section", "V=-0.2,up"}, {"observe", "period"}, {"rtol", "1e-13"},
        {"atol", "1e-14"},        {NULL, NULL}};
    static const struct parameter by[] = {{"V_dr", 0.2, 1e-4}, {"law.F_s", 1, 1e-4}};
    static const char *const time[] = {"period.time"};

    (void)state;
    for (int p = 0; p < 2; ++p) {
        struct contensou_simulation *s = create(settings);
        struct contensou_trajectories *r;
        struct contensou_error err;
        char name[64];
        const char *const names[] = {name};
        double lane[6], y[6], slope[3], two[2], want, got;

        for (int k = 0; k < 6; ++k)
            lane[k] = by[p].x + ldexp(k % 2 ? by[p].d : -by[p].d, k / 2);
        assert_int_equal(contensou_simulation_set_vary(s, by[p].name, lane, 6, &err), 0);
        r = run(s);
        columns(r, time, 1, y);
        contensou_trajectories_free(r);
        contensou_simulation_free(s);
        for (int k = 0; k < 3; ++k)
            slope[k] = (y[2 * k + 1] - y[2 * k]) / ldexp(by[p].d, k + 1);
        for (int k = 0; k < 2; ++k)
            two[k] = (4 * slope[k] - slope[k + 1]) / 3;
        want = (16 * two[0] - two[1]) / 15;
        s = create(settings);
        assert_int_equal(contensou_simulation_set(s, "observe", "period,gradient", &err), 0);
        assert_int_equal(contensou_simulation_set(s, "by", by[p].name, &err), 0);
        r = run(s);
        snprintf(name, sizeof name, "gradient.period.time.%s", by[p].name);
        columns(r, names, 1, &got);
        print_message("%s: %.12g, off by %.1e of it\n", name, got, fabs(got / want - 1));
        assert_true(fabs(got / want - 1) < 1e-8);
        contensou_trajectories_free(r);
        contensou_simulation_free(s);
    }
}

/* In a tilted contact the direction of the slip settles slowly: at rest the time is known, its derivative is not. */
static void what_nobody_knows_is_not_a_number(void **state)
{
    static const struct setting settings[] = {
        {"system", "free_disk"}, {"law", "pade2"},  {"tilt", "0.2,0.5"},
        {"stepper", "event"},    {"time", "5"},     {"init", "vy=0.1"},
        {"observe", "gradient"}, {"by", "init.vx"}, {NULL, NULL}};
    static struct rows got;
    const struct parameter by = {"init.vx", 1, 1e-4};

    (void)state;
    read_rows(settings, "events", &by, 1, 1, &got);
    assert_int_equal(got.rows, 1);
    assert_true(isnan(got.value[0][0][8]) && isfinite(got.value[0][0][9]));
}

static void refused(const char *by, const char *more, const char *value, const char *sentence)
{
    const struct setting settings[] = {
        {"system", "disk_belt"}, {"time", "1"},
        {"observe", "gradient"}, {by ? "by" : "rtol", by ? by : "1e-8"},
        {more, value},           {NULL, NULL}};
    struct contensou_simulation *const s = create(settings);
    struct contensou_error err;

    assert_int_not_equal(contensou_simulation_prepare(s, &err), CONTENSOU_OK);
    if (!strstr(err.message, sentence))
        fail_msg("'%s' does not say '%s'", err.message, sentence);
    contensou_simulation_free(s);
}

static void what_has_no_derivative_is_refused(void **state)
{
    (void)state;
    refused(NULL, NULL, NULL, "needs by");
    refused("mu", NULL, NULL,
            "did you mean 'mu_bar'? available: m, k12, c, c12, v_b, mu_bar, law.eps");
    refused("law.eta", NULL, NULL, "at eta = 1 a smoothed law has no derivative by eta");
    refused("law.eta_prime", NULL, NULL, "it is not given");
    refused("law.eps", "stepper", "event", "the law is not smoothed");
    refused("shape.R", "law", "I00", "integral and table have them");
    refused("shape.b", "shape", "disk", "did you mean 'shape.R'?");
    refused("m", "vary", "shape.b=1:2:3", "did you mean 'shape.R'?");
    refused("m", "set", "tilt.k=0.1,tilt.x=0.1", "leave one pair out");
    refused("m", "vary", "tilt.k=0:1.5:3", "negative on a part");
    refused("m", "precision", "single", "double precision");
    refused("m", "continue", "up", "");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(explicit_steps_carry_the_pendulum),
        cmocka_unit_test(stiff_steps_carry_the_disk),
        cmocka_unit_test(switches_of_a_driven_block),
        cmocka_unit_test(a_disk_that_slides_to_rest),
        cmocka_unit_test(numbers_of_contacts),
        cmocka_unit_test(tables_have_slopes_too),
        cmocka_unit_test(rows_are_those_of_runs_that_end_there),
        cmocka_unit_test(passages_of_a_section_move),
        cmocka_unit_test(switches_move),
        cmocka_unit_test(times_in_closed_form),
        cmocka_unit_test(periods_move),
        cmocka_unit_test(what_nobody_knows_is_not_a_number),
        cmocka_unit_test(explicit_steps_lose_it_loudly),
        cmocka_unit_test(no_lane_is_lost_by_default),
        cmocka_unit_test(lanes_that_change_go_on_as_they_were),
        cmocka_unit_test(a_sharp_passage_is_kept),
        cmocka_unit_test(what_has_no_derivative_is_refused),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

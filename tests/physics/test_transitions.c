/* test_transitions.c: slip-stick transitions of [3] against check-values/transitions.json, topology, and
 * the flow itself, integrated. SPDX-License-Identifier: MIT */
#include <contensou/simulation.h>
#include <contensou/transitions.h>

#include "base/random.h"
#include "base/text.h"

#include <cjson/cJSON.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static cJSON *check_values(void)
{
    struct contensou__text text = {0};
    struct contensou_error err = {0};
    cJSON *all;

    if (contensou__text_read_file(&text, CONTENSOU_CHECK_VALUES "/transitions.json", &err))
        fail_msg("%s", err.message);
    all = cJSON_Parse(text.data);
    assert_non_null(all);
    contensou__text_free(&text);
    return all;
}

static double number(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItem(object, name)->valuedouble;
}

static void read_case(const cJSON *one, struct contensou_transitions_case *c)
{
    static const int row[6] = {0, 0, 0, 1, 1, 2}, column[6] = {0, 1, 2, 1, 2, 2};
    const cJSON *M = cJSON_GetObjectItem(one, "M"), *b = cJSON_GetObjectItem(one, "b");

    for (int i = 0; i < 6; ++i)
        c->mass[i] = cJSON_GetArrayItem(cJSON_GetArrayItem(M, row[i]), column[i])->valuedouble;
    for (int i = 0; i < 3; ++i)
        c->drive[i] = cJSON_GetArrayItem(b, i)->valuedouble;
    c->mu_lambda = number(one, "mu_lambda");
    c->mu_tau = number(one, "mu_tau");
    c->c_omega = number(one, "c_omega");
    c->lambda_n = number(one, "lambda_n");
}

static struct contensou_transitions_result solve(const struct contensou_transitions_case *c)
{
    struct contensou_transitions_result r;
    struct contensou_error err = {0};

    if (contensou_transitions(c, &r, &err))
        fail_msg("%s", err.message);
    return r;
}

/* "-0.02 + 0.23i" */
static void read_complex(const char *text, double value[2])
{
    char *end;

    value[0] = strtod(text, &end);
    value[1] = 0;
    while (*end == ' ')
        ++end;
    if (*end == '+' || *end == '-')
        value[1] = (*end == '-' ? -1 : 1) * strtod(end + 1, NULL);
}

static void compare_point(const char *name, const cJSON *expected,
                          const struct contensou_transitions_point *p)
{
    const cJSON *values = cJSON_GetObjectItem(expected, "fast_eigenvalues");

    assert_string_equal(contensou_transitions_type_name(p->type),
                        cJSON_GetObjectItem(expected, "type")->valuestring);
    for (int k = 0; k < 3; ++k) {
        const char *n = cJSON_GetArrayItem(cJSON_GetObjectItem(expected, "n"), k)->valuestring;
        const char *slip =
            cJSON_GetArrayItem(cJSON_GetObjectItem(expected, "direction_unscaled_s_omega"), k)
                ->valuestring;

        if (!(fabs(p->n[k] - strtod(n, NULL)) < 1e-12) ||
            !(fabs(p->slip[k] - strtod(slip, NULL)) < 1e-12))
            fail_msg("%s: n[%d] = %.17g, not %s", name, k, p->n[k], n);
    }
    assert_true(fabs(p->rdot - strtod(cJSON_GetObjectItem(expected, "rdot")->valuestring, NULL)) <
                1e-12 * fmax(1, fabs(p->rdot)));
    for (int k = 0; k < 2; ++k) {
        double value[2];

        read_complex(cJSON_GetArrayItem(values, k)->valuestring, value);
        if (!(hypot(p->eigenvalue[k][0] - value[0], p->eigenvalue[k][1] - value[1]) < 1e-11))
            fail_msg("%s: eigenvalue %.15g %.15g, not %.15g %.15g", name, p->eigenvalue[k][0],
                     p->eigenvalue[k][1], value[0], value[1]);
    }
}

static void check_values_agree(void **state)
{
    cJSON *all = check_values();
    const cJSON *one;
    int cases = 0;

    (void)state;
    cJSON_ArrayForEach(one, all)
    {
        const cJSON *points = cJSON_GetObjectItem(one, "fixed_points");
        const char *name = cJSON_GetObjectItem(one, "name")->valuestring;
        struct contensou_transitions_case c;
        struct contensou_transitions_result r;

        read_case(one, &c);
        r = solve(&c);
        assert_int_equal(r.count, cJSON_GetArraySize(points));
        assert_int_equal(r.stick_admissible,
                         cJSON_IsTrue(cJSON_GetObjectItem(one, "stick_statically_admissible")));
        assert_int_equal(r.ambiguous, strstr(name, "ambiguous") != NULL);
        assert_int_equal(r.limit_cycle, strstr(name, "limit_cycle") != NULL);
        assert_int_equal(r.index, 2);
        for (int i = 0; i < r.count; ++i)
            compare_point(name, cJSON_GetArrayItem(points, i), &r.point[i]);
        ++cases;
    }
    assert_int_equal(cases, 6);
    cJSON_Delete(all);
}

static double draw(uint64_t i, const char *name)
{
    return 2 * contensou__random_unit(7, i, name) - 1;
}

/* M = R R' + 0.05 I, b of size `drive`, mu_tau and c_omega from 1/4 to 4. */
static struct contensou_transitions_case random_case(uint64_t i, double drive)
{
    static const int row[6] = {0, 0, 0, 1, 1, 2}, column[6] = {0, 1, 2, 1, 2, 2};
    struct contensou_transitions_case c = {.mu_lambda = 1, .lambda_n = 1};
    double R[3][3];
    char name[8];

    for (int k = 0; k < 9; ++k) {
        snprintf(name, sizeof name, "R%d", k);
        R[k / 3][k % 3] = 1.5 * draw(i, name);
    }
    for (int k = 0; k < 6; ++k) {
        const double *a = R[row[k]], *b = R[column[k]];

        c.mass[k] = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + (row[k] == column[k] ? 0.05 : 0);
    }
    for (int k = 0; k < 3; ++k) {
        snprintf(name, sizeof name, "b%d", k);
        c.drive[k] = drive * draw(i, name);
    }
    c.mu_tau = pow(4, draw(i, "mu"));
    c.c_omega = pow(4, draw(i, "c"));
    return c;
}

/* (A + rdot) n = beta, |n| = 1, with M on the left: M C^-1 (beta - rdot n) = lambda_n D n. */
static double residual(const struct contensou_transitions_case *c,
                       const struct contensou_transitions_point *p)
{
    const double *m = c->mass, mu[3] = {c->mu_lambda, c->mu_lambda, c->mu_tau};
    const double M[3][3] = {{m[0], m[1], m[2]}, {m[1], m[3], m[4]}, {m[2], m[4], m[5]}};
    double worst = fabs(hypot(hypot(p->n[0], p->n[1]), p->n[2]) - 1);

    for (int i = 0; i < 3; ++i) {
        double sum = -c->lambda_n * mu[i] * p->n[i], size = fabs(sum);

        for (int j = 0; j < 3; ++j) {
            const double a = c->drive[j] - p->rdot * p->n[j] / (j == 2 ? c->c_omega : 1);

            sum += M[i][j] * a;
            size += fabs(M[i][j]) * (fabs(c->drive[j]) + fabs(p->rdot));
        }
        worst = fmax(worst, fabs(sum) / size);
    }
    return worst;
}

static void check_case(const struct contensou_transitions_case *c, int count[4])
{
    const struct contensou_transitions_result r = solve(c);

    if (r.index != 2 || r.count % 2 || r.count < 2 || r.count > 6)
        fail_msg("%d points, index %d", r.count, r.index);
    ++count[r.count / 2];
    for (int i = 0; i < r.count; ++i) {
        assert_true(residual(c, &r.point[i]) < 1e-11);
        assert_true(i == 0 || r.point[i].rdot <= r.point[i - 1].rdot);
        for (int j = 0; j < i; ++j)
            assert_true(fabs(r.point[i].n[0] - r.point[j].n[0]) +
                            fabs(r.point[i].n[1] - r.point[j].n[1]) +
                            fabs(r.point[i].n[2] - r.point[j].n[2]) >
                        1e-9);
    }
}

/* Poincare and Hopf: the indices of all fixed points on a sphere add up to 2, for every size of the
 * drive, also where pairs of directions share their rdot to all digits. */
static void indices_add_up_to_two(void **state)
{
    static const double drive[] = {1, 0.3, 0.01, 1e-8, 1e-16, 1e-100, 0, 1e3, 1e10};
    int count[4] = {0};

    (void)state;
    for (size_t d = 0; d < sizeof drive / sizeof *drive; ++d)
        for (uint64_t i = 0; i < 25; ++i) {
            const struct contensou_transitions_case c = random_case(i, drive[d]);

            check_case(&c, count);
        }
    assert_true(count[1] > 10 && count[2] > 10 && count[3] > 10);
}

/* A drive without spin on a body that does not couple them: rdot = -l_3 has two directions, up and
 * down; M = diag(2, 1, 0.1): they have n_1 = 0.05/(0.5 - 2.5), n_2 = 0.08/(1 - 2.5). */
static void directions_that_share_their_rdot_are_both_found(void **state)
{
    struct contensou_transitions_case c = {{2, 0, 0, 1, 0, 0.1}, {0.05, 0.08, 0}, 1, 0.5, 0.5, 1};
    struct contensou_transitions_result r = solve(&c);
    const double n1 = 0.05 / -2, n2 = 0.08 / -1.5;
    int count[4] = {0};

    (void)state;
    assert_int_equal(r.count, 6);
    for (int i = 4; i < 6; ++i) {
        assert_true(fabs(r.point[i].rdot + 2.5) < 1e-14);
        assert_true(fabs(r.point[i].n[0] - n1) < 1e-14 && fabs(r.point[i].n[1] - n2) < 1e-14);
        assert_true(fabs(fabs(r.point[i].n[2]) - sqrt(1 - n1 * n1 - n2 * n2)) < 1e-14);
    }
    assert_true(r.point[4].n[2] * r.point[5].n[2] < 0);
    for (uint64_t i = 0; i < 30; ++i) {
        c = random_case(i, 0.3);
        c.mass[2] = c.mass[4] = c.drive[2] = 0;
        check_case(&c, count);
        c.mass[1] = c.drive[i % 2] = 0;
        check_case(&c, count);
        c.drive[0] = c.drive[1] = 0.1; /* equal eigenvalues: at most four */
        c.mass[3] = c.mass[0];
        check_case(&c, count);
    }
    /* a circle of fixed points says so, and nothing is called stable on it */
    c = (struct contensou_transitions_case){{1, 0, 0, 1, 0, 0.2}, {0, 0, 0.3}, 1, 0.5, 0.5, 1};
    r = solve(&c);
    assert_int_equal(r.count, 6);
    assert_int_equal(r.point[0].type, CONTENSOU_TRANSITIONS_DEGENERATE);
    assert_int_equal(r.limit_cycle, 0); /* a symmetric flow */
}

/* mu_tau = c_omega mu_lambda, or no coupling in M, makes A symmetric: never ambiguous, no foci. Without
 * that, foci exist; and ambiguity, see S7 of the check values. */
static void symmetric_flows_are_never_ambiguous(void **state)
{
    int foci = 0;

    (void)state;
    for (uint64_t i = 0; i < 100; ++i) {
        struct contensou_transitions_case c = random_case(i, 2);
        struct contensou_transitions_result r;

        c.mu_tau = c.c_omega * c.mu_lambda;
        r = solve(&c);
        assert_false(r.ambiguous);
        for (int k = 0; k < r.count; ++k)
            assert_true(r.point[k].eigenvalue[0][1] == 0);
        c = random_case(i, 2);
        c.mass[2] = c.mass[4] = 0;
        r = solve(&c);
        assert_false(r.ambiguous);
        c = random_case(i, 1);
        r = solve(&c);
        for (int k = 0; k < r.count; ++k)
            foci += r.point[k].eigenvalue[0][1] != 0;
    }
    assert_true(foci > 0);
}

static void flow(const struct contensou_transitions_case *c, const double n[3], double x[3])
{
    struct contensou_error err = {0};
    double v[3], along;

    assert_int_equal(contensou_transitions_pull(c, NULL, n, v, &err), CONTENSOU_OK);
    along = n[0] * v[0] + n[1] * v[1] + n[2] * v[2];
    for (int k = 0; k < 3; ++k)
        x[k] = v[k] - along * n[k];
}

/* Whatever the start, the directions end in a stable fixed point that was found, or on the limit cycle
 * where one was found. */
static void the_flow_ends_in_stable_points(void **state)
{
    cJSON *all = check_values();
    const cJSON *one;

    (void)state;
    cJSON_ArrayForEach(one, all)
    {
        struct contensou_transitions_case c;
        struct contensou_transitions_result r;
        int ended = 0;

        read_case(one, &c);
        r = solve(&c);
        for (uint64_t start = 0; start < 20; ++start) {
            double n[3] = {draw(start, "x"), draw(start, "y"), draw(start, "z")}, rate = 0;
            int at = 0;

            for (int i = 0; i < r.count; ++i)
                for (int k = 0; k < 2; ++k)
                    rate = fmax(rate, fabs(r.point[i].eigenvalue[k][0]));
            for (int step = 0; step < 20000 && !at; ++step) { /* the midpoint rule */
                const double dt = 0.2 / rate, size = hypot(hypot(n[0], n[1]), n[2]);
                double x[3], m[3];

                for (int k = 0; k < 3; ++k)
                    n[k] /= size;
                flow(&c, n, x);
                for (int k = 0; k < 3; ++k)
                    m[k] = n[k] + dt / 2 * x[k];
                flow(&c, m, x);
                for (int k = 0; k < 3; ++k)
                    n[k] += dt * x[k];
                for (int i = 0; i < r.count; ++i)
                    at |= (r.point[i].type == CONTENSOU_TRANSITIONS_STABLE_NODE ||
                           r.point[i].type == CONTENSOU_TRANSITIONS_STABLE_FOCUS) &&
                          hypot(hypot(n[0] - r.point[i].n[0], n[1] - r.point[i].n[1]),
                                n[2] - r.point[i].n[2]) < 1e-3;
            }
            ended += at;
        }
        if (!r.limit_cycle)
            assert_int_equal(ended, 20);
        else
            assert_true(ended > 0 && ended < 20);
    }
    cJSON_Delete(all);
}

static void wrong_numbers_are_refused(void **state)
{
    static const struct {
        int place;
        double value;
        const char *says;
    } wrong[] = {{0, 0, "m11"},      {5, -1, "m33"},        {1, 1.5, "positive definite"},
                 {1, 1, "singular"}, {9, 0, "mu_lambda"},   {10, -1, "mu_tau"},
                 {11, 0, "c_omega"}, {12, NAN, "lambda_n"}, {7, INFINITY, "b2"}};

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        double value[CONTENSOU_TRANSITIONS_FIELDS] = {1, 0, 0, 1, 0, 1, 0.1, 0, 0, 1, 0.5, 0.5, 1};
        struct contensou_transitions_case c;
        struct contensou_transitions_result r;
        struct contensou_error err = {0};

        value[wrong[i].place] = wrong[i].value;
        memcpy(&c, value, sizeof c);
        assert_int_equal(contensou_transitions(&c, &r, &err), CONTENSOU_EARGUMENT);
        if (!strstr(err.message, wrong[i].says))
            fail_msg("'%s' is not in: %s", wrong[i].says, err.message);
    }
}

/* [3]'s law as any law: force mu_lambda w_s/r, torque mu_tau w_3/r. */
static void ellipsoid(const void *law, const double slip[3], double force[3])
{
    const struct contensou_transitions_case *c = law;
    const double r = hypot(hypot(slip[0], slip[1]), c->c_omega * slip[2]);

    force[0] = c->mu_lambda * slip[0] / r;
    force[1] = c->mu_lambda * slip[1] / r;
    force[2] = c->mu_tau * c->c_omega * slip[2] / r;
}

/* The search over the sphere finds what the polynomial finds. */
static void the_search_finds_all_points_of_the_formula(void **state)
{
    cJSON *all = check_values();
    const cJSON *one;

    (void)state;
    cJSON_ArrayForEach(one, all)
    {
        struct contensou_transitions_case c;
        const struct contensou_transitions_law law = {ellipsoid, &c, 0};
        struct contensou_transitions_result r, s;
        struct contensou_error err = {0};

        read_case(one, &c);
        r = solve(&c);
        if (contensou_transitions_of_law(&c, &law, &s, &err))
            fail_msg("%s", err.message);
        assert_int_equal(s.count, r.count);
        assert_int_equal(s.index, 2);
        assert_int_equal(s.ambiguous, r.ambiguous);
        assert_int_equal(s.limit_cycle, r.limit_cycle);
        assert_true(fabs(s.stick_load - r.stick_load) < 1e-12);
        for (int i = 0; i < r.count; ++i) {
            assert_int_equal(s.point[i].type, r.point[i].type);
            for (int k = 0; k < 3; ++k)
                assert_true(fabs(s.point[i].n[k] - r.point[i].n[k]) < 1e-12);
            for (int k = 0; k < 4; ++k)
                assert_true(fabs(s.point[i].eigenvalue[k / 2][k % 2] -
                                 r.point[i].eigenvalue[k / 2][k % 2]) < 1e-8);
        }
    }
    cJSON_Delete(all);
}

/* The exact law is a gradient: never ambiguous, never a focus, whatever the contact. xi of
 * check-values/limit.csv: the uniform disk under the load 0.5, 0, 0.1 has 0.536409001380629337. */
static void exact_contacts_are_never_ambiguous(void **state)
{
    static const struct contensou_patch_spec spec[] = {
        {.size = sizeof *spec, .shape = "disk"},
        {.size = sizeof *spec, .shape = "rectangle:1,0.5", .center = {0.3, 0.1}}};
    struct contensou_error err = {0};
    struct contensou_transitions_result r;

    (void)state;
    for (size_t s = 0; s < 2; ++s) {
        struct contensou_patch *patch = NULL;
        int count = 0;

        if (contensou_patch_create(&patch, &spec[s], &err))
            fail_msg("%s", err.message);
        for (uint64_t i = 0; i < 40; ++i) {
            const struct contensou_transitions_case c = random_case(i, 2);

            if (contensou_transitions_contact(&c, patch, 1, c.mu_tau, &r, &err))
                fail_msg("%s", err.message);
            assert_int_equal(r.index, 2);
            assert_false(r.ambiguous);
            count += r.count;
            for (int k = 0; k < r.count; ++k)
                assert_true(r.point[k].eigenvalue[0][1] == 0);
        }
        assert_true(count > 80);
        if (s == 0) {
            const struct contensou_transitions_case c = {
                {1, 0, 0, 1, 0, 0.5}, {0.5, 0, 0.2}, 1, 1, 1, 1};

            assert_int_equal(contensou_transitions_contact(&c, patch, 1, 1, &r, &err),
                             CONTENSOU_OK);
            assert_true(fabs(r.stick_load - 0.536409001380629337) < 1e-10);
        }
        contensou_patch_free(patch);
    }
}

/* A free uniform disk, k^2 = 1/2, comes to rest with v/omega = 0.65300178920559764, whatever its start. */
static void a_free_disk_ends_with_the_known_ratio(void **state)
{
    const struct contensou_transitions_case c = {{1, 0, 0, 1, 0, 0.5}, {0, 0, 0}, 1, 1, 1, 1};
    struct contensou_patch *patch = NULL;
    struct contensou_transitions_result r;
    struct contensou_error err = {0};
    int seen = 0;

    (void)state;
    if (contensou_patch_create(&patch,
                               &(struct contensou_patch_spec){
                                   .size = sizeof(struct contensou_patch_spec), .shape = "disk"},
                               &err) ||
        contensou_transitions_contact(&c, patch, 1, 1, &r, &err))
        fail_msg("%s", err.message);
    contensou_patch_free(patch);
    for (int i = 0; i < r.count; ++i) /* attracting across the circle: its other eigenvalue */
        if (r.point[i].eigenvalue[1][0] < -0.1) {
            const double u = hypot(r.point[i].slip[0], r.point[i].slip[1]);

            assert_int_equal(r.point[i].type, CONTENSOU_TRANSITIONS_DEGENERATE);
            assert_true(fabs(u / fabs(r.point[i].slip[2]) - 0.65300178920559764) < 1e-11);
            ++seen;
        }
    assert_true(seen > 0);
}

static void cases_vary_as_their_texts_say(void **state)
{
    static const double mass[6] = {2, 0, 0, 1, 0, 0.1}, drive[3] = {0, 0.08, 0.1};
    struct contensou_simulation *s = NULL;
    struct contensou_cases *cases = NULL;
    struct contensou_transitions_case one[6];
    struct contensou_transitions_result r, expected;
    struct contensou_error err = {0};
    double unit[6], varied[12], slip[18], axis[3];

    (void)state;
    if (contensou_simulation_create(&s, &err) ||
        contensou_simulation_set(s, "vary", "b1=0.05:0.25:3", &err) ||
        contensou_simulation_set(s, "vary", "lambda_n=1,4", &err) ||
        contensou_simulation_cases(s, mass, drive, &cases, &err) ||
        contensou_cases_read(cases, 0, 6, one, unit, varied, slip, &err))
        fail_msg("%s", err.message);
    assert_int_equal(contensou_cases_count(cases), 6);
    assert_int_equal(contensou_cases_varied_count(cases), 2);
    assert_string_equal(contensou_cases_varied_name(cases, 1), "lambda_n");
    assert_null(contensou_cases_varied_name(cases, 2));
    assert_int_equal(contensou_cases_axis(cases, 0, axis), 3);
    assert_int_equal(contensou_cases_axis(cases, 2, NULL), 0);
    for (int i = 0; i < 6; ++i) {
        const struct contensou_transitions_case c = {
            {2, 0, 0, 1, 0, 0.1}, {axis[i / 2], 0.08, 0.1}, 1, 0.5, 0.5, i % 2 ? 4 : 1};

        assert_true(fabs(axis[i / 2] - (0.05 + 0.1 * (i / 2))) < 1e-15);
        assert_memory_equal(&one[i], &c, sizeof c);
        assert_true(varied[i] == axis[i / 2] && varied[6 + i] == c.lambda_n);
        assert_true(unit[i] == 1 && slip[i] == 0);
    }
    if (contensou_cases_solve(cases, &one[0], 1, &r, &err) ||
        contensou_transitions(&one[0], &expected, &err))
        fail_msg("%s", err.message);
    assert_int_equal(r.count, expected.count);
    assert_null(contensou_cases_law(cases));
    contensou_cases_free(cases);
    assert_int_equal(contensou_simulation_cases(s, mass, NULL, &cases, &err), CONTENSOU_EARGUMENT);
    assert_null(cases);
    assert_non_null(strstr(err.message, "drive"));
    contensou_simulation_free(s);
}

/* In pure spin a uniform disk of radius a holds the torque 2/3 mu a per normal force. */
static void cases_of_a_contact_have_its_torque(void **state)
{
    static const double mass[6] = {1, 0, 0, 1, 0, 2e-4}, drive[3] = {1, 0, 20};
    struct contensou_simulation *s = NULL;
    struct contensou_cases *cases = NULL;
    struct contensou_transitions_case one;
    struct contensou_error err = {0};
    double unit, value;

    (void)state;
    if (contensou_simulation_create(&s, &err) ||
        contensou_simulation_set(s, "law", "integral", &err) ||
        contensou_simulation_set(s, "set", "mu_lambda=0.3,a=0.02", &err) ||
        contensou_simulation_cases(s, mass, drive, &cases, &err) ||
        contensou_cases_read(cases, 0, 1, &one, &unit, NULL, NULL, &err))
        fail_msg("%s", err.message);
    assert_true(unit == 0.02);
    assert_true(fabs(one.mu_tau - 0.004) < 1e-14);
    assert_non_null(contensou_cases_law(cases));
    assert_string_equal(contensou_cases_law_name(cases), "integral");
    assert_null(contensou_cases_law_parameter(cases, 0, &value));
    contensou_cases_free(cases);
    contensou_simulation_free(s);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_values_agree),
        cmocka_unit_test(indices_add_up_to_two),
        cmocka_unit_test(directions_that_share_their_rdot_are_both_found),
        cmocka_unit_test(symmetric_flows_are_never_ambiguous),
        cmocka_unit_test(the_flow_ends_in_stable_points),
        cmocka_unit_test(wrong_numbers_are_refused),
        cmocka_unit_test(the_search_finds_all_points_of_the_formula),
        cmocka_unit_test(exact_contacts_are_never_ambiguous),
        cmocka_unit_test(a_free_disk_ends_with_the_known_ratio),
        cmocka_unit_test(cases_vary_as_their_texts_say),
        cmocka_unit_test(cases_of_a_contact_have_its_torque),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

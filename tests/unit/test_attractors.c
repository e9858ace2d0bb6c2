/* test_attractors.c: labels, shares and survival of lanes that are made up. SPDX-License-Identifier: MIT */
#include "analysis/attractors.h"

#include "base/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { states = 2, wide = contensou__attractors_wide };

/* What a lane says, by its number. */
struct made {
    void (*make)(uint64_t lane, struct contensou__attractors_lane *l, double parameter[1],
                 double state[states * wide]);
    /* the points of an orbit, if it makes some */
    size_t (*make_points)(uint64_t lane, double point[][1 + states]);
    double parameter[1], state[states * wide], point[32][1 + states];
};

static enum contensou_status read_lane(void *owner, uint64_t lane,
                                       struct contensou__attractors_lane *out,
                                       struct contensou_error *err)
{
    struct made *m = owner;

    (void)err;
    memset(m->state, 0, sizeof m->state);
    m->parameter[0] = 0;
    *out = (struct contensou__attractors_lane){
        .period = NAN, .end = 100, .parameter = m->parameter, .state = m->state};
    m->make(lane, out, m->parameter, m->state);
    if (m->make_points)
        out->points = m->make_points(lane, m->point);
    out->point = m->point[0];
    return CONTENSOU_OK;
}

static struct contensou__attractors find(struct made *m, uint64_t lanes)
{
    const struct contensou__attractors_source source = {
        .lanes = lanes, .states = states, .parameters = 1, .read = read_lane, .owner = m};
    struct contensou__attractors a;
    struct contensou_error err = {0};

    if (contensou__attractors_find(&a, &source, &err))
        fail_msg("%s", err.message);
    return a;
}

/* Of ten lanes: five rest at (1, 0), two at (-1, 0), one spirals into the latter, one turns with the period 3, one says
 * nothing. */
static void make_ten(uint64_t lane, struct contensou__attractors_lane *l, double parameter[1],
                     double state[states * wide])
{
    (void)parameter;
    l->kind = lane < 7 ? 1 : lane == 8 ? 3 : 0;
    l->time = 10;
    state[0] = lane < 5 ? 1 + 1e-4 * (double)lane : -1;
    state[1] = lane == 7 ? 0.01 : lane == 8 ? 0.5 : 0;
    state[2] = lane == 7 ? 0.5 : 0;
    if (lane == 8) {
        l->period = 3;
        state[0] = 0.2;
    }
    if (lane == 9) {
        state[0] = 0.5;
        state[2] = 1;
    }
}

static void lanes_that_end_alike_share_a_label(void **state)
{
    static const uint32_t label[10] = {1, 1, 1, 1, 1, 2, 2, 2, 3, 0};
    struct made m = {.make = make_ten};
    struct contensou__attractors a = find(&m, 10);

    (void)state;
    for (size_t i = 0; i < 10; ++i)
        assert_int_equal(a.label[i], label[i]);
    assert_int_equal(a.labels, 3);
    assert_int_equal(a.rows, 4);
    assert_int_equal(a.row[0].label, 0);
    assert_int_equal(a.row[0].kind, contensou__attractors_unresolved);
    assert_true(fabs(a.row[0].share - 0.1) < 1e-15);
    assert_true(fabs(a.row[1].share - 0.5) < 1e-15);
    assert_true(fabs(a.row[1].share_error - sqrt(0.025)) < 1e-15);
    assert_int_equal(a.row[2].lanes, 3);
    assert_true(a.row[3].period == 3 && isnan(a.row[1].period));
    contensou__attractors_free(&a);
}

/* Rest in stick anywhere on a line. */
static void make_stick(uint64_t lane, struct contensou__attractors_lane *l, double parameter[1],
                       double state[states * wide])
{
    (void)parameter;
    l->kind = 2;
    state[0] = (double)lane;
}

static void a_continuum_of_rest_in_stick_is_one(void **state)
{
    struct made m = {.make = make_stick};
    struct contensou__attractors a = find(&m, 20);

    (void)state;
    assert_int_equal(a.labels, 1);
    assert_int_equal(a.rows, 1);
    assert_int_equal(a.row[0].kind, contensou__attractors_stick);
    contensou__attractors_free(&a);
}

/* Two states of rest, +-sqrt(p), that move with the parameter p = 0.25 .. 4; the second half of the lanes of each p
 * goes to the lower one, and beyond p = 2 some turn. */
static void make_moving(uint64_t lane, struct contensou__attractors_lane *l, double parameter[1],
                        double state[states * wide])
{
    parameter[0] = 0.25 * (double)(lane / 8 + 1);
    l->kind = parameter[0] > 2 && lane % 8 == 3 ? 3 : 1;
    state[0] = (lane % 8 < 4 ? 1 : -1) * sqrt(parameter[0]);
    if (l->kind == 3)
        state[1] = 1;
}

/* Nobody is at rest yet: lane 0 dies out, lane 1 grows by as much as it can, lane 2 turns. */
static void make_spirals(uint64_t lane, struct contensou__attractors_lane *l, double parameter[1],
                         double state[states * wide])
{
    (void)parameter;
    l->kind = lane == 2 ? 3 : 0;
    state[0] = lane == 2 ? 1 : 0;
    state[1] = lane == 2 ? 1 : 0.01;
    state[2] = lane == 0 ? 0.015 : lane == 1 ? 0.0099 : 0;
    state[3] = lane == 0 ? 0.025 : lane == 1 ? 0.0001 : 1;
}

/* Lane 0 creeps on and on: its mean moves by more than its spread, which stays. Lanes 1 and 2 are on one orbit, with the period
 * 10 in quarters of 100, in other phases; lane 3 has another period. */
static void make_creep_and_phases(uint64_t lane, struct contensou__attractors_lane *l,
                                  double parameter[1], double state[states * wide])
{
    static const double mean[4] = {0.5, 1, 1.05, 1.05};

    (void)parameter;
    l->kind = lane ? 3 : 0;
    l->period = lane == 0 ? NAN : lane == 3 ? 20 : 10;
    l->end = 400;
    state[0] = mean[lane];
    state[1] = state[3] = lane ? 1 : 0.01;
    state[2] = lane ? 0 : 0.035;
}

static void a_creep_is_no_rest_and_a_phase_no_attractor(void **state)
{
    struct made m = {.make = make_creep_and_phases};
    struct contensou__attractors a = find(&m, 4);

    (void)state;
    assert_int_equal(a.labels, 2);
    assert_int_equal(a.label[0], 0);
    assert_int_equal(a.label[2], a.label[1]);
    assert_int_not_equal(a.label[3], a.label[1]);
    contensou__attractors_free(&a);
}

static void a_motion_that_dies_out_is_rest(void **state)
{
    struct made m = {.make = make_spirals};
    struct contensou__attractors a = find(&m, 3);

    (void)state;
    assert_int_equal(a.rows, 2);
    assert_int_equal(a.row[a.label[0] - 1].kind, contensou__attractors_rest);
    assert_int_equal(a.label[1], a.label[0]); /* it counts to the rest that is there */
    assert_int_not_equal(a.label[2], a.label[0]);
    contensou__attractors_free(&a);
}

static void a_label_stays_while_its_attractor_moves(void **state)
{
    struct made m = {.make = make_moving};
    struct contensou__attractors a = find(&m, 16 * 8);

    (void)state;
    assert_int_equal(a.groups, 16);
    assert_int_equal(a.labels, 3);
    for (size_t i = 0; i < 16 * 8; ++i)
        assert_int_equal(a.label[i], i % 8 >= 4 ? 1 : i / 8 >= 8 && i % 8 == 3 ? 3 : 2);
    contensou__attractors_free(&a);
}

/* Lanes 0 to 5 are on a circle about (1, 0) that is passed in 6.5, with two points each turn; lanes 3 to 5 found two, three and four
 * turns, and begin elsewhere. Lane 6 has the same means and spreads, and other points; lane 7 does not know its period yet.
 * Means differ by what a part of a period leaves. */
static void make_turns(uint64_t lane, struct contensou__attractors_lane *l, double parameter[1],
                       double state[states * wide])
{
    (void)parameter;
    l->kind = lane == 7 ? 0 : 3;
    l->time = 10;
    l->period = lane == 7 ? NAN : 6.5 * (lane < 3 || lane == 6 ? 1 : (double)lane - 1);
    state[0] = 1 + (lane < 6 ? 0.1 * (double)(lane % 3) : 0);
    state[1] = state[1 + wide] = 0.7;
    state[2] = lane == 7 ? 0.5 : 0;
}

static size_t make_turn_points(uint64_t lane, double point[][1 + states])
{
    const size_t turns = lane < 3 || lane == 6 ? 1 : lane == 7 ? 4 : (size_t)lane - 1;

    for (size_t k = 0; k <= 2 * turns; ++k) { /* the last one is the first one again */
        const int even = (k + lane) % 2 == 0;

        point[k][0] = 100 - 6.5 * (double)turns + 3.25 * (double)k;
        point[k][1] = (even ? 2 : 0) + 3e-8 * (double)lane;
        point[k][2] = lane == 6 ? (even ? 0.5 : -0.5) : 0;
    }
    return 2 * turns + 1;
}

static void orbits_are_sets_of_points_whatever_phase_and_harmonic(void **state)
{
    struct made m = {.make = make_turns, .make_points = make_turn_points};
    struct contensou__attractors a = find(&m, 8);

    (void)state;
    assert_int_equal(a.labels, 2);
    for (size_t i = 0; i < 8; ++i)
        assert_int_equal(a.label[i], i == 6 ? 2 : 1);
    assert_true(fabs(a.row[0].period - 6.5) < 1e-12 && fabs(a.row[1].period - 6.5) < 1e-12);
    contensou__attractors_free(&a);
}

/* Rest at x = -3.1 and 3.1: neighbours only where x is an angle. */
static void make_far(uint64_t lane, struct contensou__attractors_lane *l, double parameter[1],
                     double state[states * wide])
{
    (void)parameter;
    l->kind = 1;
    state[0] = lane % 2 ? 3.13 : -3.13;
}

static void only_angles_are_neighbours_across_pi(void **state)
{
    struct made m = {.make = make_far};
    const struct contensou__attractors_source source = {
        .lanes = 4, .states = states, .parameters = 1, .angles = 1, .read = read_lane, .owner = &m};
    struct contensou__attractors a = find(&m, 4);
    struct contensou_error err = {0};

    (void)state;
    assert_int_equal(a.labels, 2);
    contensou__attractors_free(&a);
    assert_int_equal(contensou__attractors_find(&a, &source, &err), CONTENSOU_OK);
    assert_int_equal(a.labels, 1);
    contensou__attractors_free(&a);
}

/* Ten lanes move irregularly on the points 0, 0.1, .. 1 or, the last five, 5, 5.1, .. 6 in an order of their own; the others rest, and
 * came there before half of the time is over, or, as parameter 1, behind it. */
static void make_irregular(uint64_t lane, struct contensou__attractors_lane *l, double parameter[1],
                           double state[states * wide])
{
    parameter[0] = (double)(lane / 20);
    l->kind = lane % 20 >= 10;
    l->time = lane < 20 ? 20 : 80;
    state[0] = l->kind > 0 ? 10 : lane % 20 < 5 ? 0.5 : 5.5;
    state[1] = state[3] = l->kind > 0 ? 0 : 0.3;
}

static size_t make_irregular_points(uint64_t lane, double point[][1 + states])
{
    for (size_t k = 0; k < 8; ++k) {
        point[k][0] = (double)k;
        point[k][1] = 0.1 * (double)((7 * k + 3 * lane) % 11) + (lane % 20 < 5 ? 0 : 5);
        point[k][2] = 0;
    }
    return lane % 20 >= 10 ? 0 : 8;
}

static void an_irregular_motion_that_lanes_leave_is_a_transient(void **state)
{
    struct made m = {.make = make_irregular, .make_points = make_irregular_points};
    struct contensou__attractors a = find(&m, 40);

    (void)state;
    assert_int_equal(a.labels, 3);
    for (size_t i = 0; i < 40; ++i)
        assert_int_equal(a.label[i], i % 20 >= 10 ? 1 : i >= 20 ? 0 : i < 5 ? 2 : 3);
    contensou__attractors_free(&a);
}

/* Arrivals by an exponential law of rate 0.05 behind the time 2; what comes later than 40 is not seen. */
static void make_lives(uint64_t lane, struct contensou__attractors_lane *l, double parameter[1],
                       double state[states * wide])
{
    const double time = 2 - log(1 - contensou__random_unit(1, lane, "life")) / 0.05;

    (void)parameter;
    (void)state;
    l->kind = time <= 40;
    l->time = time;
    l->end = 40;
}

static void survival_is_that_of_an_exponential_law(void **state)
{
    struct made m = {.make = make_lives};
    struct contensou__attractors a = find(&m, 4000);
    const double alive = exp(-0.05 * 38); /* at 40 */

    (void)state;
    assert_true(a.life[0].lanes == 4000 && a.life[0].arrived < 4000);
    assert_true(fabs(a.life[0].from - 2) < 0.05);
    assert_true(fabs(a.life[0].error / a.life[0].rate - 1 / sqrt((double)a.life[0].arrived - 1)) <
                1e-12);
    assert_true(fabs(a.life[0].rate - 0.05) < 3 * a.life[0].error);
    assert_true(a.life[0].error < 0.001);
    assert_true(a.step[0].alive == 1);
    assert_true(fabs(a.step[a.steps - 1].alive - alive) < 3 * a.step[a.steps - 1].error);
    /* Greenwood's error is that of a binomial where nothing is censored before */
    assert_true(fabs(a.step[a.steps - 1].error - sqrt(alive * (1 - alive) / 4000)) < 2e-4);
    contensou__attractors_free(&a);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_that_end_alike_share_a_label),
        cmocka_unit_test(a_continuum_of_rest_in_stick_is_one),
        cmocka_unit_test(a_motion_that_dies_out_is_rest),
        cmocka_unit_test(a_creep_is_no_rest_and_a_phase_no_attractor),
        cmocka_unit_test(orbits_are_sets_of_points_whatever_phase_and_harmonic),
        cmocka_unit_test(only_angles_are_neighbours_across_pi),
        cmocka_unit_test(an_irregular_motion_that_lanes_leave_is_a_transient),
        cmocka_unit_test(a_label_stays_while_its_attractor_moves),
        cmocka_unit_test(survival_is_that_of_an_exponential_law),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

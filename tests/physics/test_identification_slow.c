/* test_identification_slow.c: how often intervals from filmed pucks hold the truth, how far apart the numbers of many films are, and what
 * comes of the same frames where they are differentiated twice. SPDX-License-Identifier: MIT */
#include "base/random.h"
#include "support/filmed_pucks.h"
#include "support/run_program.h"

#include <contensou/identification.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { pucks = 8, frames = 144, sets = 300 };

/* Lengths are over the radius of the body, 5 cm. */
static const double unit = 0.05, gravity = 9.81;

/* 95 % of 300 sets are 285 with a standard deviation of 3.8; 90 to 98 % is asked (issue 29, as are the standard errors 0.0012 and
 * 0.0065): 277 and 290 were seen; of 100 others, with the seeds from 1000 on, 95 and 88. The scatter of 300 numbers is known to 4 %,
 * and the standard errors that are reported must agree with it to 15 %. */
static void intervals_of_filmed_pucks_hold_the_truth(void **state)
{
    static const char *const name[2] = {"mu", "a"};
    const double truth[2] = {filmed_mu_g / gravity, filmed_radius / unit},
                 asked[2] = {0.0012, 0.0065};
    double sum[2] = {0}, square[2] = {0}, sigma[2] = {0};
    int held[2] = {0};

    (void)state;
    for (uint64_t set = 0; set < sets; ++set) {
        struct contensou_identification *id = NULL;
        struct contensou_error err = {0};
        size_t rows;
        double *const value = filmed_pucks(pucks, frames, &rows);

        assert_non_null(value);
        filmed_noise(value, rows, 50000 + 17 * set);
        for (size_t i = 2 * rows; i < 4 * rows; ++i)
            value[i] /= unit;
        if (contensou_identification_create(&id, &err) ||
            contensou_identification_set(id, "system", "free_disk", &err) ||
            contensou_identification_set(id, "shape", "disk:1", &err) ||
            contensou_identification_set(id, "set", "mu_g=40,k_sq=0.5", &err) ||
            contensou_identification_set(id, "free", "mu_g,shape.R", &err) ||
            contensou_identification_add_rows(id, filmed_names, filmed_columns, rows, value,
                                              &err) ||
            contensou_identification_run(id, &err))
            fail_msg("%s", err.message);
        for (size_t k = 0; k < 2; ++k) {
            const struct contensou_identification_parameter *const p =
                contensou_identification_parameter(id, k);
            const double over = k ? 1 : gravity / unit, off = p->value / over - truth[k];

            held[k] += p->low / over <= truth[k] && truth[k] <= p->high / over;
            sum[k] += off;
            square[k] += off * off;
            sigma[k] += p->sigma / over / sets;
        }
        contensou_identification_free(id);
        free(value);
    }
    for (int k = 0; k < 2; ++k) {
        const double mean = sum[k] / sets, scatter = sqrt(square[k] / sets - mean * mean);

        printf("%s: held in %d of %d sets, off by %.2g on the mean, scatter %.3g, reported %.3g\n",
               name[k], held[k], sets, mean, scatter, sigma[k]);
        if (held[k] < 0.9 * sets || held[k] > 0.98 * sets)
            fail_msg("the interval of %s holds the truth in %d of %d sets", name[k], held[k], sets);
        assert_true(scatter < asked[k] && sigma[k] < asked[k]);
        assert_true(fabs(mean) < 4 * scatter / sqrt(sets));
        assert_true(fabs(sigma[k] / scatter - 1) < 0.15);
    }
}

/* Value, rate and second derivative at the middle of 2 half + 1 frames, by the parabola of least squares through them. */
static void differentiate(const double *v, int half, double step, double to[3])
{
    double s0 = 0, s2 = 0, s4 = 0, m0 = 0, m1 = 0, m2 = 0;

    for (int i = -half; i <= half; ++i) {
        const double x = i * step;

        s0 += 1;
        s2 += x * x;
        s4 += x * x * x * x;
        m0 += v[i];
        m1 += x * v[i];
        m2 += x * x * v[i];
    }
    to[0] = (s4 * m0 - s2 * m2) / (s0 * s4 - s2 * s2);
    to[1] = m1 / s2;
    to[2] = 2 * (s0 * m2 - s2 * m0) / (s0 * s4 - s2 * s2);
}

/* The same frames as slips and loads, in the axes of the body, of each puck while it moves; places and angles come from parabolas through
 * 2 half + 1 frames. */
static void write_rows(const char *path, int half)
{
    size_t rows;
    double *const value = filmed_pucks(pucks, frames, &rows);
    FILE *const file = fopen(path, "w");

    assert_non_null(value);
    assert_non_null(file);
    filmed_noise(value, rows, 1000);
    fprintf(file, "push,vx,vy,omega,Tx,Ty,M\n");
    for (size_t p = 0; p < pucks; ++p)
        for (size_t i = (size_t)half; i + (size_t)half < frames; i += (size_t)half) {
            double d[3][3], c, s;

            for (size_t k = 0; k < 3; ++k)
                differentiate(value + (2 + k) * rows + p * frames + i, half, 1.0 / 240, d[k]);
            if (hypot(d[0][1], d[1][1]) < 0.05 && fabs(d[2][1]) < 1) /* it rests */
                continue;
            c = cos(d[2][0]);
            s = sin(d[2][0]);
            fprintf(file, "%zu,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g\n", p,
                    (c * d[0][1] + s * d[1][1]) / unit, (c * d[1][1] - s * d[0][1]) / unit, d[2][1],
                    -(c * d[0][2] + s * d[1][2]) / gravity, -(c * d[1][2] - s * d[0][2]) / gravity,
                    -filmed_k_sq * d[2][2] / gravity / unit);
        }
    fclose(file);
    free(value);
}

/* Where only a few frames smooth them the interval of a lies above its truth, 0.8; where so many do that it does not, it is more than 50
 * times as wide as that of whole trajectories. The numbers are in docs/identify.md. */
static void frames_differentiated_twice_are_biased(void **state)
{
    static const int half[] = {1, 2, 3, 7};

    (void)state;
    for (size_t k = 0; k < sizeof half / sizeof *half; ++k) {
        struct run_result r;
        const char *found;
        double a, low, high;

        write_rows("rows.csv", half[k]);
        r = run_well(
            "fit --shape disk --model exact --data rows.csv --free mu,a --target wrench -o -");
        found = strstr(r.out, "\"a\":");
        assert_non_null(found);
        a = atof(found + 4);
        found = strstr(found + 4, "\"a\": [");
        assert_non_null(found);
        assert_int_equal(sscanf(found, "\"a\": [%lf, %lf]", &low, &high), 2);
        printf("%d frames: a %.3f, interval %.3f to %.3f\n", 2 * half[k] + 1, a, low, high);
        assert_true(half[k] < 7 ? low > filmed_radius / unit : high - low > 50 * 4 * 9e-5);
        run_free(&r);
    }
}

/* The number behind a name in the table of results. */
static void finds(const char *table, const char *name, double truth)
{
    const char *const line = strstr(table, name);
    const double value = line ? atof(line + strlen(name)) : NAN;

    if (!(fabs(value - truth) < 1e-6 * fabs(truth)))
        fail_msg("%s is found as %.9g instead of %.9g", name, value, truth);
}

/* Six runs of a rectangle whose reference point is off its middle and whose pressure is tilted, 10 per metre: from a guess without either
 * its sizes, place and tilt are found to the digits of the table. */
static void a_rectangle_is_found_with_centre_and_tilt(void **state)
{
    struct run_result r;

    (void)state;
    run_finish("sweep free_disk --shape rectangle:0.04,0.02 --tilt 10,0.5 --center 0.005,0.002 "
               "--stepper event --set mu_g=2.943,k_sq=0.00125 --vary init.vx=0.6,0.9,1.2 --vary "
               "init.omega=10,30 --time 0:0.5:121 --observe series --quiet -o film.csv");
    r = run_well("identify free_disk --data film.csv --shape rectangle:0.05,0.02 --set "
                 "mu_g=2.5,k_sq=0.00125 --free mu_g,shape.a,shape.b,center,tilt --quiet");
    finds(r.out, "mu_g", 2.943);
    finds(r.out, "shape.a", 0.04);
    finds(r.out, "shape.b", 0.02);
    finds(r.out, "center.x", 0.005);
    finds(r.out, "center.y", 0.002);
    finds(r.out, "tilt.x", 10 * cos(0.5));
    finds(r.out, "tilt.y", -10 * sin(0.5));
    run_free(&r);
}

/* From a guess four times too large, whose motion says nothing of eta, to the numbers of the rig. */
static void a_bad_guess_is_mended_by_starts(void **state)
{
    const char *const rig = "identify disk_belt --law I11 --data rig.csv --set mu_bar=20,law.eta=3 "
                            "--free mu_bar,law.eta --bounds mu_bar=1:20,law.eta=1.05:3 --quiet "
                            "--starts 16";
    struct run_result r;

    (void)state;
    run_finish("run disk_belt --law I11 --stepper event --set law.eta=1.5 --init x=1 --time "
               "0:100:401 --quiet -o rig.csv");
    r = run_well(rig);
    finds(r.out, "mu_bar", 5);
    finds(r.out, "law.eta", 1.5);
    run_free(&r);
}

/* Angles of a pendulum that moves as this line says, with noise, in angles.csv. */
static void film_angles(const char *line_of_run, double noise)
{
    char line[400];
    FILE *from, *to = fopen("angles.csv", "w");
    uint64_t k = 0;

    run_finish("run pendulum %s --quiet -o motion.csv", line_of_run);
    from = fopen("motion.csv", "r");
    assert_non_null(from);
    assert_non_null(to);
    fprintf(to, "t,phi\n");
    while (fgets(line, sizeof line, from)) {
        double t, phi, u, v;

        if (sscanf(line, "%lf,%*f,%*f,%lf", &t, &phi) != 2)
            continue;
        u = contensou__random_unit(5, 2 * k, "radius");
        v = contensou__random_unit(5, 2 * k++ + 1, "angle");
        fprintf(to, "%.17g,%.17g\n", t,
                phi + noise * sqrt(-2 * log(1 - u)) * cos(6.283185307179586 * v));
    }
    fclose(from);
    fclose(to);
}

/* Two numbers of a table agree with the truth within four standard errors, which are below what is known; nothing is wrong with the fit. */
static void finds_both(struct run_result r, const char *const name[2], const double truth[2],
                       const double known[2])
{
    for (int k = 0; k < 2; ++k) {
        const char *const row = strstr(r.out, name[k]);
        double value, sigma;

        assert_non_null(row);
        assert_int_equal(sscanf(row + strlen(name[k]), "%lf %lf", &value, &sigma), 2);
        printf("%s %.9g, sigma %.3g\n", name[k] + 1, value, sigma);
        assert_true(sigma < known[k] && fabs(value - truth[k]) < 4 * sigma);
    }
    assert_null(strstr(r.err, "noise"));
    run_free(&r);
}

/* Ten seconds with seven sticks, from the angle with 1 mrad of noise alone. */
static void a_pendulum_in_stick_slip_is_identified(void **state)
{
    static const char *const names[2] = {"\nmu", "\nlaw.eta"};
    const double truth[2] = {1, 2.5}, known[2] = {2e-4, 4e-4};

    (void)state;
    film_angles("--law I11 --stepper event --set "
                "k_X=100,k_Y=100,Y_S=0.1,R=0.1,N=6,omega_0=0.6,law.eta=2.5 --time 0:10:1201",
                1e-3);
    finds_both(run_well("identify pendulum --law I11 --data angles.csv --set "
                        "k_X=100,k_Y=100,Y_S=0.1,R=0.1,N=6,omega_0=0.6,law.eta=2.3,mu=0.95 --free "
                        "mu,law.eta --quiet"),
               names, truth, known);
}

/* exp(0.595 t) in 30 s are 18 Lyapunov times (docs/lyapunov.md). From a guess of mu that is off by a tenth the whole run, from one beginning, fits nothing; in pieces of a quarter of a second it gives
 * mu to 1e-5 and omega_0 to 1e-3, as their standard errors say. */
static void a_chaotic_run_is_identified_in_pieces(void **state)
{
    static const char *const names[2] = {"\nmu", "\nomega_0"};
    const double truth[2] = {1, 62}, known[2] = {2e-5, 2e-3};
    struct run_result r;

    (void)state;
    film_angles("--set omega_0=62 --init phi=0.5 --time 20:50:3001", 2e-3);
    r = run_well("identify pendulum --data angles.csv --set omega_0=62,mu=0.9 --free mu,omega_0 "
                 "--segments 1 --quiet");
    assert_non_null(strstr(r.err, "are not noise"));
    run_free(&r);
    r = run_well("identify pendulum --data angles.csv --set omega_0=62,mu=0.9 --free mu,omega_0 "
                 "--segments 128 --quiet");
    finds_both(r, names, truth, known);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_of_filmed_pucks_hold_the_truth),
        cmocka_unit_test_setup_teardown(a_rectangle_is_found_with_centre_and_tilt, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_bad_guess_is_mended_by_starts, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_pendulum_in_stick_slip_is_identified, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_chaotic_run_is_identified_in_pieces, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(frames_differentiated_twice_are_biased, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

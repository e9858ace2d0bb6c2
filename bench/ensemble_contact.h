/* ensemble_contact.h: contacts as one would write them by hand for a CPU, as fast as we know: blocks of contact_lanes lanes,
 * loops over lanes that OpenMP turns into vectors, what is the same in all lanes worked out once and one parameter a
 * lane, logarithms, powers, sine and cosine as polynomials, an analytic Jacobian. A lane that is at its end gives its
 * place to the next one, so that no lane waits. Positions follow from the slopes of their velocities (order853.h and
 * rosenbrock.h have the formulas; the tableaus are theirs). Roles: contact_lanes, contact_run (the name).
 * SPDX-License-Identifier: MIT */
#include "ensemble.h"

#include "laws/law.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __AVX512F__
#    include <immintrin.h>
#endif

#include "steppers/dop853.h"
#include "steppers/rodas54.h"

enum { n = contact_lanes, contact_most = 6 };

#define contact_inside static inline __attribute__((always_inline))
#define contact_each   _Pragma("omp simd") for (int l = 0; l < n; ++l)

typedef double contact_row[n];

contact_inside double larger(double a, double b)
{
    return a > b ? a : b;
}

contact_inside double smaller(double a, double b)
{
    return a < b ? a : b;
}

contact_inside int64_t bits_of(double x)
{
    int64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

contact_inside double number_of(int64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static const int64_t bits_one = 0x3ff0000000000000;

/* 2 artanh(f)/(f ln 2) of s = f^2 up to 0.0404. */
contact_inside double artanh_series(double s)
{
    const double s2 = s * s;

    return ((2.88539008177792677 + 0.961796693926111645 * s) +
            (0.577078016285121114 + 0.412198597002018066 * s) * s2) +
           ((0.320597555372111677 + 0.262378457915833928 * s) +
            (0.219927320576707273 + 0.222333982874582756 * s) * s2) *
               (s2 * s2);
}

/* log2(a/b) by one division: a is brought next to b by a power of 2. */
contact_inside double log2_ratio(double a, double b)
{
    const int64_t e = (bits_of(a) - bits_of(b) + (bits_one + 0x0008000000000000)) >> 52;
    const double close = number_of(bits_of(a) - (e << 52) + bits_one);
    const double f = (close - b) / (close + b);

    return (double)(int)(e - 1023) + f * artanh_series(f * f);
}

/* log2 of x from 1 to 2. */
contact_inside double log2_octave(double x)
{
    const double f = (x - 1.4142135623730951) / (x + 1.4142135623730951);

    return 0.5 + f * artanh_series(f * f);
}

contact_inside double exp2_of(double y)
{
    const double kept = larger(y, -1022), whole = rint(kept), d = kept - whole;
    const double d2 = d * d, d4 = d2 * d2;
    const double low =
        (1 + 0.69314718055994533 * d) + (0.240226506959101562 + 0.0555041086648199224 * d) * d2;
    const double middle = (0.00961812910758833371 + 0.00133335581467898198 * d) +
                          (0.000154035304625164703 + 1.52527334900531822e-05 * d) * d2;
    const double high = (1.32154330885903641e-06 + 1.01781979997496694e-07 * d) +
                        (7.07410580974814417e-09 + 4.43528585633413552e-10 * d) * d2;

    return number_of(bits_of((low + middle * d4) + high * (d4 * d4)) + ((int64_t)(int)whole << 52));
}

/* The same for the control of a step, to 2e-5 and 3e-6. */
contact_inside double log2_rough(double x)
{
    const int64_t e = (bits_of(x) + (bits_one - 0x3fe6a09e667f3bcd)) >> 52;
    const double d = number_of(bits_of(x) - (e << 52) + bits_one) - 1, d2 = d * d;

    return (double)(int)(e - 1023) - 6.3080528e-06 + 1.44251761 * d +
           ((-0.720214134 + 0.488225696 * d) + (-0.393689683 + 0.243272778 * d) * d2) * d2;
}

contact_inside double exp2_rough(double y)
{
    const double whole = rint(y), d = y - whole, d2 = d * d;

    return number_of(
        bits_of((1 + 0.69312105 * d) + ((0.24022349 + 0.05592198 * d) + 0.00966637 * d2) * d2) +
        ((int64_t)(int)whole << 52));
}

/* 1/sqrt(x) in the range of float: float's estimate and a step of Halley's, which doubles keep up with while roots and divisions of
 * registers of 64 bytes take forty clocks. */
contact_inside double root_inverse(double x)
{
    const double e = (double)(1 / sqrtf((float)x)), d = 1 - x * e * e;

    return e + e * d * (0.5 + 0.375 * d);
}

/* The same of a row: processors with AVX-512 have an estimate for doubles, which compilers do not take by themselves. */
contact_inside void root_inverses(const contact_row x, contact_row to)
{
#ifdef __AVX512F__
    contact_row near;

    for (int l = 0; l < n; l += 8)
        _mm512_storeu_pd(near + l, _mm512_rsqrt14_pd(_mm512_loadu_pd(x + l)));
    contact_each
    {
        const double e = near[l], d = 1 - x[l] * e * e;

        to[l] = e + e * d * (0.5 + d * (0.375 + d * 0.3125));
    }
#else
    contact_each to[l] = root_inverse(x[l]);
#endif
}

/* Sine and cosine: the rest of quarter turns, by polynomials. */
contact_inside void sine_cosine(double x, double *s, double *c)
{
    const double turns = rint(x * 0.63661977236758134308);
    const double y =
        ((x - turns * 1.5703125) - turns * 0.0004837512969970703125) - turns * 7.54978995489188e-8;
    const double z = y * y, z2 = z * z;
    const double sine =
        y + (z * y) * ((-1.66666666666666324348e-01 + z * 8.33333333332248946124e-03) +
                       z2 * ((-1.98412698298579493134e-04 + z * 2.75573137070700676789e-06) +
                             z2 * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
    const double cosine =
        (1 - 0.5 * z) +
        z2 * ((4.16666666666666019037e-02 - z * 1.38888888888741095749e-03) +
              z2 * ((2.48015872894767294178e-05 - z * 2.75573143513906633035e-07) +
                    z2 * (2.08757232129817482790e-09 - z * 1.13596475577881948e-11)));
    const int64_t q = (int64_t)(int)turns;
    const int odd = (q & 1) != 0;

    *s = number_of(bits_of(odd ? cosine : sine) ^ (int64_t)((uint64_t)(q & 2) << 62));
    *c = number_of(bits_of(odd ? sine : cosine) ^ (int64_t)((uint64_t)((q + 1) & 2) << 62));
}

/* What the threads share. */
struct contact_pool {
    size_t next, count;
    const double *parameter, *start;
    double *final, t_end, rtol, atol;
};

/* A block of lanes between two steps. */
struct contact_block {
    contact_row y[contact_most], y1[contact_most], t, next, before, parameter, h, error;
    long who[n], live;
};

/* A lane that runs next in place l; 0 where there is none, and the place idles at the end. */
static int contact_refill(struct contact_pool *pool, struct contact_block *b, int dim, int l)
{
    size_t i;

#pragma omp atomic capture
    i = pool->next++;
    b->before[l] = 0;
    b->next[l] = 1e-4;
    b->who[l] = i < pool->count ? (long)i : -1;
    b->t[l] = i < pool->count ? 0 : pool->t_end;
    b->parameter[l] = pool->parameter[i < pool->count ? i : 0];
    for (int k = 0; k < dim; ++k)
        b->y[k][l] = pool->start[k];
    b->live += i < pool->count;
    return i < pool->count;
}

static void contact_fill(struct contact_pool *pool, struct contact_block *b, int dim)
{
    b->live = 0;
    for (int l = 0; l < n; ++l)
        contact_refill(pool, b, dim, l);
}

/* Lanes that are at their end; 1 where another one took the place of one. */
static int contact_collect(struct contact_pool *pool, struct contact_block *b, int dim)
{
    int fresh = 0;

    for (int l = 0; l < n; ++l)
        if (b->who[l] >= 0 && b->t[l] >= pool->t_end) {
            for (int k = 0; k < dim; ++k)
                pool->final[(size_t)b->who[l] * (size_t)dim + (size_t)k] = b->y[k][l];
            --b->live;
            fresh |= contact_refill(pool, b, dim, l);
        }
    return fresh;
}

/* The step of each lane. */
contact_inside void contact_cut(const struct contact_pool *pool, struct contact_block *b)
{
    contact_each b->h[l] = smaller(b->next[l], pool->t_end - b->t[l]);
}

/* Takes a step or not by its error, and the size of the next one: trend: PI control, else I control without growth behind
 * a step that was not taken. error[l] becomes 1 or 0, for taken. Returns whether some lane is at its end. */
contact_inside int contact_control(const struct contact_pool *pool, struct contact_block *b,
                                   int dim, double order, int trend)
{
    int ends = 0;

    _Pragma("omp simd reduction(| : ends)") for (int l = 0; l < n; ++l)
    {
        const double e = log2_rough(larger(b->error[l], 1e-8)), before = b->before[l];
        const int taken = b->error[l] <= 1;
        const double way = trend && taken ? 0.4 * before - 0.7 * e : -e;
        const double f = 0.9 * exp2_rough(way * (1 / order));
        const double top = taken ? !trend && before > 0 ? 1 : 8 : 0.9;
        const double left = pool->t_end - b->t[l], h = b->h[l];

        b->next[l] = h > 0 ? h * smaller(larger(f, taken ? 0.2 : 0.1), top) : b->next[l];
        b->before[l] = trend ? taken ? e : before : taken ? 0 : 1;
        b->t[l] = taken ? h < left ? b->t[l] + h : pool->t_end : b->t[l];
        ends |= b->t[l] >= pool->t_end;
        b->error[l] = taken ? 1 : 0;
    }
    for (int k = 0; k < dim; ++k)
        contact_each b->y[k][l] = b->error[l] > 0 ? b->y1[k][l] : b->y[k][l];
    return ends;
}

/* [4](6)-(8) with I11 and no static friction. */
struct arm {
    double iR, half_mn, two_over_m, c, E2, P1, Q0, Q1, e, iM, iB, Mg, load, turn;
    double k_X, k_Y, c_X, c_Y, c_phi, X_S, Y_S;
};

static void arm_make(const double *p, const double *law, struct arm *a)
{
    const double eps = law[0], b = law[3], m = law[4];

    *a = (struct arm){.iR = 1 / p[10],
                      .half_mn = 1.5 * m,
                      .two_over_m = 2 / m,
                      .c = pow(b, 2.0 / 3),
                      .E2 = pow(eps, 6),
                      .P1 = b,
                      .Q0 = 0.25,
                      .Q1 = b * 2 / 3,
                      .e = p[2],
                      .iM = 1 / p[0],
                      .iB = 1 / p[1],
                      .Mg = p[0] * p[14],
                      .load = p[12] * p[11],
                      .turn = p[12] * p[11] * p[10],
                      .k_X = p[3],
                      .k_Y = p[4],
                      .c_X = p[5],
                      .c_Y = p[6],
                      .c_phi = p[7],
                      .X_S = p[8],
                      .Y_S = p[9]};
}

/* Accelerations at y: two positions, the angle, then their velocities. One copy of it serves all stages. */
static __attribute__((noinline)) void arm_slopes(const struct arm *p, const double *omega,
                                                 contact_row *y, contact_row *to)
{
    const struct arm a = *p;
    contact_row X_row, Y_row, P_row, Q_row, R_row;

    contact_each
    {
        const double X_A = y[0][l], Y_A = y[1][l], Xdot = y[3][l], Ydot = y[4][l];
        const double W = y[5][l] - omega[l], X = (Xdot + omega[l] * (Y_A - a.Y_S)) * a.iR;
        const double Y = (Ydot - omega[l] * (X_A - a.X_S)) * a.iR;
        const double slide = X * X + Y * Y, square = W * W, spin = a.c * square;
        const double big = larger(larger(slide, spin), 1e-280);
        const double small = larger(smaller(slide, spin), 1e-280 * larger(big, 1));
        const double t = exp2_of(a.half_mn * log2_ratio(small, big));
        const double L2 = big * big * big * exp2_of(a.two_over_m * log2_octave(1 + t));

        X_row[l] = X;
        Y_row[l] = Y;
        P_row[l] = slide + a.P1 * square;
        Q_row[l] = W * (a.Q0 * slide + a.Q1 * square);
        R_row[l] = larger(L2 + a.E2, 1e-36);
    }
    root_inverses(R_row, R_row);
    contact_each
    {
        const double R = R_row[l], P = P_row[l] * R, X = X_row[l], Y = Y_row[l], w = y[5][l];
        double s, c;

        sine_cosine(y[2][l], &s, &c);
        const double K_X = a.k_X * y[0][l] + a.c_X * y[3][l] + a.load * (X * P);
        const double K_Y = a.k_Y * y[1][l] + a.c_Y * y[4][l] + a.load * (Y * P);
        const double turn =
            -(a.e * ((a.Mg + K_X) * s - K_Y * c) + a.c_phi * w + a.turn * (Q_row[l] * R)) * a.iB;

        to[0][l] = a.e * (turn * s + w * w * c) - a.iM * K_X;
        to[1][l] = a.e * (w * w * s - turn * c) - a.iM * K_Y;
        to[2][l] = turn;
    }
}

/* Where stage s of dop853 stands: s slopes are known. */
contact_inside void arm_stage(int s, struct contact_block *b, contact_row (*k)[3])
{
    const double *const a = dop853_a + s * dop853_all, *const place = dop853_place + s * dop853_all;

    for (int i = 0; i < 3; ++i)
        contact_each
        {
            double v = 0, q = 0;

#define CONTACT_SLOPE(r)        \
    if (r < s && a[r] != 0)     \
        v += a[r] * k[r][i][l]; \
    if (r < s && place[r] != 0) \
        q += place[r] * k[r][i][l];
            CONTACT_SLOPE(0)
            CONTACT_SLOPE(1)
            CONTACT_SLOPE(2)
            CONTACT_SLOPE(3)
            CONTACT_SLOPE(4)
            CONTACT_SLOPE(5)
            CONTACT_SLOPE(6)
            CONTACT_SLOPE(7)
            CONTACT_SLOPE(8)
            CONTACT_SLOPE(9)
            CONTACT_SLOPE(10)
            CONTACT_SLOPE(11)
#undef CONTACT_SLOPE
            b->y1[i][l] = b->y[i][l] + b->h[l] * (dop853_c[s] * b->y[3 + i][l] + b->h[l] * q);
            b->y1[3 + i][l] = b->y[3 + i][l] + b->h[l] * v;
        }
}

/* The error over the tolerance, as the authors of the method mix it. */
contact_inside void arm_error(const struct contact_pool *pool, struct contact_block *b,
                              contact_row (*k)[3])
{
    contact_row five, three;

    for (int i = 0; i < 3; ++i)
        contact_each
        {
            double e5 = 0, e3 = 0, p5 = 0, p3 = 0;
            const double wq = pool->atol + pool->rtol * larger(fabs(b->y[i][l]), fabs(b->y1[i][l]));
            const double wv =
                pool->atol + pool->rtol * larger(fabs(b->y[3 + i][l]), fabs(b->y1[3 + i][l]));
            const double over = 1 / (wq * wv);

#define CONTACT_SLOPE(s)                   \
    e5 += dop853_e5[s] * k[s][i][l];       \
    e3 += dop853_e3[s] * k[s][i][l];       \
    p5 += dop853_e5_place[s] * k[s][i][l]; \
    p3 += dop853_e3_place[s] * k[s][i][l];
            CONTACT_SLOPE(0)
            p5 += dop853_e5_place[3] * k[3][i][l] + dop853_e5_place[4] * k[4][i][l];
            p3 += dop853_e3_place[3] * k[3][i][l] + dop853_e3_place[4] * k[4][i][l];
            CONTACT_SLOPE(5)
            CONTACT_SLOPE(6)
            CONTACT_SLOPE(7)
            CONTACT_SLOPE(8)
            CONTACT_SLOPE(9)
            CONTACT_SLOPE(10)
            CONTACT_SLOPE(11)
#undef CONTACT_SLOPE
            e5 = over * larger(fabs(e5) * wq, fabs(b->h[l] * p5) * wv);
            e3 = over * larger(fabs(e3) * wq, fabs(b->h[l] * p3) * wv);
            five[l] = i == 0 ? e5 : larger(five[l], e5);
            three[l] = i == 0 ? e3 : larger(three[l], e3);
        }
    contact_each
    {
        const double f = larger(five[l], 1e-30), g = three[l];

        b->error[l] = b->h[l] * f * f / sqrt(f * f + 0.01 * g * g);
    }
}

static void arm_work(const struct arm *p, struct contact_pool *pool)
{
    enum { dim = 6, last = dop853_stages };
    struct contact_block b __attribute__((aligned(64)));
    contact_row k[last + 1][3] __attribute__((aligned(64)));

    contact_fill(pool, &b, dim);
    arm_slopes(p, b.parameter, b.y, k[0]);
    while (b.live) {
        contact_cut(pool, &b);
#define CONTACT_STAGE(s) \
    arm_stage(s, &b, k); \
    arm_slopes(p, b.parameter, b.y1, k[s]);
        CONTACT_STAGE(1)
        CONTACT_STAGE(2)
        CONTACT_STAGE(3)
        CONTACT_STAGE(4)
        CONTACT_STAGE(5)
        CONTACT_STAGE(6)
        CONTACT_STAGE(7)
        CONTACT_STAGE(8)
        CONTACT_STAGE(9)
        CONTACT_STAGE(10)
        CONTACT_STAGE(11)
        CONTACT_STAGE(12)
#undef CONTACT_STAGE
        arm_error(pool, &b, k);
        const int ends = contact_control(pool, &b, dim, 8, 1);

        for (int i = 0; i < 3; ++i)
            contact_each k[0][i][l] = b.error[l] > 0 ? k[last][i][l] : k[0][i][l];
        if (ends && contact_collect(pool, &b, dim)) {
            arm_slopes(p, b.parameter, b.y, k[1]);
            for (int i = 0; i < 3; ++i)
                contact_each k[0][i][l] = b.t[l] > 0 ? k[0][i][l] : k[1][i][l];
        }
    }
}

/* [1](5.1) with I00 and m = 2; the parameter is eta' eps^3. */
struct disk {
    double k12, c, c12, v_b, mu, im, b2, q, E2;
};

static void disk_make(const double *p, const double *law, struct disk *d)
{
    const double eps = law[0], b = law[3];

    *d = (struct disk){p[1], p[2], p[3], p[4], p[5], 1 / p[0], b * b, b * 2 / 3, eps * eps};
}

/* Accelerations. */
contact_inside void disk_slope(const struct disk *p, double E3, double x, double phi, double u,
                               double w, double R, double *to_x, double *to_phi)
{
    const double v = u - p->v_b;
    const double lambda = R * (1 + E3 * (R * R * R));

    *to_x = -(p->mu * (v * lambda) + p->c * u + p->c12 * w + x + p->k12 * phi);
    *to_phi = -p->im * (p->mu * p->q * (w * lambda) + p->c12 * u + p->c * w + p->k12 * x + phi);
}

struct disk_rows {
    contact_row k[rodas54_stages][2], f[2], f0[2], inverse[4], R;
};

/* R at the states y. */
contact_inside void disk_roots(const struct disk *p, contact_row *y, contact_row R)
{
    contact_row x;

    contact_each
    {
        const double v = y[2][l] - p->v_b, w = y[3][l];

        x[l] = v * v + (p->b2 * (w * w) + p->E2);
    }
    root_inverses(x, R);
}

/* The inverse of 1 - c G_v - c^2 G_q, c = gamma h. */
contact_inside void disk_factor(const struct disk *p, const struct contact_block *b,
                                struct disk_rows *d)
{
    disk_roots(p, (contact_row *)b->y, d->R);
    contact_each
    {
        const double c = rodas54_gamma * b->h[l], E3 = b->parameter[l];
        const double v = b->y[2][l] - p->v_b, w = b->y[3][l];
        const double R = d->R[l], R3 = R * R * R;
        const double lambda = R * (1 + E3 * R3), by = -R3 * (1 + 4 * (E3 * R3));
        const double T_v = lambda + v * v * by, T_w = v * w * (p->b2 * by);
        const double M_v = p->q * (v * w * by), M_w = p->q * (lambda + w * w * (p->b2 * by));
        const double xx = 1 + c * (p->mu * T_v + p->c + c);
        const double xw = c * (p->mu * T_w + p->c12 + c * p->k12);
        const double wx = c * p->im * (p->mu * M_v + p->c12 + c * p->k12);
        const double ww = 1 + c * p->im * (p->mu * M_w + p->c + c);
        const double over = 1 / (xx * ww - xw * wx);

        d->inverse[0][l] = ww * over;
        d->inverse[1][l] = -xw * over;
        d->inverse[2][l] = -wx * over;
        d->inverse[3][l] = xx * over;
        d->f[0][l] = d->f0[0][l];
        d->f[1][l] = d->f0[1][l];
    }
}

/* Stage s: its solution, where the next one stands, and the slope there. */
contact_inside void disk_stage(int s, const struct disk *p, const struct contact_pool *pool,
                               struct contact_block *b, struct disk_rows *d)
{
    const double *const m = rodas54_m + s * rodas54_stages;
    const double *const lift = rodas54_lift + s * rodas54_stages;
    const int next = s < 5 ? s + 1 : s;
    const double *const a = rodas54_a + next * rodas54_stages;
    const double *const place = rodas54_place + next * rodas54_stages;
    const double g = rodas54_gamma;

    contact_each
    {
        const double h = b->h[l], c = g * h, u = b->y[2][l], w = b->y[3][l];
        double sx = 0, sw = 0, rx = rodas54_d[s] * u, rw = rodas54_d[s] * w;
        double x, phi, U, W;

#define CONTACT_SLOPE(j)               \
    if (j < s) {                       \
        sx += m[j] * d->k[j][0][l];    \
        sw += m[j] * d->k[j][1][l];    \
    }                                  \
    if (j < s && lift[j] != 0) {       \
        rx += lift[j] * d->k[j][0][l]; \
        rw += lift[j] * d->k[j][1][l]; \
    }
        CONTACT_SLOPE(0)
        CONTACT_SLOPE(1)
        CONTACT_SLOPE(2)
        CONTACT_SLOPE(3)
        CONTACT_SLOPE(4)
        CONTACT_SLOPE(5)
        CONTACT_SLOPE(6)
#undef CONTACT_SLOPE
        rx *= h;
        rw *= h;
        sx = g * sx + c * (d->f[0][l] - rx - p->k12 * rw);
        sw = g * sw + c * (d->f[1][l] - p->im * (p->k12 * rx + rw));
        const double kx = d->inverse[0][l] * sx + d->inverse[1][l] * sw;
        const double kw = d->inverse[2][l] * sx + d->inverse[3][l] * sw;

        d->k[s][0][l] = kx;
        d->k[s][1][l] = kw;
        if (s < 5) {
            double Px = rodas54_alpha[next] * u + place[s] * kx, Qx = a[s] * kx;
            double Pw = rodas54_alpha[next] * w + place[s] * kw, Qw = a[s] * kw;

#define CONTACT_SLOPE(j)                \
    if (j < s) {                        \
        Px += place[j] * d->k[j][0][l]; \
        Pw += place[j] * d->k[j][1][l]; \
        Qx += a[j] * d->k[j][0][l];     \
        Qw += a[j] * d->k[j][1][l];     \
    }
            CONTACT_SLOPE(0)
            CONTACT_SLOPE(1)
            CONTACT_SLOPE(2)
            CONTACT_SLOPE(3)
#undef CONTACT_SLOPE
            x = b->y[0][l] + h * Px;
            phi = b->y[1][l] + h * Pw;
            U = u + Qx;
            W = w + Qw;
        } else {
            x = b->y1[0][l] + (rx + c * kx);
            phi = b->y1[1][l] + (rw + c * kw);
            U = b->y1[2][l] + kx;
            W = b->y1[3][l] + kw;
        }
        if (s == rodas54_stages - 1) {
            const double A = pool->atol, B = pool->rtol;
            const double w0 = A + B * larger(fabs(b->y[0][l]), fabs(x));
            const double w1 = A + B * larger(fabs(b->y[1][l]), fabs(phi));
            const double w2 = A + B * larger(fabs(u), fabs(U));
            const double w3 = A + B * larger(fabs(w), fabs(W));
            const double q = larger(fabs(rx + c * kx) * w1, fabs(rw + c * kw) * w0) * (w2 * w3);
            const double v = larger(fabs(kx) * w3, fabs(kw) * w2) * (w0 * w1);

            b->error[l] = larger(q, v) / ((w0 * w1) * (w2 * w3));
        }
        b->y1[0][l] = x;
        b->y1[1][l] = phi;
        b->y1[2][l] = U;
        b->y1[3][l] = W;
    }
    disk_roots(p, b->y1, d->R);
    contact_each
    {
        double fx, fw;

        disk_slope(p, b->parameter[l], b->y1[0][l], b->y1[1][l], b->y1[2][l], b->y1[3][l], d->R[l],
                   &fx, &fw);
        d->f[0][l] = fx;
        d->f[1][l] = fw;
    }
}

contact_inside void disk_begin(const struct disk *p, const struct contact_block *b,
                               struct disk_rows *d)
{
    disk_roots(p, (contact_row *)b->y, d->R);
    contact_each
    {
        double fx, fw;

        disk_slope(p, b->parameter[l], b->y[0][l], b->y[1][l], b->y[2][l], b->y[3][l], d->R[l], &fx,
                   &fw);
        d->f0[0][l] = b->t[l] > 0 ? d->f0[0][l] : fx;
        d->f0[1][l] = b->t[l] > 0 ? d->f0[1][l] : fw;
    }
}

static void disk_work(const struct disk *given, struct contact_pool *pool)
{
    enum { dim = 4 };
    const struct disk disk = *given, *const p = &disk;
    struct contact_block b __attribute__((aligned(64)));
    struct disk_rows d __attribute__((aligned(64)));

    contact_fill(pool, &b, dim);
    disk_begin(p, &b, &d);
    while (b.live) {
        contact_cut(pool, &b);
        disk_factor(p, &b, &d);
        disk_stage(0, p, pool, &b, &d);
        disk_stage(1, p, pool, &b, &d);
        disk_stage(2, p, pool, &b, &d);
        disk_stage(3, p, pool, &b, &d);
        disk_stage(4, p, pool, &b, &d);
        disk_stage(5, p, pool, &b, &d);
        disk_stage(6, p, pool, &b, &d);
        disk_stage(7, p, pool, &b, &d);
        const int ends = contact_control(pool, &b, dim, 5, 0);

        for (int i = 0; i < 2; ++i)
            contact_each d.f0[i][l] = b.error[l] > 0 ? d.f[i][l] : d.f0[i][l];
        if (ends && contact_collect(pool, &b, dim))
            disk_begin(p, &b, &d);
    }
}

/* All lanes on all cores; final may be NULL. */
struct bench_time contact_run(const struct bench_ours *o, const struct bench_work *work,
                              double rtol, double atol, double *final)
{
    const size_t count = (size_t)o->plan.count, dim = (size_t)work->ode->dim;
    const int pendulum = work->ode == &bench_pendulum, fields = pendulum ? 15 : 6;
    double value[64], *parameter = malloc(count * sizeof *parameter);
    double *out = final ? final : malloc(count * dim * sizeof *out);
    struct contact_pool pool = {.count = count,
                                .parameter = parameter,
                                .final = out,
                                .t_end = work->t_end,
                                .rtol = rtol,
                                .atol = atol};
    struct arm arm;
    struct disk disk;
    struct bench_time begin;

    if (!parameter || !out)
        bench_die(work->name, &(struct contensou_error){.message = "no memory"});
    for (size_t i = 0; i < count; ++i) {
        const double *law = value + fields;
        long double slope;

        contensou__lanes_values(&o->plan, i, value);
        parameter[i] = pendulum ? value[13]
                                : (double)contensou__law_eta_prime_forward(law[1], &slope) *
                                      law[0] * law[0] * law[0];
    }
    arm_make(value, value + fields, &arm);
    disk_make(value, value + fields, &disk);
    pool.start = value + o->plan.names - dim;
    begin = bench_time_now();
#pragma omp parallel
    {
        if (pendulum)
            arm_work(&arm, &pool);
        else
            disk_work(&disk, &pool);
    }
    begin = bench_time_since(begin);
    free(parameter);
    if (!final)
        free(out);
    return begin;
}

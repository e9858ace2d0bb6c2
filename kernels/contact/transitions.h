/* transitions.h: the directions in which slip ends in stick or starts from it, [3].
 *
 * Under the law (2)-(3) of [3] the slip u = (s, omega) obeys u' = b + M^-1 (friction). With
 * w = C u, C = diag(1, 1, c_omega), r = |w|, n = w/r:
 *
 *     r n' = (I - n n')(beta - A n),   r' = n.(beta - A n) = rho,
 *     A = lambda_n C M^-1 D,  D = diag(mu_lambda, mu_lambda, mu_tau),  beta = C b.
 *
 * Near rest the direction n is fast. Its fixed points are (A + rho I) n = beta, |n| = 1. A has the
 * eigenvalues of the symmetric B = H M^-1 H, H^2 = lambda_n C D, so they are real and above 0:
 * A = T Q L Q' T^-1, T^2 = C D^-1, L = diag(l1 < l2 < l3). With g = Q' T^-1 beta, G = Q' T^2 Q and
 * a_i = l_i + rho it is n = T Q y, y_i = g_i/a_i, and y'G y = 1: the roots of
 *
 *     P(rho) = (a1 a2 a3)^2 - w'G w,  w_i = g_i a_j a_k,
 *
 * which has degree 6 and is below 0 at the three poles rho = -l_k and above 0 far away. Between
 * roots of P' and poles it has at most one root. Near a pole all is computed with delta = rho + l_k,
 * which keeps its digits where g_k is small or zero: there two directions share nearly the same rho.
 * Equal eigenvalues are set apart, and g_k that are zero replaced, by less than rounding does; the
 * points are then refined by Newton's method with A itself. SPDX-License-Identifier: MIT */
#ifndef CONTACT_TRANSITIONS_H
#define CONTACT_TRANSITIONS_H

#include "core/fields.h"

#define TRANSITIONS_FIELDS(FIELD)                                                    \
    FIELD(m11, 1, "kg", "local mass matrix, x x")                                    \
    FIELD(m12, 0, "kg", "local mass matrix, x y")                                    \
    FIELD(m13, 0, "kg m", "local mass matrix, x spin")                               \
    FIELD(m22, 1, "kg", "local mass matrix, y y")                                    \
    FIELD(m23, 0, "kg m", "local mass matrix, y spin")                               \
    FIELD(m33, 1, "kg m^2", "local mass matrix, spin spin")                          \
    FIELD(b1, 0, "m/s^2", "acceleration of the slip without friction, x")            \
    FIELD(b2, 0, "m/s^2", "acceleration of the slip without friction, y")            \
    FIELD(b3, 0, "rad/s^2", "acceleration of the slip without friction, spin")       \
    FIELD(mu_lambda, 1, "-", "friction force in pure sliding over the normal force") \
    FIELD(mu_tau, 0.5, "m", "friction torque in pure spin over the normal force")    \
    FIELD(c_omega, 0.5, "m", "length that makes spin and sliding alike")             \
    FIELD(lambda_n, 1, "N", "normal force")
define_fields(transitions_case, TRANSITIONS_FIELDS);

enum { transitions_most = 6, transitions_longest = 7 /* array that is looked into */ };

#define transitions_fine  ((number)(sizeof(number) == 4 ? 1e-6 : 1e-14)) /* a few roundings */
#define transitions_apart ((number)(sizeof(number) == 4 ? 5e-7 : 1e-15)) /* eigenvalues set apart */
#define transitions_tiny  ((number)(sizeof(number) == 4 ? 1e-9 : 1e-24)) /* in place of g = 0 */
#define transitions_least ((number)(sizeof(number) == 4 ? 1e-12 : 1e-30)) /* delta above that */
#define transitions_flat  ((number)(sizeof(number) == 4 ? 3e-5 : 1e-10)) /* an eigenvalue of zero */

/* The fast flow: beta - A n, and a bound of its size. */
struct transitions_flow {
    real A[3][3], beta[3], size;
};

struct transitions_point {
    real n[3], rho;
    real mean, det, disc; /* of the fast flow's slope: eigenvalues mean +- sqrt(disc) */
    mask focus, flat;     /* flat: an eigenvalue, or its real part, is zero to rounding */
};

struct transitions_result {
    struct transitions_point point[transitions_most];
    real count; /* of points; 0 where the numbers make no case */
    real load;  /* |A^-1 beta|: stick is admissible up to 1 */
    mask valid;
};

/* Element k of an array of `count`, which is in registers of a GPU: no place may depend on data there, and loops end at a
 * constant that stands in them. */
static inline real transitions_at(const real *e, int count, int k)
{
#if PACK == 1
    real x = e[0];

    unrolled_from (i, 1, transitions_longest)
        if (i < count)
            x = pick(i == k, e[i], x);
    return x;
#else
    return e[k];
#endif
}

/* Writes x to place k, which the compiler does not know; one lane would have the array in memory. */
static inline void transitions_put(real *e, int count, int k, real x)
{
#if PACK == 1
    unrolled_for (i, transitions_longest)
        if (i < count)
            e[i] = pick(i == k, x, e[i]);
#else
    e[k] = x;
#endif
}

static inline real transitions_dot(const real a[3], const real b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* M^-1, and where M is positive definite beyond rounding. */
static inline mask transitions_inverse(const struct transitions_case *c, real inverse[3][3])
{
    const real s1 = 1.0 / sqrt(fmax(c->m11, (real)real_tiny));
    const real s2 = 1.0 / sqrt(fmax(c->m22, (real)real_tiny));
    const real s3 = 1.0 / sqrt(fmax(c->m33, (real)real_tiny));
    const real p = c->m12 * s1 * s2, q = c->m13 * s1 * s3, r = c->m23 * s2 * s3;
    const real d2 = 1.0 - p * p, d3 = d2 - q * q - r * r + 2.0 * p * q * r;
    const mask good = (c->m11 > 0.0) & (c->m22 > 0.0) & (c->m33 > 0.0) & (d2 > transitions_fine) &
                      (d3 > transitions_fine * d2);
    const real i = 1.0 / pick(good, d3, (real)1.0);

    inverse[0][0] = (1.0 - r * r) * i * s1 * s1;
    inverse[1][1] = (1.0 - q * q) * i * s2 * s2;
    inverse[2][2] = d2 * i * s3 * s3;
    inverse[0][1] = inverse[1][0] = (q * r - p) * i * s1 * s2;
    inverse[0][2] = inverse[2][0] = (p * r - q) * i * s1 * s3;
    inverse[1][2] = inverse[2][1] = (p * q - r) * i * s2 * s3;
    return good;
}

/* One rotation of Jacobi's method in the plane (p, q); k is the third index. */
static inline void transitions_rotate(real B[3][3], real Q[3][3], int p, int q, int k)
{
    const real off = B[p][q], gap = B[q][q] - B[p][p];
    const mask turns = off != 0.0;
    const real theta = 0.5 * gap / pick(turns, off, (real)1.0);
    const real t = pick(
        turns, copysign((real)1.0, theta) / (fabs(theta) + sqrt(theta * theta + 1.0)), (real)0.0);
    const real c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    const real kp = B[k][p], kq = B[k][q];

    B[p][p] -= t * off;
    B[q][q] += t * off;
    B[p][q] = B[q][p] = 0.0;
    B[k][p] = B[p][k] = c * kp - s * kq;
    B[k][q] = B[q][k] = s * kp + c * kq;
    unrolled_for (i, 3) {
        const real ip = Q[i][p], iq = Q[i][q];

        Q[i][p] = c * ip - s * iq;
        Q[i][q] = s * ip + c * iq;
    }
}

/* Exchanges a and b in these lanes. */
static inline void transitions_swap(mask which, real *a, real *b)
{
    const real keep = *a;

    *a = pick(which, *b, keep);
    *b = pick(which, keep, *b);
}

/* B = Q diag(l) Q', l rising. B is used up. */
static inline void transitions_eigen(real B[3][3], real Q[3][3], real l[3])
{
    unrolled_for (i, 3) {
        unrolled_for (j, 3)
            Q[i][j] = i == j ? 1.0 : 0.0;
    }
    for (int sweep = 0; sweep < 7; ++sweep) {
        transitions_rotate(B, Q, 0, 1, 2);
        transitions_rotate(B, Q, 0, 2, 1);
        transitions_rotate(B, Q, 1, 2, 0);
    }
    unrolled_for (i, 3)
        l[i] = B[i][i];
    unrolled_for (turn, 3) {
        const int i = turn == 1 ? 1 : 0;
        const mask wrong = l[i] > l[i + 1];

        transitions_swap(wrong, &l[i], &l[i + 1]);
        unrolled_for (j, 3)
            transitions_swap(wrong, &Q[j][i], &Q[j][i + 1]);
    }
}

/* The equation y'G y = 1 in units of the flow's size, and how y gives n. */
struct transitions_secular {
    real l[3], g[3], G[3][3], TQ[3][3];
};

/* P about the pole k, with e_i = l_i - l_k:
 * delta^2 U - 2 delta V - W, each a product of differences. */
struct transitions_pole {
    real ei, ej, Gii, Gjj, Gij, wi, wj, Gkk;
};

/* P seen from the pole l_k, so that roots close to it lose no digits. */
static inline struct transitions_pole transitions_about(const struct transitions_secular *s, int k)
{
    const int i = k == 0 ? 1 : 0, j = k == 2 ? 1 : 2;
    struct transitions_pole p;

    p.ei = s->l[i] - s->l[k];
    p.ej = s->l[j] - s->l[k];
    p.Gii = s->G[i][i] * s->g[i] * s->g[i];
    p.Gjj = s->G[j][j] * s->g[j] * s->g[j];
    p.Gij = s->G[i][j] * s->g[i] * s->g[j];
    p.wi = s->G[k][i] * s->g[k] * s->g[i];
    p.wj = s->G[k][j] * s->g[k] * s->g[j];
    p.Gkk = s->G[k][k] * s->g[k] * s->g[k];
    return p;
}

/* The same where k is not known to the compiler. */
static inline struct transitions_pole transitions_about_any(const struct transitions_secular *s,
                                                            int k)
{
#if PACK == 1
    struct transitions_pole p = transitions_about(s, 0);

    unrolled_from (other, 1, 3) {
        const struct transitions_pole o = transitions_about(s, other);

        p.ei = pick(k == other, o.ei, p.ei);
        p.ej = pick(k == other, o.ej, p.ej);
        p.Gii = pick(k == other, o.Gii, p.Gii);
        p.Gjj = pick(k == other, o.Gjj, p.Gjj);
        p.Gij = pick(k == other, o.Gij, p.Gij);
        p.wi = pick(k == other, o.wi, p.wi);
        p.wj = pick(k == other, o.wj, p.wj);
        p.Gkk = pick(k == other, o.Gkk, p.Gkk);
    }
    return p;
#else
    return transitions_about(s, k);
#endif
}

/* P at l_k + d, and its slope. */
static inline real transitions_value(const struct transitions_pole *p, real d, real *slope)
{
    const real ai = d + p->ei, aj = d + p->ej, q = ai * aj, q1 = ai + aj;
    const real U = q * q - p->Gii * aj * aj - p->Gjj * ai * ai - 2.0 * p->Gij * q;
    const real U1 = 2.0 * (q * q1 - p->Gii * aj - p->Gjj * ai - p->Gij * q1);
    const real mix = p->wi * aj + p->wj * ai, V = q * mix, V1 = q1 * mix + q * (p->wi + p->wj);
    const real W = p->Gkk * q * q, W1 = 2.0 * p->Gkk * q * q1;

    *slope = 2.0 * d * U + d * d * U1 - 2.0 * V - 2.0 * d * V1 - W1;
    return d * d * U - 2.0 * d * V - W;
}

/* The coefficients of P in delta about the middle pole, c[k] of delta^k. */
static inline void transitions_coefficients(const struct transitions_pole *p, real c[7])
{
    const real s = p->ei + p->ej, m = p->ei * p->ej;
    /* q = m + s x + x^2, q^2, and U, V, W by powers of x */
    const real q0 = m * m, q1 = 2.0 * m * s, q2 = s * s + 2.0 * m, q3 = 2.0 * s;
    const real U0 = q0 - p->Gii * p->ej * p->ej - p->Gjj * p->ei * p->ei - 2.0 * p->Gij * m;
    const real U1 = q1 - 2.0 * (p->Gii * p->ej + p->Gjj * p->ei + p->Gij * s);
    const real U2 = q2 - p->Gii - p->Gjj - 2.0 * p->Gij;
    const real f0 = p->wi * p->ej + p->wj * p->ei, f1 = p->wi + p->wj;
    const real V0 = m * f0, V1 = s * f0 + m * f1, V2 = f0 + s * f1, V3 = f1;

    c[0] = -p->Gkk * q0;
    c[1] = -2.0 * V0 - p->Gkk * q1;
    c[2] = U0 - 2.0 * V1 - p->Gkk * q2;
    c[3] = U1 - 2.0 * V2 - p->Gkk * q3;
    c[4] = U2 - 2.0 * V3 - p->Gkk;
    c[5] = q3;
    c[6] = 1.0;
}

/* The value of a polynomial and its slope. */
static inline real transitions_horner(const real *c, int degree, real x, real *slope)
{
    real f = PACK == 1 ? (real)0.0 : c[degree], f1 = 0.0; /* above the degree are zeros */

    registered
    for (int k = PACK == 1 ? 5 : degree - 1; k >= 0; --k) {
        f1 = f1 * x + f;
        f = f * x + c[k];
    }
    *slope = f1;
    return f;
}

/* r[0..4]: rising numbers among which are the real roots of P' within +-reach, by way of the roots
 * of the higher derivatives, between which each derivative is monotone. */
static inline void transitions_turning(const real c[7], real reach, real r[5])
{
    real d[6];

    registered
    for (int i = 0; i < 5; ++i)
        r[i] = -reach;
    for (int degree = 1; degree <= 5; ++degree) {
        const int order = 6 - degree;
        real left = -reach, f_left, slope;

        registered
        for (int k = 0; k <= (PACK == 1 ? 5 : degree); ++k) {
            number factor = 1.0;

            for (int i = 0; i < order; ++i)
                factor *= (number)(k + order - i);
            d[k] = k > degree ? (real)0.0 : transitions_at(c, 7, k + order) * factor;
        }
        f_left = transitions_horner(d, degree, left, &slope);
        for (int i = 0; i < degree; ++i) {
            const real right = i + 1 < degree ? transitions_at(r, 5, i) : (real)reach;
            const real f_right = transitions_horner(d, degree, right, &slope);
            const mask has = (f_left < 0.0) != (f_right < 0.0);
            const mask rises = f_left < 0.0;
            real lo = left, hi = right, x = 0.5 * (left + right), last = right - left;
            mask active = has;

            for (int turn = 0; turn < 60 && any_lane(active); ++turn) {
                const real f = transitions_horner(d, degree, x, &slope);
                const mask below = (f < 0.0) == rises;
                real next;
                mask inside;

                lo = pick(active & below, x, lo);
                hi = pick(active & !below, x, hi);
                next = x - f / pick(slope == 0.0, (real)real_tiny, slope);
                inside = (next > lo) & (next < hi) & (fabs(next - x) < 0.5 * last);
                next = pick(inside, next, 0.5 * (lo + hi));
                last = fabs(next - x);
                x = pick(active, next, x);
                active &= last > transitions_fine * reach;
            }
            left = right;
            f_left = f_right;
            transitions_put(r, 5, i, pick(has, x, right));
        }
        registered
        for (int i = 1; i < (PACK == 1 ? 5 : degree); ++i)
            r[i] = i < degree ? fmax(r[i], r[i - 1]) : r[i];
    }
}

/* The root between a and b, which lie on one side of the pole; P has the sign `rises` asks for. */
static inline real transitions_root(const struct transitions_pole *p, real a, real b, mask rises,
                                    mask active)
{
    real lo = a, hi = b, slope, x, last = b - a;
    const mask negative = a + b < 0.0;

    x = 0.5 * (a + b);
    for (int turn = 0; turn < 120 && any_lane(active); ++turn) {
        const real f = transitions_value(p, x, &slope);
        const mask below = (f < 0.0) == rises;
        real next, near, far, middle;
        mask inside;

        lo = pick(active & below, x, lo);
        hi = pick(active & !below, x, hi);
        next = x - f / pick(slope == 0.0, (real)real_tiny, slope);
        near = fmax(fmin(fabs(lo), fabs(hi)), (real)transitions_least);
        far = fmax(fabs(lo), fabs(hi));
        middle = sqrt(near) * sqrt(far);
        middle = pick(far > 8.0 * near, pick(negative, -middle, middle), 0.5 * (lo + hi));
        inside = (next > lo) & (next < hi) & (fabs(next - x) < 0.5 * last);
        next = pick(inside, next, middle);
        last = fabs(next - x);
        x = pick(active, next, x);
        active &= last > transitions_fine * fabs(x);
    }
    return x;
}

/* Two unit vectors across n. */
static inline void transitions_across(const real n[3], real e1[3], real e2[3])
{
    const mask steep = fabs(n[2]) > 0.7;
    const real x = pick(steep, n[2], n[1]), i = 1.0 / sqrt(n[0] * n[0] + x * x);

    e1[0] = -x * i;
    e1[1] = pick(steep, (real)0.0, n[0] * i);
    e1[2] = pick(steep, n[0] * i, (real)0.0);
    e2[0] = n[1] * e1[2] - n[2] * e1[1];
    e2[1] = n[2] * e1[0] - n[0] * e1[2];
    e2[2] = n[0] * e1[1] - n[1] * e1[0];
}

/* n over its length. */
static inline void transitions_unit(real n[3])
{
    const real i = 1.0 / sqrt(transitions_dot(n, n));

    unrolled_for (k, 3)
        n[k] *= i;
}

/* beta - A n */
static inline void transitions_pull(const struct transitions_flow *f, const real n[3], real v[3])
{
    unrolled_for (i, 3)
        v[i] = f->beta[i] - (f->A[i][0] * n[0] + f->A[i][1] * n[1] + f->A[i][2] * n[2]);
}

/* rho at n, the flow (x, y) across it and its slope J there. */
struct transitions_look {
    real rho, x, y, J[2][2], e1[3], e2[3];
};

/* The flow in coordinates across n. */
static inline struct transitions_look transitions_look_at(const struct transitions_flow *f,
                                                          const real n[3])
{
    struct transitions_look l;
    real v[3], a1[3], a2[3];

    transitions_across(n, l.e1, l.e2);
    transitions_pull(f, n, v);
    l.rho = transitions_dot(n, v);
    l.x = transitions_dot(l.e1, v);
    l.y = transitions_dot(l.e2, v);
    unrolled_for (i, 3) {
        a1[i] = transitions_dot(f->A[i], l.e1);
        a2[i] = transitions_dot(f->A[i], l.e2);
    }
    l.J[0][0] = -transitions_dot(l.e1, a1) - l.rho;
    l.J[0][1] = -transitions_dot(l.e1, a2);
    l.J[1][0] = -transitions_dot(l.e2, a1);
    l.J[1][1] = -transitions_dot(l.e2, a2) - l.rho;
    return l;
}

/* The point at n, by Newton's steps on the sphere as long as they gain. */
static inline struct transitions_point transitions_refine(const struct transitions_flow *f,
                                                          const real n[3])
{
    struct transitions_look l;
    struct transitions_point p;
    real largest;

    unrolled_for (k, 3)
        p.n[k] = n[k];
    l = transitions_look_at(f, p.n);
    for (int turn = 0; turn < 3; ++turn) {
        const real det = l.J[0][0] * l.J[1][1] - l.J[0][1] * l.J[1][0];
        const real i = 1.0 / pick(det == 0.0, (real)real_tiny, det);
        const real x = (l.J[0][1] * l.y - l.J[1][1] * l.x) * i;
        const real y = (l.J[1][0] * l.x - l.J[0][0] * l.y) * i;
        struct transitions_look next;
        mask better;
        real m[3];

        unrolled_for (k, 3)
            m[k] = p.n[k] + x * l.e1[k] + y * l.e2[k];
        transitions_unit(m);
        next = transitions_look_at(f, m);
        better =
            (x * x + y * y < 0.01) & (next.x * next.x + next.y * next.y < l.x * l.x + l.y * l.y);
        unrolled_for (k, 3)
            p.n[k] = pick(better, m[k], p.n[k]);
        l = transitions_look_at(f, p.n);
    }
    p.rho = l.rho;
    p.mean = 0.5 * (l.J[0][0] + l.J[1][1]);
    p.det = l.J[0][0] * l.J[1][1] - l.J[0][1] * l.J[1][0];
    {
        const real gap = 0.5 * (l.J[0][0] - l.J[1][1]), off = l.J[0][1] * l.J[1][0];

        p.disc = gap * gap + off;
        largest = gap * gap + fabs(off);
    }
    p.focus = p.disc < -(transitions_fine * largest +
                         transitions_fine * transitions_fine * f->size * f->size);
    p.disc = pick(!p.focus & (p.disc < 0.0), (real)0.0, p.disc);
    {
        const real root = sqrt(fmax(p.disc, (real)0.0));
        const real least = pick(p.focus, fabs(p.mean), fabs(fabs(p.mean) - root));

        p.flat = least <= transitions_flat * f->size;
    }
    return p;
}

/* Adds a point to the result of these lanes. */
static inline void transitions_keep(struct transitions_result *r, struct transitions_point p,
                                    mask which)
{
    unrolled_for (k, transitions_most) {
        const mask here = which & (r->count == (real)(number)k);

        unrolled_for (i, 3)
            r->point[k].n[i] = pick(here, p.n[i], r->point[k].n[i]);
        r->point[k].rho = pick(here, p.rho, r->point[k].rho);
        r->point[k].mean = pick(here, p.mean, r->point[k].mean);
        r->point[k].det = pick(here, p.det, r->point[k].det);
        r->point[k].disc = pick(here, p.disc, r->point[k].disc);
        r->point[k].focus = (here & p.focus) | ((!here) & r->point[k].focus);
        r->point[k].flat = (here & p.flat) | ((!here) & r->point[k].flat);
    }
    r->count += pick(which & (r->count < (real)(number)transitions_most), (real)1.0, (real)0.0);
}

/* The flow of a case; where it makes sense; the equation for its fixed points. */
static inline mask transitions_prepare(const struct transitions_case *c, struct transitions_flow *f,
                                       struct transitions_secular *s, real *load)
{
    const real cd[3] = {c->mu_lambda * c->lambda_n, c->mu_lambda * c->lambda_n,
                        c->mu_tau * c->lambda_n};
    const real scale[3] = {1.0, 1.0, c->c_omega}, b[3] = {c->b1, c->b2, c->b3};
    const real M[3][3] = {
        {c->m11, c->m12, c->m13}, {c->m12, c->m22, c->m23}, {c->m13, c->m23, c->m33}};
    real inverse[3][3], B[3][3], Q[3][3], h[3], T[3], sum = 0.0, square = 0.0;
    mask valid = transitions_inverse(c, inverse) & (c->mu_lambda > 0.0) & (c->mu_tau > 0.0) &
                 (c->c_omega > 0.0) & (c->lambda_n > 0.0);

    unrolled_for (i, 3) {
        h[i] = sqrt(fabs(scale[i] * cd[i]));
        T[i] = sqrt(fabs(scale[i] / pick(cd[i] == 0.0, (real)1.0, cd[i])));
        f->beta[i] = scale[i] * b[i];
        square += f->beta[i] * f->beta[i];
    }
    *load = 0.0;
    f->size = 0.0;
    unrolled_for (i, 3) {
        const real part = transitions_dot(M[i], b) / pick(cd[i] == 0.0, (real)1.0, cd[i]);

        *load += part * part;
        unrolled_for (j, 3) {
            B[i][j] = h[i] * inverse[i][j] * h[j];
            f->A[i][j] = scale[i] * inverse[i][j] * cd[j];
            f->size += f->A[i][j] * f->A[i][j];
        }
        sum += B[i][i];
    }
    *load = sqrt(*load);
    f->size = sqrt(f->size) + sqrt(square) + sum;
    valid &= (f->size > real_tiny) & (f->size < real_large) & (*load < real_large);
    {
        const real unit = 1.0 / pick(valid, f->size, (real)1.0);
        real length = 0.0;

        unrolled_for (i, 3) {
            unrolled_for (j, 3)
                B[i][j] = pick(valid, B[i][j] * unit, (real)(i == j ? 1.0 : 0.0));
        }
        transitions_eigen(B, Q, s->l);
        s->l[1] = fmax(s->l[1], s->l[0] + transitions_apart * s->l[2]);
        s->l[2] = fmax(s->l[2], s->l[1] + transitions_apart * s->l[2]);
        /* T in units of its largest, which moves into g */
        length = fmax(fmax(T[0], T[1]), T[2]);
        length = pick(valid, length, (real)1.0);
        unrolled_for (k, 3) {
            real g = 0.0;

            unrolled_for (i, 3) {
                g += Q[i][k] * f->beta[i] * unit * length / pick(valid, T[i], (real)1.0);
                s->TQ[i][k] = T[i] / length * Q[i][k];
            }
            g = pick(valid, g, (real)0.0);
            s->g[k] = copysign(fmax(fabs(g), (real)transitions_tiny), g);
        }
        unrolled_for (i, 3) {
            unrolled_for (j, 3)
                s->G[i][j] = s->TQ[0][i] * s->TQ[0][j] + s->TQ[1][i] * s->TQ[1][j] +
                             s->TQ[2][i] * s->TQ[2][j];
        }
    }
    return valid;
}

/* Adds the number x to the rising numbers e[0..count-1]. */
static inline void transitions_insert(real *e, int count, real x)
{
    registered
    for (int i = 0; i < (PACK == 1 ? (int)transitions_longest : count); ++i)
        if (PACK > 1 || i < count) {
            const real low = fmin(e[i], x);

            x = fmax(e[i], x);
            e[i] = low;
        }
    e[count] = x;
}

/* All fixed points, by falling rho. */
static inline struct transitions_result transitions_solve(const struct transitions_case *c)
{
    struct transitions_flow f;
    struct transitions_secular s;
    struct transitions_result r;
    struct transitions_pole pole;
    const number reach = 2.0; /* all roots are within 1, all poles within -1 and 0 */
    real coefficient[7], turning[5], before, ignored;
    mask above;

    r.valid = transitions_prepare(c, &f, &s, &r.load);
    r.count = 0.0;
    registered
    for (int k = 0; k < transitions_most; ++k) {
        r.point[k].n[0] = r.point[k].n[1] = r.point[k].n[2] = (number)NAN;
        r.point[k].rho = r.point[k].mean = r.point[k].det = r.point[k].disc = (number)NAN;
        r.point[k].focus = r.point[k].flat = r.count < 0.0;
    }
    pole = transitions_about(&s, 1);
    transitions_coefficients(&pole, coefficient);
    transitions_turning(coefficient, reach, turning);
    above = r.valid; /* P > 0 far away; signs are passed on, so that they always change evenly */
    before = reach;
    for (int k = 0; k < 3; ++k) { /* from the right: -l_0 is the rightmost pole */
        const real l = transitions_at(s.l, 3, k);
        const real right =
            k == 0 ? (real)reach : 0.5 * (l - transitions_at(s.l, 3, k > 0 ? k - 1 : 0));
        const real left =
            k == 2 ? (real)-reach : -0.5 * (transitions_at(s.l, 3, k < 2 ? k + 1 : 2) - l);
        real edge[8], V0, U0, own;

        pole = transitions_about_any(&s, k);
        U0 = pole.ei * pole.ej;
        V0 = U0 * (pole.wi * pole.ej + pole.wj * pole.ei);
        U0 = U0 * U0 - pole.Gii * pole.ej * pole.ej - pole.Gjj * pole.ei * pole.ei -
             2.0 * pole.Gij * U0;
        own = V0 / pick(U0 == 0.0, (real)1.0, U0); /* where P turns if g_k is small */
        registered
        for (int i = 0; i < 5; ++i)
            edge[i] = fmin(fmax(turning[i] - (s.l[1] - l), left), right);
        transitions_insert(edge, 5, fmin(fmax(own, left), right));
        transitions_insert(edge, 6, (real)0.0);
        before = right;
        for (int i = 7; i >= 0; --i) {
            const real here = i > 0 ? transitions_at(edge, 7, i > 0 ? i - 1 : 0) : left;
            const mask moved = here < before;
            const mask positive = (transitions_value(&pole, here, &ignored) > 0.0) & (here != 0.0);
            const mask change = r.valid & moved & (positive != above);

            if (any_lane(change)) {
                const real d = transitions_root(&pole, here, before, above, change);
                real y[3], n[3];

                unrolled_for (j, 3)
                    y[j] = s.g[j] / (d + (s.l[j] - l));
                unrolled_for (j, 3)
                    n[j] = transitions_dot(s.TQ[j], y);
                transitions_unit(n);
                transitions_keep(&r, transitions_refine(&f, n), change);
            }
            above = (moved & positive) | ((!moved) & above);
            before = pick(moved, here, before);
        }
    }
    return r;
}

/* What a map of many cases shows: how many points there are of each kind. */
struct transitions_summary {
    real points, stable, saddles, unstable, foci, unstable_foci, degenerate, escapes;
};

/* Points that are degenerate within rounding count as such, whatever their signs are. */
static inline struct transitions_summary transitions_summarise(const struct transitions_result *r)
{
    const real one = 1.0, none = 0.0;
    struct transitions_summary s;

    s.points = r->count;
    s.stable = s.saddles = s.unstable = s.foci = s.unstable_foci = s.degenerate = s.escapes = 0.0;
    unrolled_for (k, transitions_most) {
        const struct transitions_point *p = &r->point[k];
        const mask is = r->valid & (r->count > (real)(number)k), sure = is & !p->flat;
        const mask saddle = sure & (p->det < 0.0), stable = sure & !saddle & (p->mean < 0.0);
        const mask unstable = sure & !saddle & !stable;

        s.degenerate += pick(is & p->flat, one, none);
        s.saddles += pick(saddle, one, none);
        s.stable += pick(stable, one, none);
        s.unstable += pick(unstable, one, none);
        s.foci += pick(sure & p->focus, one, none);
        s.unstable_foci += pick(unstable & p->focus, one, none);
        s.escapes += pick(stable & (p->rho > 0.0), one, none);
    }
    return s;
}

#endif

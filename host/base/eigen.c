/* eigen.c: eigenvalues of a small real matrix: balanced, brought to Hessenberg's form, then QR steps with Wilkinson's
 * shift in complex numbers (G. H. Golub, C. F. Van Loan, Matrix computations, 7.5); of a symmetric one by Jacobi's
 * rotations. SPDX-License-Identifier: MIT */
#include "base/eigen.h"

#include <complex.h>
#include <math.h>

enum { most = contensou__eigen_most, turns = 100 };

/* Rows and columns of about the same size, by powers of two. */
static void balance(size_t n, double a[most][most])
{
    for (int again = 1, turn = 0; again && turn < turns; ++turn) {
        again = 0;
        for (size_t i = 0; i < n; ++i) {
            double row = 0, column = 0, f = 1;

            for (size_t j = 0; j < n; ++j)
                if (j != i) {
                    row += fabs(a[i][j]);
                    column += fabs(a[j][i]);
                }
            if (row == 0 || column == 0)
                continue;
            while (column * f * f * 4 < row)
                f *= 2;
            while (column * f * f > row * 4)
                f /= 2;
            if (f == 1)
                continue;
            again = 1;
            for (size_t j = 0; j < n; ++j) {
                a[i][j] /= f;
                a[j][i] *= f;
            }
        }
    }
}

/* Zero below the first subdiagonal, by elimination with row exchanges. */
static void reduce(size_t n, double a[most][most])
{
    for (size_t m = 1; m + 1 < n; ++m) {
        size_t pivot = m;

        for (size_t i = m; i < n; ++i)
            if (fabs(a[i][m - 1]) > fabs(a[pivot][m - 1]))
                pivot = i;
        if (a[pivot][m - 1] == 0)
            continue;
        for (size_t j = 0; j < n && pivot != m; ++j) {
            const double keep = a[m][j];

            a[m][j] = a[pivot][j];
            a[pivot][j] = keep;
        }
        for (size_t i = 0; i < n && pivot != m; ++i) {
            const double keep = a[i][m];

            a[i][m] = a[i][pivot];
            a[i][pivot] = keep;
        }
        for (size_t i = m + 1; i < n; ++i) {
            const double f = a[i][m - 1] / a[m][m - 1];

            for (size_t j = m - 1; j < n; ++j)
                a[i][j] -= f * a[m][j];
            for (size_t j = 0; j < n; ++j)
                a[j][m] += f * a[j][i];
        }
    }
}

/* The eigenvalue of the last 2 x 2 block next to its corner. */
static double complex shift_of(double complex a, double complex b, double complex c,
                               double complex d)
{
    const double complex half = (a - d) / 2, root = csqrt(half * half + b * c);
    const double complex one = d - b * c / (half + root), two = d - b * c / (half - root);

    if (b * c == 0)
        return d;
    return cabs(half + root) > cabs(half - root) ? one : two;
}

/* One QR step on rows and columns low..high. */
static void step(double complex h[most][most], size_t low, size_t high, double complex shift)
{
    double complex c[most], s[most];

    for (size_t i = low; i <= high; ++i)
        h[i][i] -= shift;
    for (size_t k = low; k < high; ++k) {
        const double size = sqrt(pow(cabs(h[k][k]), 2) + pow(cabs(h[k + 1][k]), 2));

        c[k] = size > 0 ? h[k][k] / size : 1;
        s[k] = size > 0 ? h[k + 1][k] / size : 0;
        for (size_t j = k; j <= high; ++j) {
            const double complex x = h[k][j], y = h[k + 1][j];

            h[k][j] = conj(c[k]) * x + conj(s[k]) * y;
            h[k + 1][j] = -s[k] * x + c[k] * y;
        }
    }
    for (size_t k = low; k < high; ++k)
        for (size_t i = low; i <= (k + 1 < high ? k + 1 : high); ++i) {
            const double complex x = h[i][k], y = h[i][k + 1];

            h[i][k] = x * c[k] + y * s[k];
            h[i][k + 1] = -x * conj(s[k]) + y * conj(c[k]);
        }
    for (size_t i = low; i <= high; ++i)
        h[i][i] += shift;
}

static int iterate(size_t n, double complex h[most][most])
{
    size_t high = n - 1;
    int turn = 0;

    while (high > 0) {
        size_t low = high;

        while (low > 0 &&
               cabs(h[low][low - 1]) > 2.3e-16 * (cabs(h[low][low]) + cabs(h[low - 1][low - 1])))
            --low;
        if (low == high) {
            --high;
            turn = 0;
            continue;
        }
        if (++turn > turns)
            return 0;
        step(h, low, high,
             turn % 11 == 10 ? h[high][high] + cabs(h[high][high - 1])
                             : shift_of(h[high - 1][high - 1], h[high - 1][high], h[high][high - 1],
                                        h[high][high]));
    }
    return 1;
}

static void sort(size_t n, double *re, double *im)
{
    for (size_t i = 1; i < n; ++i)
        for (size_t j = i;
             j > 0 && (re[j] > re[j - 1] + 1e-13 * (fabs(re[j]) + fabs(im[j])) ||
                       (fabs(re[j] - re[j - 1]) <= 1e-13 * (fabs(re[j]) + fabs(im[j])) &&
                        im[j] > im[j - 1]));
             --j) {
            const double r = re[j], m = im[j];

            re[j] = re[j - 1];
            im[j] = im[j - 1];
            re[j - 1] = r;
            im[j - 1] = m;
        }
}

int contensou__eigen_values(size_t n, const double *a, double *re, double *im)
{
    double m[most][most];
    double complex h[most][most];
    double largest = 0;

    if (n == 0 || n > most)
        return n == 0;
    for (size_t i = 0; i < n * n; ++i) {
        if (!isfinite(a[i]))
            return 0;
        m[i / n][i % n] = a[i];
    }
    balance(n, m);
    reduce(n, m);
    for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < n; ++j)
            h[i][j] = i > j + 1 ? 0 : m[i][j];
    if (!iterate(n, h))
        return 0;
    for (size_t i = 0; i < n; ++i)
        largest = fmax(largest, cabs(h[i][i]));
    for (size_t i = 0; i < n; ++i) { /* what rounding makes of a real one is dropped */
        const double noise = 1e-12 * cabs(h[i][i]) + 1e-15 * largest;

        re[i] = creal(h[i][i]);
        im[i] = fabs(cimag(h[i][i])) <= noise ? 0 : cimag(h[i][i]);
    }
    sort(n, re, im);
    for (size_t i = 0; i + 1 < n; ++i) /* pairs are conjugate to the last digit */
        if (im[i] > 0 && im[i + 1] < 0) {
            re[i] = re[i + 1] = (re[i] + re[i + 1]) / 2;
            im[i] = (im[i] - im[i + 1]) / 2;
            im[i + 1] = -im[i];
            ++i;
        }
    return 1;
}

void contensou__eigen_symmetric(size_t n, double *C, double *V)
{
    for (size_t i = 0; i < n * n; ++i)
        V[i] = i % (n + 1) == 0;
    for (int sweep = 0; sweep < 60; ++sweep) {
        double off = 0;

        for (size_t p = 0; p < n; ++p)
            for (size_t q = p + 1; q < n; ++q) {
                const double apq = C[p * n + q], tau = (C[q * n + q] - C[p * n + p]) / (2 * apq);
                const double t = copysign(1, tau) / (fabs(tau) + sqrt(1 + tau * tau));
                const double c = 1 / sqrt(1 + t * t), s = t * c;

                off += apq * apq;
                if (fabs(apq) < 1e-300)
                    continue;
                for (size_t k = 0; k < n; ++k) {
                    const double kp = C[k * n + p], kq = C[k * n + q];

                    C[k * n + p] = c * kp - s * kq;
                    C[k * n + q] = s * kp + c * kq;
                }
                for (size_t k = 0; k < n; ++k) {
                    const double pk = C[p * n + k], qk = C[q * n + k], vp = V[k * n + p],
                                 vq = V[k * n + q];

                    C[p * n + k] = c * pk - s * qk;
                    C[q * n + k] = s * pk + c * qk;
                    V[k * n + p] = c * vp - s * vq;
                    V[k * n + q] = s * vp + c * vq;
                }
            }
        if (off < 1e-32)
            break;
    }
}

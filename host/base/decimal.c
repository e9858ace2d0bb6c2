/* decimal.c: one double as text, both ways.
 *
 * Reading: up to 2^53 times or over a power of ten that a double holds exactly (10^22) is one
 * correctly rounded operation (W. D. Clinger, How to read floating point numbers accurately, 1990);
 * everything else goes to strtod in the C locale. SPDX-License-Identifier: MIT */
#include "base/decimal.h"

#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                              1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                              1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The end of the number at text, or NULL where the short way does not apply. */
static const char *read_short(const char *text, double *value)
{
    const char *s = text + (*text == '-' || *text == '+');
    uint64_t digits = 0;
    int count = 0, exponent = 0;

    for (; is_digit(*s); s++, count++)
        digits = 10 * digits + (uint64_t)(*s - '0');
    if (*s == '.')
        for (s++; is_digit(*s) && count <= 19; s++, count++, exponent--)
            digits = 10 * digits + (uint64_t)(*s - '0');
    if (count == 0 || count > 19 || digits > (UINT64_C(1) << 53) || *s == 'x' || *s == 'X')
        return NULL;
    if (*s == 'e' || *s == 'E') {
        const char *e = s + 1;
        const int negative = *e == '-';
        int power = 0;

        e += *e == '-' || *e == '+';
        if (!is_digit(*e))
            return NULL;
        for (; is_digit(*e) && power < 1000; e++)
            power = 10 * power + (*e - '0');
        if (is_digit(*e))
            return NULL;
        exponent += negative ? -power : power;
        s = e;
    }
    if (exponent < -22 || exponent > 22)
        return NULL;
    *value = exponent < 0 ? (double)digits / tens[-exponent] : (double)digits * tens[exponent];
    if (*text == '-')
        *value = -*value;
    return s;
}

const char *contensou__decimal_read(const char *text, double *value)
{
    const char *s = text + (*text == '-' || *text == '+'), *end = read_short(text, value);
    locale_t plain, before;
    char *stop;

    if (end)
        return end;
    if (!is_digit(*s) && !(*s == '.' && is_digit(s[1])))
        return NULL;
    plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    before = plain ? uselocale(plain) : (locale_t)0;
    *value = strtod(text, &stop);
    if (plain) {
        uselocale(before);
        freelocale(plain);
    }
    return stop;
}

static size_t write(double value, int digits, char text[32])
{
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = plain ? uselocale(plain) : (locale_t)0;
    const int size = snprintf(text, 32, "%.*g", digits, value);

    if (plain) {
        uselocale(before);
        freelocale(plain);
    }
    return (size_t)size;
}

size_t contensou__decimal_write(double value, char text[32])
{
    return write(value, 17, text);
}

void contensou__decimal_print(struct contensou__text *to, double value)
{
    char digits[32];

    contensou__text_append(to, digits, contensou__decimal_write(value, digits));
}

size_t contensou__decimal_short(double value, char text[32])
{
    for (int digits = 15; digits < 17; digits++) {
        const size_t size = write(value, digits, text);
        double back = 0;

        if (contensou__decimal_read(text, &back) && back == value)
            return size;
    }
    return write(value, 17, text);
}

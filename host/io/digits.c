/* digits.c: many doubles as text, the same bytes as %.17g, without the general machinery of printf.
 *
 * x = m 2^e with 2^63 <= m < 2^64. With k = 16 - floor(log10 x), x 10^k has 17 digits before the
 * point. 10^k is taken as P 2^q with 128 bits of P, too small by less than 2 units; so the upper
 * 128 bits of m P give x 10^k with its fraction too small by less than 2^-68. Rounding to the
 * nearest is then certain unless the fraction is that near to one half; such values go to printf.
 * SPDX-License-Identifier: MIT */
#include "io/digits.h"
#include "base/decimal.h"

#include <string.h>

__extension__ typedef unsigned __int128 wide;

enum { WORDS = 20 }; /* of a long number, most significant first */

static const uint64_t ten_16 = UINT64_C(10000000000000000), ten_17 = UINT64_C(100000000000000000);

/* floor(k log2 10), for |k| < 1651 */
static int log2_of_ten(int k)
{
    return (k * 1741647 - (k < 0 ? 524287 : 0)) / 524288;
}

/* floor(e log10 2), for |e| < 1650 */
static int log10_of_two(int e)
{
    return (e * 315653 - (e < 0 ? 1048575 : 0)) / 1048576;
}

/* The leading 128 bits of a long number that is not zero. */
static void leading(const uint64_t *number, uint64_t out[2])
{
    int i = 0, shift;

    while (!number[i])
        i++;
    shift = __builtin_clzll(number[i]);
    for (int j = 0; j < 2; j++) {
        const uint64_t high = i + j < WORDS ? number[i + j] : 0;
        const uint64_t low = i + j + 1 < WORDS ? number[i + j + 1] : 0;

        out[j] = shift ? high << shift | low >> (64 - shift) : high;
    }
}

void contensou__digits_init(struct contensou__digits *digits)
{
    uint64_t number[WORDS] = {0};

    number[WORDS - 1] = 1; /* 5^k, exactly */
    for (int k = 0; k <= CONTENSOU__DIGITS_HIGH; k++) {
        wide carry = 0;

        leading(number, digits->power[k - CONTENSOU__DIGITS_LOW]);
        for (int i = WORDS - 1; i >= 0; i--) {
            carry += (wide)number[i] * 5;
            number[i] = (uint64_t)carry;
            carry >>= 64;
        }
    }
    memset(number, 0, sizeof number);
    number[0] = 1; /* 5^k times 2^1216, cut off far below the 128 bits */
    for (int k = -1; k >= CONTENSOU__DIGITS_LOW; k--) {
        wide rest = 0;

        for (int i = 0; i < WORDS; i++) {
            rest = rest << 64 | number[i];
            number[i] = (uint64_t)(rest / 5);
            rest %= 5;
        }
        leading(number, digits->power[k - CONTENSOU__DIGITS_LOW]);
    }
}

/* floor(m 2^e 10^k), below 2^63, and 64 bits of the fraction. */
static uint64_t scale(const struct contensou__digits *digits, uint64_t m, int e, int k,
                      uint64_t *fraction)
{
    const uint64_t *const p = digits->power[k - CONTENSOU__DIGITS_LOW];
    const wide product = (wide)m * p[0] + ((wide)m * p[1] >> 64);
    /* 10^k = P 2^(log2 - 127) and product = m P 2^-64 */
    const int point = 63 - e - log2_of_ten(k);
    const wide below = product << (128 - point);

    *fraction = (uint64_t)(below >> 64);
    return (uint64_t)(product >> point);
}

static char *two_digits(char *text, unsigned value)
{
    text[0] = (char)('0' + value / 10);
    text[1] = (char)('0' + value % 10);
    return text + 2;
}

static void eight_digits(char *text, uint32_t value)
{
    const uint32_t high = value / 10000, low = value % 10000;

    text = two_digits(text, high / 100);
    text = two_digits(text, high % 100);
    text = two_digits(text, low / 100);
    two_digits(text, low % 100);
}

/* Lays out the 17 digits d of d 10^(exponent - 16) as %g does. */
static char *layout(char *text, uint64_t d, int exponent)
{
    char digit[24];
    int count = 17;
    const uint64_t rest = d % ten_16;

    digit[0] = (char)('0' + d / ten_16);
    eight_digits(digit + 1, (uint32_t)(rest / 100000000));
    eight_digits(digit + 9, (uint32_t)(rest % 100000000));
    while (count > 1 && digit[count - 1] == '0')
        count--;
    if (exponent >= 0 && exponent < 17) {
        const int whole = exponent + 1;

        memcpy(text, digit, 17);
        if (count <= whole)
            return text + whole;
        text[whole] = '.';
        memcpy(text + whole + 1, digit + whole, (size_t)(count - whole));
        return text + count + 1;
    }
    if (exponent < 0 && exponent >= -4) {
        memcpy(text, "0.0000", 6);
        memcpy(text + 1 - exponent, digit, (size_t)count);
        return text + 1 - exponent + count;
    }
    *text++ = digit[0];
    if (count > 1) {
        *text++ = '.';
        memcpy(text, digit + 1, (size_t)count - 1);
        text += count - 1;
    }
    *text++ = 'e';
    *text++ = exponent < 0 ? '-' : '+';
    exponent = exponent < 0 ? -exponent : exponent;
    if (exponent >= 100) {
        *text++ = (char)('0' + exponent / 100);
        exponent %= 100;
    }
    return two_digits(text, (unsigned)exponent);
}

static size_t by_printf(double value, char *text)
{
    char whole[32];
    const size_t size = contensou__decimal_write(value, whole);

    memcpy(text, whole, size);
    return size;
}

size_t contensou__digits_write(const struct contensou__digits *digits, double value, char *text)
{
    char *const start = text;
    uint64_t bits, m, d, fraction;
    int e, exponent;

    memcpy(&bits, &value, sizeof bits);
    m = bits & ((UINT64_C(1) << 52) - 1);
    e = (int)(bits >> 52 & 2047);
    if (e == 2047)
        return by_printf(value, text);
    if (bits >> 63)
        *text++ = '-';
    if (e == 0 && m == 0) {
        *text++ = '0';
        return (size_t)(text - start);
    }
    if (e > 0)
        m |= UINT64_C(1) << 52;
    else
        e = 1;
    e -= 1075 + __builtin_clzll(m); /* value = m 2^e, m with its top bit set */
    m <<= __builtin_clzll(m);
    exponent = log10_of_two(e + 63); /* or one more */
    d = scale(digits, m, e, 16 - exponent, &fraction);
    if (d >= ten_17)
        d = scale(digits, m, e, 16 - ++exponent, &fraction);
    if (fraction - ((UINT64_C(1) << 63) - 64) < 128)
        return by_printf(value, start);
    d += fraction >> 63;
    if (d == ten_17) {
        d = ten_16;
        exponent++;
    }
    return (size_t)(layout(text, d, exponent) - start);
}

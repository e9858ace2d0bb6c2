/* digits.h: many doubles as text, fast. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_IO_DIGITS_H
#define CONTENSOU_IO_DIGITS_H

#include <stddef.h>
#include <stdint.h>

enum { CONTENSOU__DIGITS_LOW = -292, CONTENSOU__DIGITS_HIGH = 340 };

/* The powers of ten that bring every double to 17 digits before the point: the leading 128 bits of
 * 10^k, cut off, at power[k - CONTENSOU__DIGITS_LOW], high word first. */
struct contensou__digits {
    uint64_t power[CONTENSOU__DIGITS_HIGH - CONTENSOU__DIGITS_LOW + 1][2];
};

void contensou__digits_init(struct contensou__digits *digits);

/* Writes exactly the bytes of printf's %.17g in the C locale, with no ending zero; returns how
 * many. text has room for 32. */
size_t contensou__digits_write(const struct contensou__digits *digits, double value, char *text);

#endif

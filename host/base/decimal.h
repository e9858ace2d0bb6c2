/* decimal.h: one double as text, both ways, whatever the locale of the process: the decimal point
 * is always a point. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_DECIMAL_H
#define CONTENSOU_BASE_DECIMAL_H

#include "base/text.h"

#include <stddef.h>

/* Reads a decimal or hexadecimal number ("-1.5e3", "0x1p-4") at the start of text, correctly
 * rounded. Returns the first character after it, or NULL where no number starts; spaces, "nan" and
 * "inf" do not start one. A number too large for a double gives an infinity. */
const char *contensou__decimal_read(const char *text, double *value);

/* Writes value as printf's %.17g does, with its ending zero; returns the length. */
size_t contensou__decimal_write(double value, char text[32]);

/* Appends it to a text. */
void contensou__decimal_print(struct contensou__text *to, double value);

/* The same for people: 0.1, not 0.10000000000000001; reads back as the same number. */
size_t contensou__decimal_short(double value, char text[32]);

#endif

/* json.h: writes JSON (RFC 8259) into a text, value by value.
 *
 *     contensou__json_object(&j, NULL);
 *     contensou__json_number(&j, "b", 0.5);
 *     contensou__json_end(&j);
 *
 * Inside an object every value has a key, inside an array the key is NULL. Members of an object
 * stand on lines of their own; numbers of an array share one. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_IO_JSON_H
#define CONTENSOU_IO_JSON_H

#include "base/text.h"

enum { contensou__json_deepest = 16 };

/* All zero is an empty text. */
struct contensou__json {
    struct contensou__text text; /* for contensou__text_free; see its .failed at the end */
    int depth;
    struct {
        char is_array, has_nested;
        size_t count;
    } level[contensou__json_deepest + 1];
};

/* Begins an object or an array; the end closes what was begun last, and behind the outermost one
 * ends the line. */
void contensou__json_object(struct contensou__json *j, const char *key);
void contensou__json_array(struct contensou__json *j, const char *key);
void contensou__json_end(struct contensou__json *j);

/* A string; NULL becomes null. Bytes that are not UTF-8 become U+FFFD. */
void contensou__json_string(struct contensou__json *j, const char *key, const char *value);

/* A number with 17 significant digits; NaN and the infinities, which JSON does not have, are null. */
void contensou__json_number(struct contensou__json *j, const char *key, double value);

/* An array of numbers, and of two. */
void contensou__json_numbers(struct contensou__json *j, const char *key, const double *value,
                             size_t count);
void contensou__json_pair(struct contensou__json *j, const char *key, double a, double b);

/* A whole number, and true or false. */
void contensou__json_whole(struct contensou__json *j, const char *key, long value);
void contensou__json_flag(struct contensou__json *j, const char *key, int value);

#endif

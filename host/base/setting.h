/* setting.h: how a message names a setting. A library knows settings by their bare names; the command line writes them with two
 * dashes and Python as keywords. So the code below these edges marks a name,
 *
 *     contensou_fail(err, CONTENSOU_EARGUMENT, SETTING("rtol") " is negative")
 *
 * and contensou_fail spells it as the process asked (contensou_process_spell_settings): "--rtol is negative", or "rtol is negative".
 * Texts that do not go through contensou_fail, such as warnings and help, are spelled by contensou__setting_spell.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_SETTING_H
#define CONTENSOU_BASE_SETTING_H

#include "base/text.h"

#include <stdarg.h>
#include <stddef.h>

/* A string literal; the name ends at the first character that is neither a letter, a digit, '-' nor '_'. */
#define SETTING(name) "\1" name

/* What stands before a name, at most 7 bytes, and the character that joins its words. At first: nothing, and '-'. */
void contensou__setting_spelling(const char *prefix, char joint);

/* Replaces the marks in text, which holds size bytes; what does not fit is cut off at its end. */
void contensou__setting_spell(char *text, size_t size);

/* The same in a text that grows as it must. */
void contensou__setting_spell_text(struct contensou__text *text);

/* Tells a sentence, spelled, to whom the caller of the library named; nothing without memory. */
void contensou__setting_tell(void (*note)(void *context, const char *sentence), void *context,
                             const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
void contensou__setting_tell_list(void (*note)(void *context, const char *sentence), void *context,
                                  const char *format, va_list arguments);

#endif

/* export_text.c: the statements of a small function, in the words of a language.
 * SPDX-License-Identifier: MIT */
#include "fit/export/export_text.h"

#include "base/decimal.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { line_length = 96 };

void contensou__export_text_free(struct contensou__export_text *t)
{
    contensou__text_free(&t->body);
    contensou__text_free(&t->locals);
    contensou__text_free(&t->terms);
}

struct contensou__export_number contensou__export_text_number(double value)
{
    struct contensou__export_number n;
    const size_t length = contensou__decimal_write(value, n.text);

    if (!strpbrk(n.text, ".en"))
        memcpy(n.text + length, ".0", 3);
    return n;
}

/* The language's word for a function of C; other words stay as they are. */
static void put_word(struct contensou__export_text *t, const char *word, size_t length)
{
    const char *const from[] = {"fabs", "fmax", "fmin"};
    const char *const to[] = {t->language->abs, t->language->max, t->language->min};

    for (int i = 0; i < 3; ++i)
        if (length == 4 && strncmp(word, from[i], 4) == 0) {
            contensou__text_printf(&t->body, "%s", to[i]);
            return;
        }
    contensou__text_append(&t->body, word, length);
}

/* 1 if every root is a power. */
static int roots_are_powers(const struct contensou__export_text *t)
{
    return t->language->cube_root[0] == NULL;
}

static void translate(struct contensou__export_text *t, const char *expression)
{
    while (*expression) {
        size_t length = 0;

        while (isalnum((unsigned char)expression[length]) || expression[length] == '_' ||
               expression[length] == '.')
            ++length;
        if (length == 4 && strncmp(expression, "sqrt", 4) == 0 &&
            roots_are_powers(t)) { /* sqrt(..), without parentheses inside */
            expression += 4;
            length = strcspn(expression, ")") + 1;
            contensou__text_append(&t->body, expression, length);
            contensou__text_printf(&t->body, "%s0.5%s", t->language->power[1],
                                   t->language->power[2]);
        } else if (length)
            put_word(t, expression, length);
        else
            contensou__text_append(&t->body, expression, length = 1);
        expression += length;
    }
}

/* "name = " as a statement begins, and how it ends. */
static void begin(struct contensou__export_text *t, const char *name)
{
    contensou__text_printf(&t->locals, " %s", name);
    contensou__text_printf(&t->body, "    %s%s%s", t->language->declare, name, t->language->assign);
}

static void end(struct contensou__export_text *t)
{
    contensou__text_printf(&t->body, "%s", t->language->end);
}

void contensou__export_text_let(struct contensou__export_text *t, const char *name,
                                const char *format, ...)
{
    char expression[400];
    va_list args;

    va_start(args, format);
    vsnprintf(expression, sizeof expression, format, args);
    va_end(args);
    begin(t, name);
    translate(t, expression);
    end(t);
}

static void put_power(struct contensou__export_text *t, const char *base, const char *exponent)
{
    const char *const *word = t->language->power;

    contensou__text_printf(&t->body, "%s%s%s%s%s", word[0], base, word[1], exponent, word[2]);
}

void contensou__export_text_power(struct contensou__export_text *t, const char *name,
                                  const char *base, const char *exponent)
{
    begin(t, name);
    put_power(t, base, exponent);
    end(t);
}

void contensou__export_text_root(struct contensou__export_text *t, const char *name,
                                 const char *base, int degree)
{
    const int cube = degree % 3 == 0, half = cube ? degree / 3 : degree;
    int depth = 0;

    begin(t, name);
    if (roots_are_powers(t)) {
        char exponent[32];

        snprintf(exponent, sizeof exponent, "(1.0 / %d.0)", degree);
        put_power(t, base, exponent);
        end(t);
        return;
    }
    if (cube)
        contensou__text_printf(&t->body, "%s", t->language->cube_root[0]);
    for (int k = half; k > 1; k /= 2, ++depth)
        contensou__text_printf(&t->body, "sqrt(");
    contensou__text_printf(&t->body, "%s%.*s", base, depth, "))))");
    if (cube)
        contensou__text_printf(&t->body, "%s", t->language->cube_root[1]);
    end(t);
}

void contensou__export_text_term(struct contensou__export_text *t, double coefficient,
                                 const char *factors)
{
    const int first = t->terms.size == 0;
    const double size = coefficient < 0 ? -coefficient : coefficient;
    const char *sign = coefficient < 0 ? (first ? "-" : "- ") : first ? "" : "+ ";

    if (size == 1 && *factors)
        contensou__text_printf(&t->terms, "%s%s\n", sign, factors);
    else
        contensou__text_printf(&t->terms, "%s%s%s%s\n", sign,
                               contensou__export_text_number(size).text, *factors ? " * " : "",
                               factors);
}

void contensou__export_text_sum(struct contensou__export_text *t, const char *name)
{
    const struct contensou__language *l = t->language;
    const size_t head = strlen(name) + 24;
    const int breaks = head + t->terms.size > line_length;
    const char *term = t->terms.data ? t->terms.data : "0.0\n";
    size_t column = head;

    begin(t, name);
    if (breaks && l->group[0])
        contensou__text_printf(&t->body, "%s", l->group[0]);
    for (int i = 0; *term; ++i) {
        const size_t length = strcspn(term, "\n");

        if (i > 0 && breaks && column + length + 8 > line_length) {
            contensou__text_printf(&t->body, "%s\n        ", l->broken ? l->broken : "");
            column = 8;
        } else if (i > 0)
            contensou__text_printf(&t->body, " ");
        contensou__text_append(&t->body, term, length);
        column += length + 1;
        term += length + 1;
    }
    if (breaks && l->group[1])
        contensou__text_printf(&t->body, "%s", l->group[1]);
    end(t);
    contensou__text_free(&t->terms);
}

void contensou__export_text_result(struct contensou__export_text *t, int k, double factor,
                                   const char *expression)
{
    const struct contensou__language *l = t->language;

    contensou__text_printf(&t->body, "    %s%s", l->result[k], l->assign);
    if (factor != 1)
        contensou__text_printf(&t->body, "%s * ", contensou__export_text_number(factor).text);
    if (l->masks)
        contensou__text_printf(&t->body, "(1.0 - zero) * ");
    translate(t, expression);
    end(t);
}

/* One character of a comment, made harmless: nothing in it may end the comment or begin another. */
static char harmless(char c, char before)
{
    const unsigned char byte = (unsigned char)c;

    if ((c == '/' && before == '*') || (c == '*' && before == '/'))
        return ' ';
    return byte < 0x20 || byte == 0x7f ? ' ' : byte >= 0x80 ? '?' : c;
}

static void put_comment(const struct contensou__language *l, const char *about,
                        struct contensou__text *out)
{
    const char *mark = l->first;

    for (const char *line = about; *line; mark = l->next) {
        const size_t length = strcspn(line, "\n");
        char before = '\0';

        contensou__text_append(out, mark, strlen(mark) - (length == 0));
        for (size_t i = 0; i < length; ++i) {
            before = harmless(line[i], before);
            contensou__text_append(out, &before, 1);
        }
        contensou__text_append(out, "\n", 1);
        line += length + (line[length] != '\0');
    }
    contensou__text_printf(out, "%s", l->last);
}

void contensou__export_text_function(struct contensou__export_text *t, const char *name,
                                     const char *about, struct contensou__text *out)
{
    const struct contensou__language *l = t->language;

    if (!l->comment_inside)
        put_comment(l, about, out);
    l->head(t, name, out);
    if (l->comment_inside)
        put_comment(l, about, out);
    if (t->body.data)
        contensou__text_append(out, t->body.data, t->body.size);
    l->tail(name, out);
}

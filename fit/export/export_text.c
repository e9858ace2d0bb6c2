/* export_text.c: the statements of a small function, in the words of a language.
 * SPDX-License-Identifier: MIT */
#include "fit/export/export_text.h"

#include "base/decimal.h"
#include "base/try.h"
#include "fit/export/export_slope.h"
#include "fit/export/export_template.h"

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
    contensou__text_free(&t->moving);
    contensou__text_free(&t->slopes);
    contensou__text_free(&t->many);
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
static void put_word(const struct contensou__export_text *t, const char *word, size_t length,
                     struct contensou__text *out)
{
    const char *const from[] = {"fabs", "fmax", "fmin"};
    const char *const to[] = {t->language->abs, t->language->max, t->language->min};

    for (int i = 0; i < 3; ++i)
        if (length == 4 && strncmp(word, from[i], 4) == 0) {
            contensou__text_printf(out, "%s", to[i]);
            return;
        }
    contensou__text_append(out, word, length);
}

/* 1 if every root is a power. */
static int roots_are_powers(const struct contensou__export_text *t)
{
    return t->language->cube_root[0] == NULL;
}

/* Whether the parenthesis that begins here has a condition in it. */
static int has_condition(const char *expression)
{
    int depth = 0;

    do {
        depth += (*expression == '(') - (*expression == ')');
        if (depth == 1 && *expression == ' ' && strchr("<>=", expression[1]))
            return 1;
    } while (depth && *expression++);
    return 0;
}

/* Writes an expression of C in the words of the language. */
static void translate(const struct contensou__export_text *t, const char *expression,
                      struct contensou__text *out)
{
    const char *number = t->language->number;

    while (*expression) {
        size_t length = contensou__export_slope_word(expression);

        if (t->language->least && length == 6 && strncmp(expression, "1e-300", 6) == 0)
            contensou__text_printf(out, "%s", t->language->least);
        else if (length == 4 && strncmp(expression, "sqrt", 4) == 0 &&
                 roots_are_powers(t)) { /* sqrt(..), without parentheses inside */
            expression += 4;
            length = strcspn(expression, ")") + 1;
            contensou__text_append(out, expression, length);
            contensou__text_printf(out, "%s", t->language->power[1]);
            translate(t, "0.5", out);
            contensou__text_printf(out, "%s", t->language->power[2]);
        } else if (number && isdigit((unsigned char)*expression))
            contensou__text_printf(out, "%s(%.*s)", number, (int)length, expression);
        else if (number && !length && *expression == '(' && has_condition(expression))
            contensou__text_printf(out, "%s%.*s", number, (int)(length = 1), expression);
        else if (length)
            put_word(t, expression, length, out);
        else
            contensou__text_append(out, expression, length = 1);
        expression += length;
    }
}

/* How far it is to the next + or - between blanks. */
static size_t term_length(const char *expression)
{
    size_t length = 1;

    while (expression[length] &&
           !(expression[length] == ' ' && strchr("+-", expression[length + 1]) &&
             expression[length + 2] == ' '))
        ++length;
    return length;
}

/* An expression on as many lines as it needs, broken before + and -. */
static void put_broken(const struct contensou__language *l, const char *expression, size_t column,
                       size_t indent, struct contensou__text *out)
{
    const int breaks = column + strlen(expression) > line_length;

    if (breaks && l->group[0])
        contensou__text_printf(out, "%s", l->group[0]);
    while (*expression) {
        const size_t length = term_length(expression);

        if (breaks && *expression == ' ' && column + length > line_length) {
            contensou__text_printf(out, "%s\n%*s", l->broken ? l->broken : "", (int)indent, "");
            contensou__text_append(out, expression + 1, length - 1);
            column = indent + length - 1;
        } else {
            contensou__text_append(out, expression, length);
            column += length;
        }
        expression += length;
    }
    if (breaks && l->group[1])
        contensou__text_printf(out, "%s", l->group[1]);
}

/* d_NAME = slope, as a statement among the derivatives. */
static void put_slope(struct contensou__export_text *t, const char *name, const char *slope)
{
    const struct contensou__language *l = t->language;
    OWNED(contensou__text_free) struct contensou__text words = {0};

    translate(t, slope, &words);
    contensou__text_printf(&t->slopes, "        %sd_%s%s", l->declare, name, l->assign);
    put_broken(l, words.data ? words.data : "0.0", 8 + strlen(name) + 24, 12, &t->slopes);
    contensou__text_printf(&t->slopes, "%s", l->end);
    contensou__text_printf(&t->moving, " %s", name);
    t->slopes.failed |= words.failed;
}

/* The derivative of name = expression, if it has one. */
static void differentiate(struct contensou__export_text *t, const char *name,
                          const char *expression)
{
    OWNED(contensou__text_free) struct contensou__text slope = {0};

    if (!t->language->slopes)
        return;
    if (!t->moving.data)
        contensou__text_printf(&t->moving, " vx vy omega");
    if (contensou__export_slope(expression, t->moving.data, &slope))
        put_slope(t, name, slope.data);
    t->slopes.failed |= slope.failed;
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

static void assign(struct contensou__export_text *t, const char *name, const char *expression)
{
    begin(t, name);
    translate(t, expression, &t->body);
    end(t);
}

/* name = expression; moves: with its derivative. */
static void assign_format(struct contensou__export_text *t, const char *name, int moves,
                          const char *format, va_list args)
{
    char expression[400];

    vsnprintf(expression, sizeof expression, format, args);
    assign(t, name, expression);
    if (moves)
        differentiate(t, name, expression);
}

void contensou__export_text_let(struct contensou__export_text *t, const char *name,
                                const char *format, ...)
{
    va_list args;

    va_start(args, format);
    assign_format(t, name, 1, format, args);
    va_end(args);
}

void contensou__export_text_constant(struct contensou__export_text *t, const char *name,
                                     const char *format, ...)
{
    va_list args;

    va_start(args, format);
    assign_format(t, name, 0, format, args);
    va_end(args);
}

void contensou__export_text_choose(struct contensou__export_text *t, const char *name,
                                   const char *condition, const char *yes, const char *no,
                                   const char *same)
{
    const char *const *word = t->language->choice;

    if (word[0])
        contensou__export_text_constant(t, name, "%s%s%s%s%s%s", word[0], condition, word[1], yes,
                                        word[2], no);
    else
        assign(t, name, same);
    differentiate(t, name, yes);
}

void contensou__export_text_zero(struct contensou__export_text *t)
{
    contensou__text_printf(&t->locals, "%s", t->language->zero_locals);
    contensou__text_printf(&t->body, "%s", t->language->zero);
}

/* The derivative of name = base to the power of an exponent: exponent name/base d_base, which is zero where the
 * base is. */
static void differentiate_power(struct contensou__export_text *t, const char *name,
                                const char *base, const char *exponent)
{
    OWNED(contensou__text_free) struct contensou__text slope = {0}, whole = {0};

    if (t->language->slopes && contensou__export_slope(base, t->moving.data, &slope)) {
        contensou__text_printf(&whole, "%s * %s / fmax(%s, 1e-300) * (%s)", exponent, name, base,
                               slope.data);
        put_slope(t, name, whole.data ? whole.data : "");
    }
    t->slopes.failed |= slope.failed | whole.failed;
}

static void put_power(struct contensou__export_text *t, const char *base, const char *exponent)
{
    const char *const *word = t->language->power;

    contensou__text_printf(&t->body, "%s", word[0]);
    translate(t, base, &t->body);
    contensou__text_printf(&t->body, "%s", word[1]);
    translate(t, exponent, &t->body);
    contensou__text_printf(&t->body, "%s", word[2]);
}

void contensou__export_text_power(struct contensou__export_text *t, const char *name,
                                  const char *base, const char *exponent)
{
    begin(t, name);
    put_power(t, base, exponent);
    end(t);
    differentiate_power(t, name, base, exponent);
}

void contensou__export_text_root(struct contensou__export_text *t, const char *name,
                                 const char *base, int degree)
{
    const int cube = degree % 3 == 0, half = cube ? degree / 3 : degree;
    char exponent[32];
    int depth = 0;

    snprintf(exponent, sizeof exponent, "(1.0 / %d.0)", degree);
    if (roots_are_powers(t)) {
        contensou__export_text_power(t, name, base, exponent);
        return;
    }
    begin(t, name);
    if (cube)
        contensou__text_printf(&t->body, "%s", t->language->cube_root[0]);
    for (int k = half; k > 1; k /= 2, ++depth)
        contensou__text_printf(&t->body, "sqrt(");
    contensou__text_printf(&t->body, "%s%.*s", base, depth, "))))");
    if (cube)
        contensou__text_printf(&t->body, "%s", t->language->cube_root[1]);
    end(t);
    differentiate_power(t, name, base, exponent);
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
    char *terms = t->terms.data;
    const char *whole = terms ? terms : "0.0";
    OWNED(contensou__text_free) struct contensou__text words = {0};

    for (size_t i = 0; i < t->terms.size; ++i)
        if (terms[i] == '\n')
            terms[i] = i + 1 < t->terms.size ? ' ' : '\0';
    translate(t, whole, &words);
    begin(t, name);
    put_broken(t->language, words.data ? words.data : "", strlen(name) + 24, 8, &t->body);
    end(t);
    differentiate(t, name, whole);
    t->body.failed |= words.failed | t->terms.failed;
    contensou__text_free(&t->terms);
}

/* The factor that a result has before its expression. */
static void put_factor(const struct contensou__export_text *t, double factor,
                       struct contensou__text *out)
{
    if (factor != 1) {
        translate(t, contensou__export_text_number(factor).text, out);
        contensou__text_printf(out, " * ");
    }
    if (t->language->masks)
        translate(t, "(1.0 - zero) * ", out);
}

void contensou__export_text_result(struct contensou__export_text *t, int k, double factor,
                                   const char *expression)
{
    const struct contensou__language *l = t->language;
    OWNED(contensou__text_free) struct contensou__text slope = {0}, words = {0};

    if (!l->result[k])
        return;
    contensou__text_printf(&t->body, "    %s%s", l->result[k], l->assign);
    put_factor(t, factor, &t->body);
    translate(t, expression, &t->body);
    end(t);
    if (!l->slopes)
        return;
    put_factor(t, factor, &words);
    if (contensou__export_slope(expression, t->moving.data, &slope)) {
        contensou__text_printf(&words, "(");
        translate(t, slope.data, &words);
        contensou__text_printf(&words, ")");
    } else
        contensou__text_printf(&words, "0.0");
    contensou__text_printf(&t->slopes, "        %s%s", l->slope[k], l->assign);
    put_broken(l, words.data ? words.data : "", 8 + strlen(l->slope[k]) + 3, 12, &t->slopes);
    contensou__text_printf(&t->slopes, "%s", l->end);
    t->slopes.failed |= slope.failed | words.failed;
}

/* One character of a comment, made harmless: nothing in it may end the comment or begin another. */
static char harmless(char c, char before)
{
    const unsigned char byte = (unsigned char)c;

    if ((c == '/' && before == '*') || (c == '*' && before == '/'))
        return ' ';
    return byte < 0x20 || byte == 0x7f ? ' ' : byte >= 0x80 ? '?' : c;
}

void contensou__export_text_comment(const struct contensou__language *l, const char *about,
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

/* The statements, with the operators of the language. */
static void put_body(const struct contensou__export_text *t, struct contensou__text *out)
{
    const char *at = t->body.data ? t->body.data : "";

    for (; *at; ++at) {
        if (t->language->elementwise && strchr("*/^", *at) && at[-1] == ' ' && at[1] == ' ')
            contensou__text_append(out, ".", 1);
        contensou__text_append(out, at, 1);
    }
}

/* What the texts of languages have in the place of numbers and names. */
struct filled {
    struct contensou__export_number aside;
    char order[12];
    struct contensou__text slopes, locals;
};

static void free_filled(struct filled *f)
{
    contensou__text_free(&f->slopes);
    contensou__text_free(&f->locals);
}

/* The derivatives as lines of the language, and every local name between its marks. */
static void fill(const struct contensou__export_text *t, struct filled *f)
{
    const struct contensou__language *l = t->language;

    f->aside = contensou__export_text_number(t->aside);
    snprintf(f->order, sizeof f->order, "%d", t->order);
    for (const char *line = t->slopes.data ? t->slopes.data : ""; *line;) {
        size_t length = strcspn(line, "\n");

        length += line[length] != '\0';
        contensou__text_append(&f->slopes, line + l->outdent, length - (size_t)l->outdent);
        line += length;
    }
    for (const char *local = t->locals.data ? t->locals.data : ""; l->local[0] && *local;) {
        const size_t length = 1 + strcspn(local + 1, " ");

        contensou__text_printf(&f->locals, "%s%.*s%s", l->local[0], (int)length, local,
                               l->local[1]);
        local += length;
    }
}

static const char *text_of(const struct contensou__text *text)
{
    return text->data ? text->data : "";
}

static const char *or_nothing(const char *text)
{
    return text ? text : "";
}

void contensou__export_text_put(const struct contensou__export_text *t, const char *text,
                                struct contensou__text *out)
{
    const struct contensou__language *l = t->language;
    const char *const *truth = l->truth[0] ? l->truth : (const char *const[]){"0", "1"};
    OWNED(free_filled) struct filled f = {0};

    fill(t, &f);
    contensou__export_template_fill(
        text,
        (const struct contensou__export_word[]){
            {"LAW", t->name},
            {"BOUND", t->with_mu ? "N" : "mu N"},
            {"NOTE", t->gradient ? "The problem is convex, and its solution unique."
                                 : "This law is no gradient: the step solves u = slip - "
                                   "inverse_mass impulse, which may have several solutions."},
            {"REMARK", t->gradient ? "The problem is convex, and its solution unique."
                                   : "This law is no gradient: the equation of the step may have "
                                     "several solutions."},
            {"ORDER", f.order},
            {"GRADIENT", truth[t->gradient != 0]},
            {"ASIDE", f.aside.text},
            {"PLAIN", t->aside > 0 ? "plain" : "part"},
            {"SLOPES", text_of(&f.slopes)},
            {"LOCALS", text_of(&f.locals)},
            {"MANY", text_of(&t->many)},
            {"SPEED", t->metres ? or_nothing(l->si[0]) : ""},
            {"SPIN", t->metres ? or_nothing(l->si[1]) : ""},
            {"LENGTH", t->metres ? or_nothing(l->si[2]) : ""},
            {"XP", or_nothing(l->module)},
            {"LAST", or_nothing(l->largest)},
            {0}},
        out);
    out->failed |= f.slopes.failed | f.locals.failed;
}

void contensou__export_text_put_file(const struct contensou__export_text *t, const char *file,
                                     struct contensou__text *out)
{
    contensou__export_text_put(t, contensou__export_template_file(file, out), out);
}

void contensou__export_text_finish(const struct contensou__export_text *t,
                                   struct contensou__text *out)
{
    const struct contensou__language *l = t->language;

    for (size_t i = 0; i < sizeof l->files / sizeof *l->files; ++i)
        contensou__export_text_put_file(t, l->files[i], out);
    contensou__export_text_put(t, l->finish, out);
    out->failed |= t->body.failed | t->locals.failed | t->terms.failed | t->moving.failed |
                   t->slopes.failed | t->many.failed;
}

void contensou__export_text_function(struct contensou__export_text *t, const char *about,
                                     struct contensou__text *out)
{
    const struct contensou__language *l = t->language;

    if (!l->comment_inside)
        contensou__export_text_comment(l, about, out);
    contensou__export_text_put(t, l->begin, out);
    contensou__export_text_put(t, l->head, out);
    if (t->aside > 0)
        contensou__export_text_put(t, l->aside, out);
    if (l->comment_inside)
        contensou__export_text_comment(l, about, out);
    put_body(t, out);
    contensou__export_text_put(t, l->tail, out);
    contensou__export_text_finish(t, out);
}

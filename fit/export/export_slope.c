/* export_slope.c: an expression is read from left to right, and each part gives its derivative as text.
 * SPDX-License-Identifier: MIT */
#include "fit/export/export_slope.h"

#include "base/try.h"

#include <ctype.h>
#include <string.h>

/* A part of the expression as it stands, and its derivative: no text if that is zero. */
struct part {
    const char *from, *to;
    struct contensou__text slope;
    int sum; /* the derivative needs parentheses inside a product */
};

struct reader {
    const char *at, *moving;
};

static void free_part(struct part *p)
{
    contensou__text_free(&p->slope);
}

/* Whether the name is in the list, each name behind a blank. */
static int is_listed(const char *list, const char *name, size_t length)
{
    for (const char *at = list; at && (at = strchr(at, ' ')); ++at)
        if (strncmp(at + 1, name, length) == 0 && (at[1 + length] == ' ' || at[1 + length] == '\0'))
            return 1;
    return 0;
}

static void skip(struct reader *r)
{
    while (*r->at == ' ' || *r->at == '\n')
        ++r->at;
}

static int moves(const struct part *p)
{
    return p->slope.size > 0;
}

/* Appends a formula in which P and Q are two parts and P' and Q' their derivatives. */
static void put_formula(struct contensou__text *out, const char *formula, const struct part *p,
                        const struct part *q)
{
    for (; *formula; ++formula) {
        const struct part *const of = *formula == 'P' ? p : *formula == 'Q' ? q : NULL;

        if (!of)
            contensou__text_append(out, formula, 1);
        else if (formula[1] == '\'') {
            contensou__text_printf(out, of->sum ? "(%s)" : "%s", of->slope.data);
            ++formula;
        } else
            contensou__text_append(out, of->from, (size_t)(of->to - of->from));
    }
}

/* p takes over the text as its derivative. */
static void replace(struct part *p, struct contensou__text *slope, int sum)
{
    contensou__text_free(&p->slope);
    p->slope = *slope;
    p->sum = sum;
}

static struct part read_sum(struct reader *r);

/* fmax(a, b): the derivative of the larger; fmin the other way round. A condition comes behind what it multiplies, in parentheses:
 * a number of its own times a condition would be single precision in PyTorch. */
static void pick(struct part *p, struct part arg[2], char sign)
{
    static const char *const words[2][2] = {{"P' * (P > Q)", "Q' * (P <= Q)"},
                                            {"P' * (P < Q)", "Q' * (P >= Q)"}};
    struct contensou__text out = {0};

    for (int i = 0; i < 2; ++i)
        if (moves(&arg[i])) {
            contensou__text_printf(&out, out.size ? " + " : "");
            put_formula(&out, words[sign == 'n'][i], &arg[0], &arg[1]);
        }
    replace(p, &out, 1);
}

static void call(struct reader *r, struct part *p)
{
    const char *name = p->from;
    struct part arg[2] = {{0}};
    struct contensou__text out = {0};
    int count = 0;

    do {
        ++r->at;
        arg[count++] = read_sum(r);
        skip(r);
    } while (*r->at == ',' && count < 2);
    r->at += *r->at == ')';
    if (count == 2)
        pick(p, arg, name[3]); /* fmax, fmin */
    else if (moves(&arg[0])) {
        /* fabs, or sqrt, whose derivative at zero, the end of a length, is zero */
        put_formula(&out,
                    name[0] == 'f' ? "P' * (1.0 - 2.0 * (P < 0.0))"
                                   : "0.5 * P' / fmax(sqrt(P), 1e-300)",
                    &arg[0], NULL);
        replace(p, &out, name[0] == 'f');
    }
    free_part(&arg[0]);
    free_part(&arg[1]);
}

size_t contensou__export_slope_word(const char *at)
{
    const int number = isdigit((unsigned char)*at);
    size_t n = 0;

    while (isalnum((unsigned char)at[n]) || at[n] == '_' || at[n] == '.' ||
           (number && n > 0 && at[n - 1] == 'e' && (at[n] == '-' || at[n] == '+')))
        ++n;
    return n;
}

static struct part read_factor(struct reader *r)
{
    struct part p = {0};
    size_t length = 0;

    skip(r);
    p.from = r->at;
    if (*r->at == '-') {
        OWNED(free_part) struct part q = (++r->at, read_factor(r));

        if (moves(&q)) {
            put_formula(&p.slope, "-P'", &q, NULL);
            p.sum = 1;
        }
    } else if (*r->at == '(') {
        const struct part q = (++r->at, read_sum(r));

        p.slope = q.slope;
        p.sum = q.sum;
        skip(r);
        r->at += *r->at == ')';
    } else {
        r->at += length = contensou__export_slope_word(r->at);
        if (*r->at == '(')
            call(r, &p);
        else if (is_listed(r->moving, p.from, length))
            contensou__text_printf(&p.slope, "d_%.*s", (int)length, p.from);
    }
    p.to = r->at;
    return p;
}

static void multiply(struct part *p, const struct part *q)
{
    struct contensou__text out = {0};
    const int both = moves(p) && moves(q);

    put_formula(&out, both ? "P' * Q + P * Q'" : moves(p) ? "P' * Q" : "P * Q'", p, q);
    replace(p, &out, both);
}

static void divide(struct part *p, const struct part *q)
{
    struct contensou__text out = {0};
    const int both = moves(p) && moves(q);

    if (both) /* the parentheses about a sum are these */
        contensou__text_printf(&out, "(%s", p->slope.data);
    put_formula(&out, both ? " - P / Q * Q') / Q" : moves(p) ? "P' / Q" : "-P / Q * Q' / Q", p, q);
    replace(p, &out, moves(q) && !both);
}

static struct part read_product(struct reader *r)
{
    struct part p = read_factor(r);

    for (skip(r); *r->at == '*' || *r->at == '/'; skip(r)) {
        const int divided = *r->at++ == '/';
        OWNED(free_part) struct part q = read_factor(r);

        if (moves(&p) || moves(&q))
            (divided ? divide : multiply)(&p, &q);
        p.to = q.to;
    }
    return p;
}

static struct part read_sum(struct reader *r)
{
    struct part p = read_product(r);

    for (skip(r); *r->at == '+' || *r->at == '-'; skip(r)) {
        const char sign = *r->at++;
        OWNED(free_part) struct part q = read_product(r);

        if (moves(&q)) {
            struct contensou__text out = {0};

            if (moves(&p))
                contensou__text_printf(&out, "%s %c ", p.slope.data, sign);
            if (sign == '-')
                put_formula(&out, moves(&p) ? "P'" : "-P'", &q, NULL);
            else
                contensou__text_printf(&out, "%s", q.slope.data);
            replace(&p, &out, moves(&p) || sign == '-' || q.sum);
        }
        p.to = q.to;
    }
    return p;
}

int contensou__export_slope(const char *expression, const char *moving, struct contensou__text *out)
{
    struct reader r = {expression, moving ? moving : ""};
    OWNED(free_part) struct part p = read_sum(&r);

    if (moves(&p))
        contensou__text_append(out, p.slope.data, p.slope.size);
    out->failed |= p.slope.failed;
    return moves(&p);
}

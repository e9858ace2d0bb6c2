/* export_slope.c: an expression is read from left to right, and each part gives its derivative as text.
 * SPDX-License-Identifier: MIT */
#include "fit/export/export_slope.h"

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

static void put_value(struct contensou__text *out, const struct part *p)
{
    contensou__text_append(out, p->from, (size_t)(p->to - p->from));
}

static void put_slope(struct contensou__text *out, const struct part *p)
{
    contensou__text_printf(out, p->sum ? "(%s)" : "%s", p->slope.data);
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
    static const char *const words[2][2] = {{" > ", " <= "}, {" < ", " >= "}};
    struct contensou__text out = {0};

    for (int i = 0; i < 2; ++i)
        if (moves(&arg[i])) {
            if (out.size)
                contensou__text_printf(&out, " + ");
            put_slope(&out, &arg[i]);
            contensou__text_printf(&out, " * (");
            put_value(&out, &arg[0]);
            contensou__text_printf(&out, "%s", words[sign == 'n'][i]);
            put_value(&out, &arg[1]);
            contensou__text_printf(&out, ")");
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
        if (name[0] == 'f') { /* fabs */
            put_slope(&out, &arg[0]);
            contensou__text_printf(&out, " * (1.0 - 2.0 * (");
            put_value(&out, &arg[0]);
            contensou__text_printf(&out, " < 0.0))");
        } else { /* sqrt; at zero, the end of a length, it is zero */
            contensou__text_printf(&out, "0.5 * ");
            put_slope(&out, &arg[0]);
            contensou__text_printf(&out, " / fmax(sqrt(");
            put_value(&out, &arg[0]);
            contensou__text_printf(&out, "), 1e-300)");
        }
        replace(p, &out, name[0] == 'f');
    }
    contensou__text_free(&arg[0].slope);
    contensou__text_free(&arg[1].slope);
}

static struct part read_factor(struct reader *r)
{
    struct part p = {0};
    size_t length = 0;

    skip(r);
    p.from = r->at;
    if (*r->at == '-') {
        struct part q;

        ++r->at;
        q = read_factor(r);
        if (moves(&q)) {
            contensou__text_printf(&p.slope, "-");
            put_slope(&p.slope, &q);
            p.sum = 1;
        }
        contensou__text_free(&q.slope);
    } else if (*r->at == '(') {
        struct part q;

        ++r->at;
        q = read_sum(r);
        p.slope = q.slope;
        p.sum = q.sum;
        skip(r);
        r->at += *r->at == ')';
    } else {
        while (isalnum((unsigned char)r->at[length]) || r->at[length] == '_' ||
               r->at[length] == '.' ||
               ((r->at[length] == '-' || r->at[length] == '+') && length > 0 &&
                isdigit((unsigned char)*r->at) && r->at[length - 1] == 'e'))
            ++length;
        r->at += length;
        if (*r->at == '(')
            call(r, &p);
        else if (is_listed(r->moving, p.from, length))
            contensou__text_printf(&p.slope, "d_%.*s", (int)length, p.from);
    }
    p.to = r->at;
    return p;
}

/* p * q, or p / q. */
static void multiply(struct part *p, const struct part *q, int divided)
{
    struct contensou__text out = {0};
    const int both = moves(p) && moves(q);

    if (divided && moves(q)) { /* (p' - p/q q')/q */
        contensou__text_printf(&out, both ? "(" : "");
        if (both)
            contensou__text_printf(&out, "%s", p->slope.data);
        contensou__text_printf(&out, both ? " - " : "-");
        put_value(&out, p);
        contensou__text_printf(&out, " / ");
        put_value(&out, q);
        contensou__text_printf(&out, " * ");
        put_slope(&out, q);
        contensou__text_printf(&out, both ? ") / " : " / ");
        put_value(&out, q);
    } else {
        if (moves(p)) {
            put_slope(&out, p);
            contensou__text_printf(&out, divided ? " / " : " * ");
            put_value(&out, q);
        }
        contensou__text_printf(&out, both ? " + " : "");
        if (moves(q)) {
            put_value(&out, p);
            contensou__text_printf(&out, " * ");
            put_slope(&out, q);
        }
    }
    replace(p, &out, (both && !divided) || (divided && moves(q) && !both));
}

static struct part read_product(struct reader *r)
{
    struct part p = read_factor(r);

    for (skip(r); *r->at == '*' || *r->at == '/'; skip(r)) {
        const int divided = *r->at++ == '/';
        struct part q = read_factor(r);

        if (moves(&p) || moves(&q))
            multiply(&p, &q, divided);
        contensou__text_free(&q.slope);
        p.to = q.to;
    }
    return p;
}

static struct part read_sum(struct reader *r)
{
    struct part p = read_product(r);

    for (skip(r); *r->at == '+' || *r->at == '-'; skip(r)) {
        const char sign = *r->at++;
        struct part q = read_product(r);

        if (moves(&q)) {
            struct contensou__text out = {0};

            if (moves(&p))
                contensou__text_printf(&out, "%s %c ", p.slope.data, sign);
            else if (sign == '-')
                contensou__text_printf(&out, "-");
            if (sign == '-')
                put_slope(&out, &q);
            else
                contensou__text_printf(&out, "%s", q.slope.data);
            replace(&p, &out, moves(&p) || sign == '-' || q.sum);
        }
        contensou__text_free(&q.slope);
        p.to = q.to;
    }
    return p;
}

int contensou__export_slope(const char *expression, const char *moving, struct contensou__text *out)
{
    struct reader r = {expression, moving ? moving : ""};
    struct part p = read_sum(&r);
    const int has = moves(&p);

    if (has)
        contensou__text_append(out, p.slope.data, p.slope.size);
    out->failed |= p.slope.failed;
    contensou__text_free(&p.slope);
    return has;
}

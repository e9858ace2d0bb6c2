/* export_text.c: the statements of a small function in C, Python, MATLAB and Modelica.
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
    const int is_c = t->language == contensou__export_c;
    const int python = t->language == contensou__export_python;
    const int size = length == 4 && strncmp(word, "fabs", 4) == 0;
    const int most = length == 4 && (!strncmp(word, "fmax", 4) || !strncmp(word, "fmin", 4));

    if (!is_c && (size || (most && !python)))
        contensou__text_append(&t->body, word + 1, 3);
    else
        contensou__text_append(&t->body, word, length);
}

static void translate(struct contensou__export_text *t, const char *expression)
{
    while (*expression) {
        size_t length = 0;

        while (isalnum((unsigned char)expression[length]) || expression[length] == '_' ||
               expression[length] == '.')
            ++length;
        if (length == 4 && strncmp(expression, "sqrt", 4) == 0 &&
            t->language == contensou__export_python) { /* sqrt(..), without parentheses inside */
            expression += 4;
            length = strcspn(expression, ")") + 1;
            contensou__text_append(&t->body, expression, length);
            contensou__text_printf(&t->body, " ** 0.5");
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
    if (t->language == contensou__export_c)
        contensou__text_printf(&t->body, "    const double %s = ", name);
    else if (t->language == contensou__export_modelica)
        contensou__text_printf(&t->body, "    %s := ", name);
    else
        contensou__text_printf(&t->body, "    %s = ", name);
}

static void end(struct contensou__export_text *t)
{
    contensou__text_printf(&t->body, t->language == contensou__export_python ? "\n" : ";\n");
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

void contensou__export_text_power(struct contensou__export_text *t, const char *name,
                                  const char *base, const char *exponent)
{
    begin(t, name);
    if (t->language == contensou__export_c)
        contensou__text_printf(&t->body, "pow(%s, %s)", base, exponent);
    else if (t->language == contensou__export_python)
        contensou__text_printf(&t->body, "%s ** %s", base, exponent);
    else
        contensou__text_printf(&t->body, "%s ^ %s", base, exponent);
    end(t);
}

void contensou__export_text_root(struct contensou__export_text *t, const char *name,
                                 const char *base, int degree)
{
    const int cube = degree % 3 == 0, half = cube ? degree / 3 : degree;
    int depth = 0;

    begin(t, name);
    if (t->language == contensou__export_python) {
        contensou__text_printf(&t->body, "%s ** (1.0 / %d.0)", base, degree);
        end(t);
        return;
    }
    if (cube && t->language != contensou__export_modelica)
        contensou__text_printf(&t->body, t->language == contensou__export_c ? "cbrt(" : "nthroot(");
    for (int k = half; k > 1; k /= 2, ++depth)
        contensou__text_printf(&t->body, "sqrt(");
    contensou__text_printf(&t->body, "%s%.*s", base, depth, "))))");
    if (cube)
        contensou__text_printf(&t->body, t->language == contensou__export_c ? ")"
                                         : t->language == contensou__export_matlab
                                             ? ", 3)"
                                             : " ^ (1.0 / 3.0)");
    end(t);
}

void contensou__export_text_choose(struct contensou__export_text *t, const char *name,
                                   const char *condition, const char *yes, const char *no,
                                   const char *python)
{
    struct contensou__text *out = &t->body;

    if (t->language == contensou__export_matlab) { /* has no conditional expression */
        contensou__text_printf(&t->locals, " %s", name);
        contensou__text_printf(out, "    if %s\n        %s = %s;\n    else\n        %s = %s;\n",
                               condition, name, yes, name, no);
        contensou__text_printf(out, "    end\n");
        return;
    }
    begin(t, name);
    if (t->language == contensou__export_c)
        contensou__text_printf(out, "%s ? %s : %s", condition, yes, no);
    else if (t->language == contensou__export_python)
        contensou__text_printf(out, "%s", python);
    else
        contensou__text_printf(out, "if %s then %s else %s", condition, yes, no);
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
    const int python = t->language == contensou__export_python;
    const size_t head = strlen(name) + 24;
    const int breaks = head + t->terms.size > line_length;
    const char *term = t->terms.data ? t->terms.data : "0.0\n";
    size_t column = head;

    begin(t, name);
    if (python && breaks)
        contensou__text_printf(&t->body, "(");
    for (int i = 0; *term; ++i) {
        const size_t length = strcspn(term, "\n");

        if (i > 0 && breaks && column + length + 8 > line_length) {
            const int dots = t->language == contensou__export_matlab;

            contensou__text_printf(&t->body, "%s\n        ", dots ? " ..." : "");
            column = 8;
        } else if (i > 0)
            contensou__text_printf(&t->body, " ");
        contensou__text_append(&t->body, term, length);
        column += length + 1;
        term += length + 1;
    }
    if (python && breaks)
        contensou__text_printf(&t->body, ")");
    end(t);
    contensou__text_free(&t->terms);
}

void contensou__export_text_result(struct contensou__export_text *t, int k, double factor,
                                   const char *expression)
{
    static const char *const names[3] = {"Tx", "Ty", "M"};

    if (t->language == contensou__export_c)
        contensou__text_printf(&t->body, "    wrench[%d] = ", k);
    else
        contensou__text_printf(&t->body, "    %s %s ", names[k],
                               t->language == contensou__export_modelica ? ":=" : "=");
    if (factor != 1)
        contensou__text_printf(&t->body, "%s * ", contensou__export_text_number(factor).text);
    if (t->language == contensou__export_python)
        contensou__text_printf(&t->body, "(1.0 - zero) * ");
    translate(t, expression);
    end(t);
}

void contensou__export_text_zero(struct contensou__export_text *t, const char *variable)
{
    switch (t->language) {
    case contensou__export_c:
        contensou__text_printf(&t->body,
                               "    if (%s == 0.0) {\n"
                               "        wrench[0] = wrench[1] = wrench[2] = 0.0;\n"
                               "        return;\n    }\n",
                               variable);
        break;
    case contensou__export_python:
        contensou__text_printf(&t->locals, " zero fmax fmin");
        contensou__text_printf(&t->body, "    zero = %s == 0.0\n    %s = %s + zero\n", variable,
                               variable, variable);
        break;
    case contensou__export_matlab:
        contensou__text_printf(&t->body,
                               "    if %s == 0.0\n        Tx = 0.0;\n        Ty = 0.0;\n"
                               "        M = 0.0;\n        return\n    end\n",
                               variable);
        break;
    case contensou__export_modelica:
        contensou__text_printf(&t->body,
                               "    if %s <= 0.0 then\n        Tx := 0.0;\n        Ty := 0.0;\n"
                               "        M := 0.0;\n        return;\n    end if;\n",
                               variable);
        break;
    }
}

/* One character of a comment, made harmless: nothing in it may end the comment or begin another. */
static char harmless(char c, char before, enum contensou__export_language language)
{
    const unsigned char byte = (unsigned char)c;

    if (language == contensou__export_c &&
        ((c == '/' && before == '*') || (c == '*' && before == '/')))
        return ' ';
    return byte < 0x20 || byte == 0x7f ? ' ' : byte >= 0x80 ? '?' : c;
}

static void put_comment(struct contensou__export_text *t, const char *about,
                        struct contensou__text *out)
{
    static const char *const first[] = {"/* ", "# ", "% ", "// "};
    static const char *const next[] = {" * ", "# ", "% ", "// "};
    const char *const *mark = first;

    for (const char *line = about; *line; mark = next) {
        const size_t length = strcspn(line, "\n");
        char before = '\0';

        contensou__text_append(out, mark[t->language], strlen(mark[t->language]) - (length == 0));
        for (size_t i = 0; i < length; ++i) {
            before = harmless(line[i], before, t->language);
            contensou__text_append(out, &before, 1);
        }
        contensou__text_append(out, "\n", 1);
        line += length + (line[length] != '\0');
    }
    if (t->language == contensou__export_c)
        contensou__text_printf(out, " */\n");
}

void contensou__export_text_function(struct contensou__export_text *t, const char *name,
                                     const char *about, struct contensou__text *out)
{
    if (t->language != contensou__export_matlab)
        put_comment(t, about, out);
    switch (t->language) {
    case contensou__export_c:
        contensou__text_printf(out,
                               "#include <math.h>\n\n"
                               "void %s(double vx, double vy, double omega, double wrench[3])\n{\n",
                               name);
        break;
    case contensou__export_python:
        contensou__text_printf(out,
                               "def %s(vx, vy, omega):\n"
                               "    if isinstance(vx + vy + omega, (int, float)):\n"
                               "        fmax, fmin = max, min\n"
                               "    else:  # NumPy arrays, element by element\n"
                               "        from numpy import maximum as fmax, minimum as fmin\n",
                               name);
        break;
    case contensou__export_matlab: /* behind the first line the comment is the help text */
        contensou__text_printf(out, "function [Tx, Ty, M] = %s(vx, vy, omega)\n", name);
        put_comment(t, about, out);
        break;
    case contensou__export_modelica:
        contensou__text_printf(out,
                               "function %s\n    input Real vx;\n    input Real vy;\n"
                               "    input Real omega;\n    output Real Tx;\n    output Real Ty;\n"
                               "    output Real M;\nprotected\n",
                               name);
        for (const char *local = t->locals.data ? t->locals.data : ""; *local;) {
            const size_t length = 1 + strcspn(local + 1, " ");

            contensou__text_printf(out, "    Real%.*s;\n", (int)length, local);
            local += length;
        }
        contensou__text_printf(out, "algorithm\n");
        break;
    }
    if (t->body.data)
        contensou__text_append(out, t->body.data, t->body.size);
    if (t->language == contensou__export_c)
        contensou__text_printf(out, "}\n");
    else if (t->language == contensou__export_python)
        contensou__text_printf(out, "    return Tx, Ty, M\n");
    else if (t->language == contensou__export_matlab)
        contensou__text_printf(out, "end\n");
    else
        contensou__text_printf(out, "end %s;\n", name);
}

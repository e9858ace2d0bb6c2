/* language_warp.c: functions of NVIDIA Warp, for kernels: the statements of Python, in which a derivative is a vector of those
 * by vx, vy and omega, and the text of the implicit step. SPDX-License-Identifier: MIT */
#include "fit/export/export_arrays.h"
#include "fit/export/export_template.h"

static void begin(const struct contensou__export_text *t, const char *name,
                  struct contensou__text *out)
{
    const struct contensou__export_number aside = contensou__export_text_number(t->aside);

    contensou__text_printf(
        out,
        "import warp as wp\n\n"
        "real = wp.float64  # or wp.float32\n"
        "%s_vec, %s_mat = wp.types.vector(3, real), wp.types.matrix((3, 3), real)\n"
        "%s_tiny, %s_eps = (real(1e-300), real(2.2e-16)) if real is wp.float64 "
        "else (real(1e-37), real(1.2e-7))\n"
        "%s_aside = real(%s)  # spin times this: least sliding of slopes\n",
        name, name, name, name, name, aside.text);
    contensou__language_python.begin(t, name, out);
}

static void zero(struct contensou__export_text *t, const char *variable)
{
    contensou__text_printf(&t->locals, " zero tiny real wp d_vx d_vy d_omega");
    contensou__text_printf(&t->body, "    zero = real(%s == real(0.0))\n    %s = %s + zero\n",
                           variable, variable, variable);
}

static void head(const struct contensou__export_text *t, const char *name,
                 struct contensou__text *out)
{
    (void)t;
    contensou__text_printf(out,
                           "@wp.func\ndef %s_parts(vx: real, vy: real, omega: real):\n"
                           "    \"\"\"(Tx, Ty, M, measure of slip), and the derivatives of each by "
                           "vx, vy, omega.\"\"\"\n"
                           "    tiny = %s_tiny\n"
                           "    d_vx = %s_vec(real(1.0), real(0.0), real(0.0))\n"
                           "    d_vy = %s_vec(real(0.0), real(1.0), real(0.0))\n"
                           "    d_omega = %s_vec(real(0.0), real(0.0), real(1.0))\n",
                           name, name, name, name, name);
}

/* The derivatives stand in no loop: four blanks fewer. */
static void tail(const struct contensou__export_text *t, const char *name,
                 struct contensou__text *out)
{
    (void)name;
    for (const char *at = t->slopes.data ? t->slopes.data : ""; *at; ++at) {
        if (at == t->slopes.data || at[-1] == '\n')
            at += 4;
        contensou__text_append(out, at, 1);
    }
    contensou__text_printf(out, "    return wp.vector(Tx, Ty, M, length), "
                                "wp.matrix_from_rows(d_Tx, d_Ty, d_M, d_length)\n");
}

static void finish(const struct contensou__export_text *t, const char *name,
                   struct contensou__text *out)
{
    contensou__export_template_put("warp.py.txt", name, t->gradient, t->with_mu, out);
}

const struct contensou__language contensou__language_warp = {
    .words = CONTENSOU__EXPORT_ARRAYS_WORDS "bool float int wp real warp ",
    CONTENSOU__EXPORT_ARRAYS_LANGUAGE,
    .abs = "wp.abs",
    .max = "wp.max",
    .min = "wp.min",
    .number = "real",
    .least = "tiny",
    .begin = begin,
    .finish = finish,
    .zero = zero,
    .head = head,
    .tail = tail,
};

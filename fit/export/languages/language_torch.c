/* language_torch.c: functions of PyTorch, over tensors of slips: the statements of Python, and the texts that make them
 * differentiable. SPDX-License-Identifier: MIT */
#include "fit/export/export_arrays.h"

static void begin(const struct contensou__export_text *t, const char *name,
                  struct contensou__text *out)
{
    contensou__text_printf(out, "import torch\n\n");
    contensou__language_python.begin(t, name, out);
}

static void head(const struct contensou__export_text *t, const char *name,
                 struct contensou__text *out)
{
    contensou__export_arrays_head(t, name, "torch", out);
}

static void finish(const struct contensou__export_text *t, const char *name,
                   struct contensou__text *out)
{
    contensou__export_arrays_finish(t, name, "torch.py.txt", "torch", ".values", out);
}

const struct contensou__language contensou__language_torch = {
    .words = CONTENSOU__EXPORT_ARRAYS_WORDS "torch ",
    CONTENSOU__EXPORT_ARRAYS_LANGUAGE,
    CONTENSOU__EXPORT_ARRAYS_FUNCTIONS,
    .least = "tiny",
    .begin = begin,
    .finish = finish,
    .zero = contensou__export_arrays_zero,
    .head = head,
    .tail = contensou__export_arrays_tail,
    .array = {"", "_table = torch.tensor((", "), dtype=torch.float64)\n"},
    .table = {"tools_torch.py.txt", "round_table.py.txt", "cube_table.py.txt"},
};

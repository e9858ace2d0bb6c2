/* language_torch.c: functions of PyTorch, over tensors of slips: the statements of Python, and the texts that make them
 * differentiable. SPDX-License-Identifier: MIT */
#include "fit/export/export_arrays.h"

const struct contensou__language contensou__language_torch = {
    .words = CONTENSOU__EXPORT_ARRAYS_WORDS "torch ",
    CONTENSOU__EXPORT_ARRAYS_OF("torch", ".values", "torch.py.txt"),
    .begin = "import torch\n\n" CONTENSOU__EXPORT_ARRAYS_BEGIN,
    .array = {"", "_table = torch.tensor((", "), dtype=torch.float64)\n"},
    .table = {"tools_torch.py.txt", "round_table.py.txt", "cube_table.py.txt"},
};

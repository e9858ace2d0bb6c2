/* language_jax.c: functions of JAX, over arrays of slips: the statements of Python, and the texts that make them
 * differentiable. SPDX-License-Identifier: MIT */
#include "fit/export/export_arrays.h"

const struct contensou__language contensou__language_jax = {
    .words = CONTENSOU__EXPORT_ARRAYS_WORDS "jax jnp np ",
    CONTENSOU__EXPORT_ARRAYS_OF("jnp", "", "jax.py.txt"),
    .begin = "import jax\nimport jax.numpy as jnp\n\n" CONTENSOU__EXPORT_ARRAYS_BEGIN,
    .array = {"import numpy as np\n\n", "_table = np.array((", "))\n"},
    .table = {"tools_jax.py.txt", "round_table.py.txt", "cube_table.py.txt"},
};

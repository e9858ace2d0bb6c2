/* language_python.c: functions in Python, of numbers and of NumPy arrays alike: nothing
 * branches on a value. SPDX-License-Identifier: MIT */
#include "fit/export/export_arrays.h"

const struct contensou__language contensou__language_python = {
    .words = CONTENSOU__EXPORT_ARRAYS_WORDS "ValueError enumerate float int isinstance len map max "
                                            "min numpy print sum ",
    CONTENSOU__EXPORT_ARRAYS_LANGUAGE,
    CONTENSOU__EXPORT_ARRAYS_FUNCTIONS("1.0", "0.0"),
    .array = {"", "_table = (", ")\n"},
    .table = {"tools.py.txt", "round_table.py.txt", "cube_table.py.txt"},
    .begin = CONTENSOU__EXPORT_ARRAYS_BEGIN,
    .files = {"simulator.py.txt"},
    /* there is `zero`, 1 or 0: what follows sees a variable of 1 in place of 0 */
    .zero = "    zero = scale == 0.0\n    scale = scale + zero\n",
    .zero_locals = " zero fmax fmin",
    .head = "def LAW_parts(vx, vy, omega, slopes):\n"
            "    \"\"\"(Tx, Ty, M, measure of slip) and, if asked for, the derivatives of each by "
            "vx, vy, "
            "omega.\"\"\"\n"
            "    if isinstance(vx + vy + omega, (int, float)):\n"
            "        fmax, fmin = max, min\n"
            "    else:  # NumPy arrays, element by element\n"
            "        from numpy import maximum as fmax, minimum as fmin\n",
};

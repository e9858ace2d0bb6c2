/* language_warp.c: functions of NVIDIA Warp, for kernels: the statements of Python, in which a derivative is a vector of those
 * by vx, vy and omega, and the text of the implicit step. SPDX-License-Identifier: MIT */
#include "fit/export/export_arrays.h"

const struct contensou__language contensou__language_warp = {
    .words = CONTENSOU__EXPORT_ARRAYS_WORDS "bool float int wp real warp ",
    CONTENSOU__EXPORT_ARRAYS_LANGUAGE,
    .abs = "wp.abs",
    .max = "wp.max",
    .min = "wp.min",
    .number = "real",
    .least = "tiny",
    .begin = "import warp as wp\n\n"
             "real = wp.float64  # or wp.float32\n"
             "LAW_vec, LAW_mat = wp.types.vector(3, real), wp.types.matrix((3, 3), real)\n"
             "LAW_tiny, LAW_eps = (real(1e-300), real(2.2e-16)) if real is wp.float64 else "
             "(real(1e-37), real(1.2e-7))\n"
             "LAW_aside = real(ASIDE)  # spin times this: least sliding of "
             "slopes\n" CONTENSOU__EXPORT_ARRAYS_BEGIN,
    .zero = "    zero = real(scale == real(0.0))\n    scale = scale + zero\n",
    .zero_locals = " zero tiny real wp d_vx d_vy d_omega",
    .head = "@wp.func\ndef LAW_parts(vx: real, vy: real, omega: real):\n"
            "    \"\"\"(Tx, Ty, M, measure of slip), and the derivatives of each by vx, vy, "
            "omega.\"\"\"\n"
            "    tiny = LAW_tiny\n"
            "    d_vx = LAW_vec(real(1.0), real(0.0), real(0.0))\n"
            "    d_vy = LAW_vec(real(0.0), real(1.0), real(0.0))\n"
            "    d_omega = LAW_vec(real(0.0), real(0.0), real(1.0))\n",
    .outdent = 4, /* the derivatives stand in no loop */
    .tail = "SLOPES    return wp.vector(Tx, Ty, M, length), wp.matrix_from_rows(d_Tx, d_Ty, d_M, "
            "d_length)\n",
    .files = {"warp.py.txt"},
};

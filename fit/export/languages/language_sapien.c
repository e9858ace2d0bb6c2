/* language_sapien.c: a function for SAPIEN, and so PhysX, in Python: the law in Python, and how the engine takes it. SPDX-License-Identifier: MIT */
#include "fit/export/export_language.h"

const struct contensou__language contensou__language_sapien = {
    .base = &contensou__language_python,
    .scripts = {"contact.py.txt", "body.py.txt", "sapien.py.txt", "main.py.txt"},
    .needs_unit = 1,
    .ending = {".py"},
    .words = " MU SIZE main math np sapien ",
};

/* language_mujoco.c: a script for MuJoCo: the functions in Python, and how MuJoCo takes them. SPDX-License-Identifier: MIT */
#include "fit/export/export_language.h"

const struct contensou__language contensou__language_mujoco = {
    .base = &contensou__language_python,
    .scripts = {"contact.py.txt", "mujoco.py.txt", "main.py.txt"},
    .ending = {".py"},
    .words = " MU SIZE MODEL main math mujoco np ",
};

# pymoca_law.py: exported Modelica goes through pymoca's parser, and a broken text does not. SPDX-License-Identifier: MIT
import sys

from pymoca import parser

from puck import contensou

for shape in ("disk", "ellipse:2,1"):
    for model in ("I00", "I11", "I22", "ellipsoid", "potential4", "potential6", "potential8", "pade1", "pade2"):
        if shape != "disk" and model.startswith("pade"):  # of circular contacts
            continue
        text = contensou("fit", "--shape", shape, "--model", model, "--starts", "1", "--export", "modelica", "--name", "law",
                         "--quiet")
        tree = parser.parse(text)
        if tree is None or "law" not in tree.classes:
            sys.exit(f"{shape}, {model}: no function was found in\n{text}")
        print(f"{shape}, {model}: {len(tree.classes['law'].statements)} statements")
try:
    broken = parser.parse(text.replace(":=", "=:", 1))
except Exception:
    broken = None
if broken is not None and "law" in broken.classes:
    sys.exit("a broken text was taken")

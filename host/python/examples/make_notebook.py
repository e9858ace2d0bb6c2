"""Writes examples.ipynb: the scripts of this folder as one notebook, a cell for each paragraph. SPDX-License-Identifier: MIT"""

import ast
import json
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
SCRIPTS = ("contact_to_simulation", "pushing_data", "bifurcation")


def cells(name):
    source = (HERE / f"{name}.py").read_text()
    head = ast.get_docstring(ast.parse(source)).replace("SPDX-License-Identifier: MIT", "").strip()
    yield "markdown", f"## {name.replace('_', ' ').capitalize()}\n\n{head}"
    body = source.split('"""', 2)[2].strip()
    for paragraph in re.split(r"\n\n+", body):
        yield "code", paragraph


def notebook():
    rows = [("markdown", "# contensou in Python\n\nMade from the scripts in this folder by `make_notebook.py`.")]
    for name in SCRIPTS:
        rows += cells(name)
    made = []
    for i, (kind, text) in enumerate(rows):
        cell = {"cell_type": kind, "id": f"cell{i}", "metadata": {}, "source": text.splitlines(keepends=True)}
        if kind == "code":
            cell.update(execution_count=None, outputs=[])
        made.append(cell)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": made, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


if __name__ == "__main__":
    (HERE / "examples.ipynb").write_text(json.dumps(notebook(), indent=1) + "\n")

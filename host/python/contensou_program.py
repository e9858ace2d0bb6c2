"""The program 'contensou' of the package. A module of its own: importing the package would load NumPy first, which takes longer
than most commands. SPDX-License-Identifier: MIT"""

import importlib.util
import os
import sys
from pathlib import Path


def main() -> None:
    """Becomes the program, with the arguments of this process."""
    package = Path(__file__).resolve().parent / "contensou"
    if not (package / "bin" / "contensou").exists():  # an editable installation has the two in different folders
        package = Path(importlib.util.find_spec("contensou").submodule_search_locations[0])
    spec = importlib.util.spec_from_file_location("contensou_driver", package / "_driver.py")
    driver = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(driver)
    driver.add()
    program = str(package / "bin" / "contensou")
    os.execv(program, ["contensou", *sys.argv[1:]])

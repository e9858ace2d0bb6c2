"""python -m contensou: the command line. SPDX-License-Identifier: MIT"""

import os
import sys
from pathlib import Path


def main() -> None:
    program = Path(__file__).resolve().parent / "bin" / "contensou"
    os.execv(program, ["contensou", *sys.argv[1:]])


if __name__ == "__main__":
    main()

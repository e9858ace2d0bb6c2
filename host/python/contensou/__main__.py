"""python -m contensou: the command line. SPDX-License-Identifier: MIT"""

from contensou_program import main

if __name__ == "__main__":
    main()

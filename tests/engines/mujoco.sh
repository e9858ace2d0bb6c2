#!/usr/bin/env bash
# Runs mujoco_puck.py with MuJoCo from PyPI in a virtual environment of its own. Arguments: the contensou
# program, a folder for the environment. Skipped where Python or PyPI are out of reach.
# SPDX-License-Identifier: MIT
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
python=$2/mujoco/bin/python
if ! "$python" -c 'import mujoco' 2>/dev/null; then
    python3 -m venv "$2/mujoco" && "$python" -m pip install -q mujoco || {
        echo "skipped: no MuJoCo"
        exit 77
    }
fi
exec "$python" "$here/mujoco_puck.py" "$1"

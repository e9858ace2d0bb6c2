#!/usr/bin/env bash
# run.sh PROGRAM FOLDER PACKAGE[,..] SCRIPT[:WORD]: runs the Python script SCRIPT of this folder with the contensou program and the
# word, in a virtual environment in FOLDER that has the packages from PyPI. Skipped where Python, PyPI or a package for this machine is missing.
# SPDX-License-Identifier: MIT
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$1 folder=$2 package=${3%%,*} packages=${3//,/ } script=${4%%:*} word=${4#"${4%%:*}"}
module=${package}
[ "$package" != drake ] || module=pydrake
python=$folder/$package/bin/python
if ! "$python" -c "import $module" 2>/dev/null; then
    python3 -m venv "$folder/$package" && "$python" -m pip install -q $packages numpy && "$python" -c "import $module" || {
        echo "skipped: the Python package $package is not here and cannot be installed"
        exit 77
    }
fi
exec "$python" "$here/$script.py" "$program" ${word:+"${word#:}"}

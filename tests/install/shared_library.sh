#!/usr/bin/env bash
# Builds the program with a shared library and uses the installed copy.
#   shared_library.sh BUILD WORK
# SPDX-License-Identifier: MIT
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cmake -S "$here/../.." -B "$1" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON \
    -DCONTENSOU_TESTS=OFF -DCONTENSOU_BENCH=OFF >/dev/null
cmake --build "$1" --parallel "$(nproc)"
exec "$here/scratch_project.sh" "$1" "$2"

#!/usr/bin/env bash
# Builds the program with a shared library and uses the installed copy.
#   shared_library.sh BUILD WORK
# SPDX-License-Identifier: MIT
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cmake -S "$here/../.." -B "$1" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON \
    -DCONTENSOU_TESTS=OFF -DCONTENSOU_BENCH=OFF >/dev/null
cmake --build "$1" --parallel "$(nproc)"

# Every name that it shows is a public one, and it shows every one that the headers declare.
nm -D --defined-only "$1/libcontensou.so" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort >"$1/shown.txt"
if grep -vE '^contensou_[a-z]' "$1/shown.txt"; then
    echo "these names are seen in libcontensou.so but are not public"
    exit 1
fi
[ "$(wc -l <"$1/shown.txt")" -ge 60 ]
exec "$here/scratch_project.sh" "$1" "$2"

#!/usr/bin/env bash
# The library against that of the last release (the newest tag vN.N.N): abidiff finds what programs that were built for the
# release would miss. Without a tag of the present major version there is nothing to compare with; then only the check itself is
# checked, with a library that lost a function.
#   abi.sh WORK
# SPDX-License-Identifier: MIT
set -eu
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
command -v abidiff >/dev/null || {
    echo "skipped: abidiff is not here; on Debian it is in abigail-tools"
    exit 77
}
rm -rf "$1"
mkdir -p "$1"
work=$(cd "$1" && pwd)

build() { # SOURCE NAME: the shared library with its debugging information
    cmake -S "$1" -B "$work/$2" -DCMAKE_BUILD_TYPE=Debug -DBUILD_SHARED_LIBS=ON -DCONTENSOU_TESTS=OFF \
        -DCONTENSOU_BENCH=OFF -DCONTENSOU_PYTHON=OFF >/dev/null
    cmake --build "$work/$2" --target contensou --parallel "$(nproc)" >/dev/null
}
compare() { # OLD NEW
    abidiff --headers-dir1 "$top/include" --headers-dir2 "$top/include" --no-added-syms \
        "$work/$1/libcontensou.so" "$work/$2/libcontensou.so"
}

build "$top" now
major=$(sed -n 's/^project(contensou VERSION \([0-9]*\).*/\1/p' "$top/CMakeLists.txt")
release=$(git -C "$top" tag --list "v$major.*" --sort=-version:refname | head -n 1)
if [ -n "$release" ]; then
    mkdir "$work/source"
    git -C "$top" archive "$release" | tar -x -C "$work/source"
    build "$work/source" release
    compare release now
    echo "programs that were built for $release run with this library"
    exit
fi
mkdir "$work/source"
git -C "$top" archive HEAD | tar -x -C "$work/source"
sed -i 's/contensou_version(void)/contensou_other_version(void)/' \
    "$work/source/host/base/version.c" "$work/source/include/contensou/version.h.in"
build "$work/source" without
if compare now without >"$work/report.txt"; then
    echo "abidiff did not see that contensou_version is gone"
    exit 1
fi
grep -q contensou_version "$work/report.txt"
echo "there is no release v$major.* yet; a library without contensou_version is told apart"

#!/usr/bin/env bash
# Installs a finished build into a folder of its own and uses the copy from outside: through its
# CMake package, through pkg-config, and as a program.
#   scratch_project.sh BUILD WORK
# SPDX-License-Identifier: MIT
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
example=$here/../../bench/examples/wrench.c
build=$1
work=$2
rm -rf "$work"
mkdir -p "$work"
cmake --install "$build" --prefix "$work/first" >"$work/install.log"
# The copy must not know where it was installed.
mv "$work/first" "$work/copy"

"$work/copy/bin/contensou" --version

cmake -S "$here" -B "$work/project" -DCMAKE_PREFIX_PATH="$work/copy" -DEXAMPLE="$example"
cmake --build "$work/project"

pc=$(find "$work/copy" -name contensou.pc)
export PKG_CONFIG_PATH=${pc%/*}
libdir=${pc%/pkgconfig/*}
read -ra flags < <(pkg-config --cflags --libs contensou)
gcc -std=c11 -Wall -Wextra -Werror "$example" -o "$work/by_pkg_config" "${flags[@]}" -lm

for program in "$work/project/wrench" "$work/by_pkg_config"; do
    LD_LIBRARY_PATH=$libdir "$program" >"$work/out.txt"
    cat "$work/out.txt"
    # Pure spin: M = <r> = 3/8 E(m = 3/4) for the ellipse with half axes 1 and 1/2.
    grep -qE ' 0\.454146$' "$work/out.txt"
done

#!/usr/bin/env bash
# Every kernel file compiles by itself as OpenCL C 1.2, in double and single, alone and in packs,
# without a warning. Files that use role names get their bindings from kernels.bindings.
# The first argument is the tree (default: this one). SPDX-License-Identifier: MIT
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "${1:-$here/../..}/kernels"
clang=$(command -v clang-15 || command -v clang) || {
    echo "skipped: no clang here"
    exit 77
}
bindings=$here/kernels.bindings
compile=("$clang" -x cl -cl-std=CL1.2 -fsyntax-only -Wall -Wextra -Werror -Wno-unused-function
    -Wno-unused-const-variable -Wno-psabi -I .)

# Paths with bindings are compiled once per line of theirs, all others together.
mapfile -t bound < <(sed -nE 's/^([^# ]+) .*/\1/p' "$bindings" | sort -u)
mapfile -t plain < <(find . -name '*.h' -o -name '*.cl' | sed 's|^\./||' | sort |
    grep -vxFf <(printf '%s\n' "${bound[@]:-}"))
[ ${#plain[@]} -gt 0 ] || {
    echo "no kernel files"
    exit 1
}

bad=0
single=-cl-single-precision-constant
for variant in "-DREAL_IS_DOUBLE -DPACK=1" "-DREAL_IS_DOUBLE -DPACK=4" \
    "$single -DPACK=1" "$single -DPACK=4"; do
    # shellcheck disable=SC2086
    "${compile[@]}" $variant "${plain[@]}" || {
        echo "with $variant"
        bad=1
    }
    while read -r file options; do
        # shellcheck disable=SC2086
        "${compile[@]}" $variant $options "$file" || {
            echo "$file with $variant $options"
            bad=1
        }
    done < <(grep -vE '^(#|$)' "$bindings")
done
exit $bad

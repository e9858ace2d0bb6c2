#!/usr/bin/env bash
# The programs that the library builds compile as OpenCL C 1.2 without a warning, in double and single precision, alone and in packs,
# for CPUs and for graphics processors; and each file of kernels/ is in one of them. contensou-programs writes them without building
# them, from the lists of parts. Arguments: contensou-programs, and the tree (default: this one).
# SPDX-License-Identifier: MIT
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
programs=$1
cd "${2:-$here/../..}/kernels"
clang=$(command -v clang-15 || command -v clang) || {
    echo "skipped: no clang here"
    exit 77
}
# Roles are constants in a program, also where a formula asks for one (a stepper that is fixed): that is no slip of the pen.
compile=("$clang" -x cl -cl-std=CL1.2 -fsyntax-only -Wall -Wextra -Werror -Wno-unused-function
    -Wno-unused-const-variable -Wno-psabi -Wno-constant-logical-operand)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0
fail() {
    echo "$1"
    bad=1
}

# Of the ensembles that differ in their observer alone, those with the final state and those with all observers are enough; and of
# what differs in precision and pack, the programs that most users meet.
some=(! -name 'ensemble_*' -o -name 'ensemble_*_final.cl')
few=(! -name 'ensemble_*' ! -name 'more_*' -o -name 'ensemble_*_final.cl' -o -name 'more_observers_pendulum_*')

declare -A poses=([cpu]= [gpu]=discrete-gpu)

# check cpu|gpu PRECISION "OPTIONS" SELECTION..: programs for the one or the other, as device/build.c has them built.
check() {
    local pose=$1 precision=$2 folder=$work/$1-$2 options
    read -ra options <<<"$3"
    shift 3
    mkdir "$folder"
    CONTENSOU_POSE=${poses[$pose]} "$programs" "$folder" "--$precision"
    [ "$precision" = double ] && options+=(-DREAL_IS_DOUBLE) || options+=(-cl-single-precision-constant)
    [ "$pose" = cpu ] && options+=(-DON_CPU -Dspill_group=0) || options+=(-DPACK=1 -Dspill_group=64)
    find "$folder" -type f \( "$@" \) -print0 | xargs -0 -n 32 "${compile[@]}" "${options[@]}" || fail "with ${options[*]}"
}
check cpu double "-DPACK=16 -DINTERLEAVE=2" "${some[@]}"
check gpu single "" "${some[@]}"
check gpu double "" "${few[@]}"
check cpu single "-DPACK=4" "${few[@]}"

# Files that are in no program. Of tables the host alone reads the lists and what describes their rows; final keeps nothing.
cat "$work"/cpu-double/*.cl | sed -nE 's/^#line 1 "(.*)"/\1/p' | sort -u >"$work/there"
missing=$(find . -type f ! -name list.h ! -path ./observers/describe.h ! -path ./observers/final.h | sed 's|^\./||' |
    sort | comm -23 - "$work/there")
[ -z "$missing" ] || fail "in no program of $programs: $missing"

# A driver whose library has wide registers and whose compiler does not know them (core/real.h).
narrow=("${compile[@]}" -I . --target=x86_64 -mavx2 -DWIDE_LIBRARY -DREAL_IS_DOUBLE core/real.h)
if ! "${narrow[@]}" -DPACK=4 || "${narrow[@]}" -DPACK=8 2>/dev/null || ! "${narrow[@]}" -DPACK=8 -mavx512f; then
    fail "packs of 64 bytes and registers of 32"
fi
exit $bad

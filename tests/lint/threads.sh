#!/usr/bin/env bash
# Two threads in the library at once, under ThreadSanitizer: the host part without devices, whose drivers bring threads of
# their own. The argument is the build, for its generated headers. SPDX-License-Identifier: MIT
set -eu
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
read -ra hdf5 < <(pkg-config --cflags --libs hdf5 2>/dev/null || pkg-config --cflags --libs hdf5-serial)
flags=(-std=c11 -O1 -g -fsanitize=thread -D_POSIX_C_SOURCE=200809L -w -pthread -I host -I include -I kernels -I .
    -I "$build/include" -I "$build/lists" -ffunction-sections)
sources=(tests/lint/two_threads.c host/base/*.c host/contact/*.c host/contact/shapes/*.c host/io/*.c
    host/device/eval.c host/laws/law.c fit/eta.c)
gcc "${flags[@]}" "${sources[@]}" -Wl,--gc-sections "${hdf5[@]}" -lm -o "$work/two_threads"
TSAN_OPTIONS=halt_on_error=1 "$work/two_threads" "$work/a.csv" "$work/b.csv"

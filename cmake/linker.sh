#!/bin/sh
# ld for the driver that pip installs beside the Python package, on machines that have none: the driver links each program, one
# object into one library, and the linker of the Tiny C Compiler can do that. CONTENSOU_LINKER names it; the package puts
# this folder at the end of PATH. Options of ld other than -o are about libraries that such objects do not need.
# SPDX-License-Identifier: MIT
set -eu
output=
count=$#
while [ "$count" -gt 0 ]; do
    case $1 in
    -o) output=$2; shift; count=$((count - 1)) ;;
    -*) ;;
    *.o) set -- "$@" "$1" ;;
    esac
    shift
    count=$((count - 1))
done
exec "$CONTENSOU_LINKER" -shared -nostdlib -o "$output" "$@"

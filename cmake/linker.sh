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
"$CONTENSOU_LINKER" -shared -nostdlib -o "$output" "$@"

# A library that says nothing about its stack wants an executable one, which glibc 2.41 (Debian 13) refuses and older ones give to
# the whole process. This linker cannot say it: the header of its tables for exceptions, which kernels do not have, becomes
# GNU_STACK, readable and writable. ELF64: e_phnum is at 56, headers of 56 bytes begin at 64 with type and flags.
header=64
end=$((header + 56 * $(od -An -tu2 -j56 -N2 "$output")))
while [ "$header" -lt "$end" ]; do
    if [ "$(od -An -tx4 -j"$header" -N4 "$output")" = " 6474e550" ]; then
        printf '\121\345\164\144\006\000\000\000' | dd of="$output" bs=1 seek="$header" conv=notrunc status=none
        exit
    fi
    header=$((header + 56))
done
echo "contensou: $CONTENSOU_LINKER made a library without a place for GNU_STACK" >&2
exit 1

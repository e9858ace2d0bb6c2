#!/usr/bin/env bash
# bench/cluster/sweep.sbatch as processes of this machine: the merged file is, byte for byte, that of one run.
#   tests/install/cluster.sh PROGRAM FOLDER
# SPDX-License-Identifier: MIT
set -eu
export CONTENSOU=$1 SOURCE_DATE_EPOCH=1000000000 # the time of writing stands in the file
rm -rf "$2"
mkdir -p "$2"
sweep=(pendulum --law I11 --vary omega_0=30:65:64 --time 5 --observe "section,extrema,final")
bench/cluster/local 4 2 "$2/merged.h5" "${sweep[@]}"
"$CONTENSOU" sweep "${sweep[@]}" --quiet -o "$2/one.h5"
cmp "$2/merged.h5" "$2/one.h5"
rm "$2/merged.h5"
bench/cluster/local 4 4 "$2/merged.h5" "${sweep[@]}" # again: no lane is computed, the parts are there
cmp "$2/merged.h5" "$2/one.h5"

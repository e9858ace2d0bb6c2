#!/usr/bin/env bash
# Every symbol that X.c exports is contensou_X, contensou__X or starts with one of them and "_".
# The argument is a list of object files. SPDX-License-Identifier: MIT
set -eu
bad=0
count=0
while read -r object; do
    [ -n "$object" ] || continue
    count=$((count + 1))
    name=$(basename "$object")
    name=${name%%.*}
    while read -r symbol; do
        [ "$name/$symbol" != main/main ] || continue
        if ! [[ $symbol =~ ^contensou__?${name}(_|$) ]]; then
            echo "$name.c exports $symbol; its exported names start with contensou__${name}_"
            bad=1
        fi
    done < <(nm --extern-only --defined-only "$object" | awk '$2 ~ /^[A-Z]$/ { print $3 }')
done <"$1"
if [ $count = 0 ]; then
    echo "no object files in $1"
    bad=1
fi
exit $bad

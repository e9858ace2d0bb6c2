#!/usr/bin/env bash
# Runs the commands of a document: lines of fenced blocks without a language, or with ```sh, that start
# with contensou (or build/contensou), in the order of the page, in one empty folder. A block
# ```csv NAME (or any language and a name) is a file of that folder. Blocks ```sh slow are run
# only by: commands.sh PROGRAM PAGE FOLDER slow, which runs all. SPDX-License-Identifier: MIT
set -eu
program=$1
page=$2
folder=$3
rm -rf "$folder"
mkdir -p "$folder/docs" # for pictures of the pages themselves

awk -v slow="${4:-}" -v quote="'" '
    /^```/ && !inside {
        inside = 1
        kind = $0
        sub(/^```/, "", kind)
        words = split(kind, word, " ")
        runs = words == 0 || (word[1] == "sh" && (words == 1 || (word[2] == "slow" && slow != "")))
        file = words > 1 && word[1] != "sh" ? word[2] : ""
        if (file != "")
            print "cat >" quote file quote " <<" quote "END-OF-" file quote
        next
    }
    /^```/ {
        if (file != "")
            print "END-OF-" file
        inside = more = 0
        file = ""
        next
    }
    !inside { next }
    file != "" { print; next }
    runs && (more || /^(build\/)?contensou /) {
        line = $0
        if (!more)
            sub(/^build\//, "", line)
        more = line ~ /\\$/
        print line
    }
' "$page" >"$folder/commands.sh"

cd "$folder"
contensou() {
    echo "\$ contensou $*" >&2
    "$program" "$@"
}
if ! grep -q '^contensou ' commands.sh; then
    echo "$page has no command that is run here"
    exit 77
fi
set -o pipefail
. ./commands.sh

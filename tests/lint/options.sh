#!/usr/bin/env bash
# No string below host/cli names an option of the command line: a message marks the setting (base/setting.h), and the
# edge, the command line or Python, spells it. Comments may name options.
# The first argument is the tree (default: this one). SPDX-License-Identifier: MIT
set -eu
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}"

found=$(find host fit -name '*.[ch]' ! -path 'host/cli/*' ! -path 'host/python/*' ! -path 'host/figures/*' |
    sort | xargs awk '
    # Goes through a file letter by letter, as comments and strings may hold the marks of each other; line feeds count.
    BEGIN { RS = "\n" }
    FNR == 1 { comment = 0 }
    {
        string = ""
        inside = 0
        n = length($0)
        for (i = 1; i <= n; i++) {
            two = substr($0, i, 2)
            c = substr(two, 1, 1)
            if (comment) {
                if (two == "*/") { comment = 0; i++ }
            } else if (inside) {
                if (c == "\\") i++
                else if (c == "\"") inside = 0
                else string = string c
            } else if (two == "/*") { comment = 1; i++ }
            else if (two == "//") break
            else if (c == "\"") { inside = 1; string = string "\n" }
            else if (c == "\047") i += substr($0, i + 1, 1) == "\\" ? 3 : 2
        }
        if (string ~ /(^|[^-!<])--[a-z%]/) print FILENAME ":" FNR ": " $0
    }')
[ -z "$found" ] || printf 'strings below host/cli that name options:\n%s\n' "$found"
[ -z "$found" ]

#!/usr/bin/env bash
# Every struct that a program fills and that may grow, contensou_X_options or contensou_X_spec, begins with its size, as
# contensou.h promises. The first argument is the tree (default: this one). SPDX-License-Identifier: MIT
set -eu
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}"
awk '
    /^struct contensou_[a-z_]*_(options|spec|units|record) \{/ { name = $2; ++count; next }
    name != "" {
        if ($0 !~ /^ *size_t size;/) { print FILENAME ": struct " name " does not begin with size_t size"; bad = 1 }
        name = ""
    }
    END { if (count < 10) { print "only " count " structs of options were found"; bad = 1 } exit bad }
' include/contensou/*.h

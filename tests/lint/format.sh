#!/usr/bin/env bash
# The C files are as clang-format 14 (.clang-format) leaves them; other versions differ in details
# and are not asked. The first argument is the tree (default: this one). SPDX-License-Identifier: MIT
set -eu
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}"
format=$(command -v clang-format-14) || {
    echo "skipped: no clang-format-14 here"
    exit 77
}
find host include fit bench tests -name '*.[ch]' -print0 | sort -z |
    xargs -0 "$format" --style=file --dry-run -Werror

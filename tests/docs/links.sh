#!/usr/bin/env bash
# Links between pages lead to files that are there, and citations of docs/maths.md N and docs/errata.md [P].N
# to sections and entries that are there. SPDX-License-Identifier: MIT
set -eu
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
bad=0
say() {
    echo "$1"
    bad=1
}

for page in ./*.md docs/*.md docs/*/*.md tests/*.md; do
    while read -r link; do
        target=${link%%#*}
        [ -z "$target" ] || [ -e "$(dirname "$page")/$target" ] || say "$page: no file $target"
    done < <(grep -oE '\]\([^)]+\)' "$page" | sed 's/^](//; s/)$//' | grep -vE '^(https?:|mailto:)' |
        grep -vE '^[0-9.]+$' || true)
done

while IFS=: read -r file cited; do
    grep -q "^## ${cited##* }\." docs/maths.md || say "$file: no section ${cited##* } in docs/maths.md"
done < <(grep -roE 'docs/maths\.md [0-9]+' kernels host include fit bench tests --include='*.[ch]' || true)

while IFS=: read -r file cited; do
    paper=${cited#*[}
    paper=${paper%%]*}
    awk -v paper="[$paper]" -v entry="${cited##*.}." '
        /^## / { here = $2 == paper }
        here && $1 == entry { found = 1 }
        END { exit !found }' docs/errata.md || say "$file: no entry [$paper].${cited##*.} in docs/errata.md"
done < <(grep -roE 'docs/errata\.md \[[0-9]\]\.[0-9]+' kernels host include fit bench tests --include='*.[ch]' || true)
if grep -rnE 'MATH[S] [0-9]|ERRAT[A] \[' kernels host include fit bench tests cmake docs --include='*.*'; then
    say "formulas are in docs/maths.md, misprints in docs/errata.md"
fi
exit $bad

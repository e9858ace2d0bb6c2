#!/usr/bin/env bash
# What every text file of the tree keeps to: no tabs or trailing blanks, no notes to self, no marks of a merge, no paths
# of one machine, a licence line in every source file; no test asserts what the clock says.
# The first argument is the tree (default: this one). SPDX-License-Identifier: MIT
set -eu
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}"
bad=0
say() {
    [ -z "$2" ] && return
    printf '%s:\n%s\n' "$1" "$2"
    bad=1
}

mapfile -t files < <(find CMakeLists.txt cmake host kernels include fit bench tests docs .ci ./*.md \
    -type f ! -path 'tests/fuzz/corpus/*' ! -name '*.csv' ! -name '*.json' ! -name '*.png' ! -name '*.svg' 2>/dev/null | sort)
mapfile -t sources < <(printf '%s\n' "${files[@]}" | grep -E '\.(c|h|cl|sh|h\.in)$')

say 'tabs or trailing blanks' "$(grep -nP '\t|[ \r]+$' "${files[@]}" || true)"
say 'notes to self' "$(grep -nwE 'TOD[O]|FIXM[E]|XX[X]' "${files[@]}" || true)"
say 'marks of a merge' "$(grep -nE '^(<{7} |={7}$|>{7} )' "${files[@]}" || true)"
say 'paths of one machine' "$(grep -nE '(^|[^A-Za-z0-9_.}])/(wor[k]|tm[p]|hom[e])/' "${files[@]}" || true)"
say 'no SPDX-License-Identifier line' "$(grep -L 'SPDX-License-Identifier: MIT' "${sources[@]}" || true)"
say 'asserts of what the clock says; take processor time' \
    "$(grep -rnE 'assert[A-Za-z_]*\(.*(clock_second[s]|monoton[i]c|perf_count[e]r|time\.tim[e])\(' tests || true)"
# The version stands in CMakeLists.txt; what others read as it stands says the same.
version=$(sed -nE 's/^project\(contensou VERSION ([0-9.]+).*/\1/p' CMakeLists.txt)
for stated in "CITATION.cff:version: $version" "codemeta.json:  \"version\": \"$version\"," \
    "debian/changelog:contensou ($version) unstable; urgency=medium"; do
    grep -qxF "${stated#*:}" "${stated%%:*}" || say 'not the version of CMakeLists.txt' "${stated%%:*}"
done
exit $bad

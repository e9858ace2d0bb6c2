#!/usr/bin/env bash
# Every kernel file compiles by itself as OpenCL C 1.2, in double and single, alone and in packs,
# without a warning. Files that use role names get their bindings from kernels.bindings.
# The first argument is the tree (default: this one). SPDX-License-Identifier: MIT
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "${1:-$here/../..}/kernels"
clang=$(command -v clang-15 || command -v clang) || {
    echo "skipped: no clang here"
    exit 77
}
bindings=$here/kernels.bindings
# Roles are constants in a program, also where a formula asks for one (a stepper that is fixed): that is no slip of the pen.
compile=("$clang" -x cl -cl-std=CL1.2 -fsyntax-only -Wall -Wextra -Werror -Wno-unused-function
    -Wno-unused-const-variable -Wno-psabi -Wno-constant-logical-operand -I .)

# What the host makes of the tables of the observers, here of all of them: places, constants, settings, lists.
roles=$(mktemp -d)
trap 'rm -rf "$roles"' EXIT
names() { sed -nE "s/^ *$1\\(([a-z0-9_]+).*/\\1/p" "$2"; }
{
    mapfile -t observers < <(names OBSERVER observers/list.h)
    echo '#include "observers/list.h"'
    echo '#include "observers/describe.h"'
    echo '#define observers_tables_only'
    for name in "${observers[@]}"; do
        echo "#include \"observers/$name.h\""
        echo "#undef OBSERVERS_${name^^}_H"
    done
    echo '#undef observers_tables_only'
    calls=() settings=() rows=0
    for name in "${observers[@]}"; do
        grep -qE '^ *KEEP\(' "observers/$name.h" || continue
        calls+=("CALL($name)")
        for setting in $(names SETTING "observers/$name.h"); do settings+=("CALL($setting)"); done
        for constant in $(names CONSTANT "observers/$name.h"); do
            printf '#ifndef %s\n#define %s 2\n#endif\n' "$constant" "$constant"
        done
        followers=$(grep -lE "^ *NEEDS\\($name\\)" observers/*.h | sed 's|.*/\(.*\)\.h|CALL(\1)|' | tr '\n' ' ')
        echo "#define ${name}_followers(CALL) $followers"
        echo "#define observe_$name 1"
        echo "#define rows_$name $((rows++))"
    done
    echo "#define OBSERVERS(CALL) ${calls[*]}"
    echo '#define RARE_OBSERVERS(CALL) CALL(basin)'
    echo '#define observers_inside 1'
    echo "#define OBSERVER_SETTINGS(CALL) ${settings[*]}"
    echo '#define ROLES_PLACE(place, count) place, place##_end = place + (count) - 1,'
    echo '#define ROLES_PLACES(name) observer_keeps(name, ROLES_PLACE)'
    echo '#define dim system_dim'
    echo 'enum { roles_before = 6 + 2 * system_dim, OBSERVERS(ROLES_PLACES) roles_end };'
    echo '#undef dim'
    echo '#define lane_observed_count (roles_end - roles_before - 1)'
    grep -lE '^ *NEEDS\(' observers/*.h | sed 's/.*/#include "&"/'
    grep -LE '^ *NEEDS\(' observers/*.h | sed 's/.*/#include "&"/'
} >"$roles/observers_roles.h"

# binding ROLE_ PART_ FORMAT NAME[=OTHER]..: a line for each, of the role and what it is.
binding() {
    local role=$1 part=$2 form=$3 name what
    shift 3
    for name in "$@"; do
        what=$part${name#*=}
        [[ $part == *_ ]] || what="$part(${name#*=})"
        # shellcheck disable=SC2059
        printf "$form" "$role${name%%=*}" "$what"
    done
}
while IFS= read -r line; do
    if [[ $line == bind\ * ]]; then
        read -r _ role part names <<<"$line"
        # shellcheck disable=SC2086
        binding "$role" "${part%:}" '#define %s %s\n' $names
    else
        printf '%s\n' "$line"
    fi
done <"$here/ensemble.roles" >"$roles/ensemble_roles.h"
compile+=(-I "$roles")

# The bindings with bind: written out.
while read -r word options; do
    for option in $options; do
        case $option in
        bind:*)
            IFS='=:,' read -ra part <<<"${option#bind:}"
            word+=$(binding "${part[0]}" "${part[1]}" ' -D%s=%s' "${part[@]:2}")
            ;;
        *) word+=" $option" ;;
        esac
    done
    echo "$word"
done < <(grep -vE '^(#|$)' "$bindings") >"$roles/bindings"
bindings=$roles/bindings

# Paths with bindings are compiled once per line of theirs, all others together.
mapfile -t bound < <(sed -nE 's/^([^# ]+) .*/\1/p' "$bindings" | sort -u)
mapfile -t plain < <(find . -name '*.h' -o -name '*.cl' | sed 's|^\./||' | sort |
    grep -v '^observers/' | grep -vxFf <(printf '%s\n' "${bound[@]:-}"))
[ ${#plain[@]} -gt 0 ] || {
    echo "no kernel files"
    exit 1
}

bad=0
single=-cl-single-precision-constant
for variant in "-DREAL_IS_DOUBLE -DPACK=1" "-DREAL_IS_DOUBLE -DPACK=4" \
    "$single -DPACK=1" "$single -DPACK=4"; do
    # shellcheck disable=SC2086
    "${compile[@]}" $variant "${plain[@]}" || {
        echo "with $variant"
        bad=1
    }
    while read -r file options; do
        # shellcheck disable=SC2086
        "${compile[@]}" $variant $options "$file" || {
            echo "$file with $variant $options"
            bad=1
        }
    done <"$bindings"
done
# A driver whose library has wide registers and whose compiler does not know them (core/real.h).
narrow=("${compile[@]}" --target=x86_64 -mavx2 -DWIDE_LIBRARY -DREAL_IS_DOUBLE core/real.h)
if ! "${narrow[@]}" -DPACK=4 || "${narrow[@]}" -DPACK=8 2>/dev/null || ! "${narrow[@]}" -DPACK=8 -mavx512f; then
    echo "packs of 64 bytes and registers of 32"
    bad=1
fi
exit $bad

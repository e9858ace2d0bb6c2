#!/usr/bin/env bash
# Installs a finished build into a folder of its own and uses the copy from outside: through its
# CMake package, through pkg-config, and as a program.
#   scratch_project.sh BUILD WORK
# SPDX-License-Identifier: MIT
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
example=$here/../../bench/examples/wrench.c
build=$1
work=$2
rm -rf "$work"
mkdir -p "$work"
rm -rf "$build/man" "$build/completion" # as bench/run leaves a build
cmake --install "$build" --prefix "$work/first" >"$work/install.log"
# The copy must not know where it was installed.
mv "$work/first" "$work/copy"

"$work/copy/bin/contensou" --version
ls "$work"/copy/share/man/man1/contensou.1 "$work"/copy/share/man/man1/contensou-sweep.1 \
    "$work"/copy/share/bash-completion/completions/contensou

# Help names the folder of the examples, and they run from there.
examples=$(cd "$work/copy/share/contensou/examples" && pwd -P)
"$work/copy/bin/contensou" sweep --help | grep -qF "$examples"
"$work/copy/bin/contensou" list systems | grep -qF "$examples"
"$work/copy/bin/contensou" run --system-file "$examples/van_der_pol.h" --time 0:1:3 --quiet | grep -q '^t,'
[ ! -e "$work/copy/cdef.h" ] # of the Python package alone

# Every function that the installed headers declare, as the compiler reads them.
list=$work/every_call.h
(cd "$work/copy/include" && printf '#include <%s>\n' contensou/*.h) >"$list"
gcc -std=c11 -fsyntax-only -I "$work/copy/include" -x c -aux-info "$work/declared.txt" "$list"
{
    printf '#define EVERY(X)'
    sed -nE 's|^/\* [^ ]*/include/contensou/.*\*/ extern [^(]*[ *](contensou_[a-z0-9_]+) \(.*|\1|p' \
        "$work/declared.txt" | sort -u | xargs printf ' \\\n    X(%s)'
    printf '\n'
} >>"$list"
declared=$(grep -c '  X(' "$list")
[ "$declared" -ge 40 ] || { echo "only $declared functions found in the headers"; exit 1; }

cmake -S "$here" -B "$work/project" -DCMAKE_PREFIX_PATH="$work/copy" -DEXAMPLE="$example" \
    -DEVERY_CALL="$here/every_call.c" -DEVERY_CALL_LIST="$work"
cmake --build "$work/project"

pc=$(find "$work/copy" -name contensou.pc)
export PKG_CONFIG_PATH=${pc%/*}
libdir=${pc%/pkgconfig/*}
by_pkg_config() { # OUT SOURCE FLAG..: as the README has it
    local out=$1 source=$2 flags
    shift 2
    read -ra flags < <(pkg-config --cflags --libs "$@" contensou)
    gcc -std=c11 -Wall -Wextra -Werror -I "$work" "$source" -o "$out" "${flags[@]}" -lm
}
by_pkg_config "$work/wrench" "$example"
by_pkg_config "$work/wrench_static" "$example" --static
by_pkg_config "$work/every_call" "$here/every_call.c"
by_pkg_config "$work/every_call_static" "$here/every_call.c" --static

# The headers are C++ too.
g++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -I "$work/copy/include" "$here/cplusplus.cpp" -o "$work/cplusplus"
"$work/cplusplus"

for program in "$work/project/wrench" "$work/wrench" "$work/wrench_static"; do
    LD_LIBRARY_PATH=$libdir "$program" >"$work/out.txt"
    cat "$work/out.txt"
    # Pure spin: M = <r> = 3/8 E(m = 3/4) for the ellipse with half axes 1 and 1/2.
    grep -qE ' 0\.454146$' "$work/out.txt"
done

for program in "$work/project/every_call" "$work/every_call" "$work/every_call_static"; do
    LD_LIBRARY_PATH=$libdir "$program" >"$work/out.txt"
    cat "$work/out.txt"
    # The fit of a uniform disk, docs/maths.md 2: b = 0.451960, m = 0.764818.
    grep -qx "$declared functions" "$work/out.txt"
    grep -qx 'b = 0\.451960' "$work/out.txt"
    grep -qx 'm = 0\.764818' "$work/out.txt"
done

# The programs of docs/library.md.
page=$here/../../docs/library.md
for name in law sweep parts; do
    awk -v name="$name.c" '$0 == "```c " name { on = 1; next } /^```/ { on = 0 } on' "$page" >"$work/$name.c"
    by_pkg_config "$work/$name" "$work/$name.c"
    (cd "$work" && LD_LIBRARY_PATH=$libdir "./$name") >"$work/$name.txt"
done
[ "$(grep -c '^```c' "$page")" -eq 3 ]
# As above, of the file that was written and read; Lorenz' equilibria are at x^2 = 8/3 (rho - 1).
grep -qx 'I11 of disk: b = 0\.451960' "$work/law.txt"
grep -qE '^rho 4: x -?2\.828427$' "$work/sweep.txt"
(cd "$work" && LD_LIBRARY_PATH=$libdir ./sweep) | cmp - "$work/sweep.txt" # resumed
grep -q '^pendulum: ' "$work/parts.txt"

#!/usr/bin/env bash
# A part is one file and one row: copies the tree, adds the files of this folder and the rows of its patches, builds
# the program and uses what was grafted on. Arguments: the tree, a folder for the copy.
# SPDX-License-Identifier: MIT
set -eu
tree=$1
mkdir -p "$2"
copy=$(cd "$2" && pwd)/graft
rm -rf "$copy"
mkdir "$copy"
for part in CMakeLists.txt cmake host kernels include fit bench; do cp -r "$tree/$part" "$copy/"; done
fail() {
    echo "$1"
    exit 1
}

cp "$tree/tests/graft/crossings.h" "$copy/kernels/observers/"
cp "$tree/tests/graft/slide.h" "$copy/kernels/observers/"
cp "$tree/tests/graft/heun21.h" "$copy/kernels/steppers/"
cp "$tree/tests/graft/quartic.h" "$copy/kernels/laws/"
cp "$tree/tests/graft/oscillator.h" "$copy/kernels/systems/"
cp "$tree/tests/graft/shape_ngon.c" "$copy/host/contact/shapes/"
cp "$tree/tests/graft/cmd_gyration.c" "$copy/host/cli/"
for patch in "$tree"/tests/graft/*.patch; do
    [ "$(grep -c '^+[^+]' "$patch")" = 1 ] || fail "$patch has more than one row"
    patch -s -d "$copy" -p1 <"$patch"
done
launcher=()
! command -v ccache >/dev/null || launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache)
cmake -S "$copy" -B "$copy/build" -DCMAKE_BUILD_TYPE=Release -DCONTENSOU_TESTS=OFF \
    -DCONTENSOU_BENCH=OFF "${launcher[@]}" >"$copy/configure.log" || fail "$(cat "$copy/configure.log")"
cmake --build "$copy/build" --parallel 2 --target contensou_program >"$copy/build.log" 2>&1 ||
    fail "$(tail -n 40 "$copy/build.log")"
program=$copy/build/contensou
cd "$copy"

# The observer: in the list, in the help with its option, in CSV, in HDF5, in a picture.
"$program" list observers | grep -q '^  crossings .*changes of sign' || fail 'not in the list of observers'
"$program" sweep --help | grep -q -- '--least T' || fail 'its option is not in the help'
sweep=("$program" sweep lorenz --vary rho=0.5,28 --time 20 --stepper dopri54 --observe crossings,final --quiet)
"${sweep[@]}" -o out.csv
head -n 1 out.csv | grep -q 'rejections,t,final.x,final.y,final.z,crossings.x.count,crossings.y.count,crossings.z.count,crossings.last$' ||
    fail "columns: $(head -n 1 out.csv)"
# x and y of the attractor change sign with every change of wing, z never; a stable origin is not left
awk -F, 'NR == 2 && $10 + 0 != 0 { exit 1 } NR == 3 && ($10 < 4 || $10 > 40 || $12 != 0) { exit 1 }' out.csv ||
    fail "counts: $(cat out.csv)"
"${sweep[@]}" --least 1e9 -o few.h5
h5dump -d /crossings.y.count few.h5 2>/dev/null | grep -q '(0): 0, 1' || fail "$(h5dump -d /crossings.y.count few.h5)"
h5dump -a /run/crossings.least few.h5 2>/dev/null | grep -q '1e+09' || fail 'its setting is not in the file'
"${sweep[@]}" -o out.csv --plot out.svg
grep -q 'changes of sign' out.svg || fail 'not in the picture'
if "${sweep[@]}" --least -1 -o bad.csv 2>bad.txt; then fail 'a negative time was taken'; fi
grep -q -- '--least -1' bad.txt || fail "$(cat bad.txt)"

# The observer that asks for friction: a disk that does not spin slides v^2/(2 mu_g) far under the force mu_g; a system without a
# contact is refused by a sentence.
"$program" sweep free_disk --law I00 --set law.eps=0,mu_g=0.8 --init omega=0 --vary init.vx=0.4,0.8 --time 2 --stepper event \
    --observe slide --quiet -o slide.csv
awk -F, 'NR == 1 && $7 $8 != "slide.lengthslide.force" { exit 1 }
    NR > 1 && (($7 - $2 * $2 / 1.6) ^ 2 > 1e-16 || ($8 - 0.8) ^ 2 > 1e-16) { exit 1 }' slide.csv || fail "$(cat slide.csv)"
if "$program" sweep lorenz --vary rho=28 --time 1 --observe slide -o bad.csv 2>bad.txt; then fail 'lorenz has no friction'; fi
grep -q 'the observer slide needs a contact, which the system lorenz does not have' bad.txt || fail "$(cat bad.txt)"

# The stepper: in the list, in the help, in a message; half the step makes a quarter of the error (order 2) against dop853.
"$program" list steppers | grep -q '^  heun21 .*Heun, order 2' || fail 'not in the list of steppers'
"$program" run --help | tr -s ' \n' ' ' | grep -q 'rk4, heun21, rkf45' || fail 'not in the help of --stepper'
if "$program" run lorenz --time 0:1:2 --stepper heun22 2>bad.txt; then fail 'heun22 was taken'; fi
grep -q "'heun21'" bad.txt || fail "$(cat bad.txt)"
for h in 0.002 0.001; do
    "$program" run lorenz --time 0:0.4:2 --stepper heun21 --rtol 1 --atol 1 --step $h --h-min $h --h-max $h --quiet \
        -o heun-$h.csv 2>/dev/null
done
"$program" run lorenz --time 0:0.4:2 --stepper dop853 --quiet -o exact.csv
paste -d, heun-0.002.csv heun-0.001.csv exact.csv |
    awk -F, 'NR == 3 { r = ($2 - $10) / ($6 - $10); exit !(r > 3.6 && r < 4.4) }' || fail 'heun21 is not of order 2'
"$program" sweep lorenz --vary rho=20:28:3 --time 5 --stepper heun21 --rtol 1e-4 --atol 1e-4 --observe extrema --quiet -o heun.h5 --plot heun.svg
h5dump -a /run/stepper heun.h5 2>/dev/null | grep -q heun21 || fail 'the stepper is not in the file'
grep -q rho heun.svg || fail 'no picture of a sweep by heun21'

# The system: in the list with states, field and section, in a message, run to its closed form, swept, in HDF5 and a picture.
"$program" list systems | grep -q '^  oscillator .*a block on a spring' || fail 'not in the list of systems'
"$program" --completion | grep -q 'disk_belt oscillator block_belt' || fail 'not completed'
if "$program" run oscilator --time 0:1:2 2>bad.txt; then fail 'oscilator was taken'; fi
grep -q "'oscillator'" bad.txt || fail "$(cat bad.txt)"
"$program" run oscillator --time 0:5:2 --stepper dopri54 --quiet -o osc.csv
awk -F, 'NR == 3 { w = sqrt(0.99); x = exp(-0.5) * (cos(5 * w) + 0.1 / w * sin(5 * w)); exit !((x - $2) ^ 2 < 1e-14) }' osc.csv ||
    fail "$(cat osc.csv)"
"$program" sweep oscillator --vary D=0:0.2:3 --time 20 --stepper dopri54 --observe section --quiet -o osc.h5 --plot osc.svg
h5dump -d /section/x osc.h5 2>/dev/null | grep -q '(0): 1' || fail 'the default section is not taken'
grep -q '>D' osc.svg || fail 'no picture of the oscillator'

# The shape: in the list, in messages, as a square equal to rectangle:1,1, with --vary, in HDF5 and a picture.
"$program" list contacts | grep -q '^  ngon:n,r  *uniform .*regular polygon' || fail 'not in the list of contacts'
if "$program" eval --shape ngon:2,1 --theta 0 2>bad.txt; then fail 'a polygon of two corners was taken'; fi
grep -q 'ngon:2,1 is not possible; a polygon has 3' bad.txt || fail "$(cat bad.txt)"
"$program" eval --shape ngon:4,1.4142135623730951 --theta 0:pi/2:7 --phi 0.3 --quiet -o ngon.csv
"$program" eval --shape rectangle:1,1 --theta 0:pi/2:7 --phi 0.3 --quiet -o square.csv
paste -d, ngon.csv square.csv | awk -F, 'NR > 1 && ($3 - $8) ^ 2 + ($4 - $9) ^ 2 + ($5 - $10) ^ 2 > 1e-26 { exit 1 }' ||
    fail 'a square is no rectangle'
"$program" eval --shape ngon:5,1 --theta 0:pi/2:7 --quiet -o ngon.h5 --plot ngon.svg
h5dump -a /shape ngon.h5 2>/dev/null | grep -q 'ngon:5,1' || fail 'the shape is not in the file'
grep -q 'ngon:5,1' ngon.svg || fail 'no picture of a polygon'
"$program" fit --shape ngon:5,1 --model ellipsoid --vary shape.n=3,4 --quiet -o ngons.csv
head -n 1 ngons.csv | grep -q '^shape.n,' || fail "$(cat ngons.csv)"

# The command: in the list of commands, completed, with help of its own; a uniform disk has the radius of gyration 1/sqrt(2).
"$program" help | grep -q '^  gyration  *the radius of gyration' || fail 'not in the list of commands'
"$program" --completion | grep -q 'limit gyration eta' || fail 'the command is not completed'
"$program" gyration --help | grep -q -- '--tilt K,BETA' || fail 'no help of the command'
"$program" gyration --shape disk | awk '{ exit !(($1 - sqrt(0.5)) ^ 2 < 1e-24) }' || fail "$("$program" gyration --shape disk)"
if "$program" gyration 2>bad.txt; then fail 'a contact without a shape was taken'; fi
grep -q '^contensou gyration: missing contact' bad.txt || fail "$(cat bad.txt)"

# The setting: in the help of every command that simulates, completed, checked, and the number goes into the run.
for command in run sweep; do
    "$program" $command --help | grep -q -- '--h-first H *another name of --step' || fail "not in the help of $command"
done
"$program" --completion | grep -q -- '--h-first' || fail 'the setting is not completed'
if "$program" run lorenz --time 1 --h-first -2 2>bad.txt; then fail 'a negative step was taken'; fi
grep -q -- '--h-first -2 is not positive' bad.txt || fail "$(cat bad.txt)"
"$program" sweep lorenz --vary rho=20,28 --time 1 --stepper rk4 --h-first 0.01 --quiet -o first.h5
h5dump -a /run/step first.h5 2>/dev/null | grep -q '(0): 0.01' || fail "$(h5dump -a /run/step first.h5)"

# shellcheck source=tests/graft/law.sh
. "$tree/tests/graft/law.sh"

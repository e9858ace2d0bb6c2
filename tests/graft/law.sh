# shellcheck shell=bash disable=SC2154
# law.sh: for graft.sh. The law: in lists, help and messages; it is potential4 with c1 = 0, in value and slope, smoothed
# and not; fitted, swept, in HDF5 and a picture; what it cannot do is refused. SPDX-License-Identifier: MIT
"$program" list laws | grep -A 1 '^    quartic  *fourth powers' | grep -q 'spin  *fitted  *length' || fail 'not in the list of laws'
"$program" list models | grep -q '^  quartic  *spin  *all  *fourth powers' || fail 'not in the list of models'
for command in run eval fit limit transitions; do
    "$program" $command --help | tr -s ' \n' ' ' | grep -q 'potential8, quartic, ' || fail "not in the help of $command"
done
if "$program" run disk_belt --law quartics --time 0:1:2 2>bad.txt; then fail 'quartics was taken'; fi
grep -q "'quartic'" bad.txt || fail "$(cat bad.txt)"
if "$program" run disk_belt --law quartic --set law.spin=0 --time 0:1:2 2>bad.txt; then fail 'a spin of 0 was taken'; fi
grep -q 'law.spin = 0, but it must be above 0' bad.txt || fail "$(cat bad.txt)"
printf 'vx,vy,omega\n1e-4,2e-4,3e-4\n0.3,-0.2,0.5\n-2,1,-7\n' >slips.csv
for law in quartic potential4; do
    extra=
    [ $law = quartic ] || extra=,law.c1=0
    "$program" eval --shape disk --law $law --set law.eps=1e-3,law.eta=2,law.spin=0.6$extra --points slips.csv --jacobian \
        --quiet -o $law.csv
done
paste -d, quartic.csv potential4.csv |
    awk -F, 'NR > 1 { for (i = 4; i <= NF / 2; i++) if (($i - $(i + NF / 2)) ^ 2 > 1e-18 * (1 + $i ^ 2)) exit 1 }' ||
    fail "$(paste quartic.csv potential4.csv)"
"$program" fit --shape disk --model quartic --quiet -o quartic.json
grep -q '"spin": 0.66848194' quartic.json || fail "$(cat quartic.json)"
"$program" limit --shape disk --model quartic --load 1,0,0 --quiet | tail -n 1 | awk -F, '{ exit !(($4 - 1) ^ 2 < 1e-12) }' ||
    fail "$("$program" limit --shape disk --model quartic --load 1,0,0)"
"$program" sweep disk_belt --law quartic --vary law.spin=0.4,0.6 --time 5 --observe extrema --quiet -o quartic.h5 --plot quartic.svg
h5dump -a /law quartic.h5 2>/dev/null | grep -q '"quartic"' || fail 'the law is not in the file'
grep -q 'law.spin' quartic.svg || fail 'no picture of a sweep under the law'
if "$program" fit --shape disk --model quartic --export c --quiet -o quartic.c 2>bad.txt; then fail 'a law without code was exported'; fi
grep -q 'quartic has no' bad.txt || fail "$(cat bad.txt)"

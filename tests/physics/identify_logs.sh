#!/usr/bin/env bash
# identify_logs.sh PROGRAM BENCH FOLDER: contensou-bench identify on a log that is made in FOLDER: rows of three supports under
# known loads, without noise, whose held-out slips it must find. SPDX-License-Identifier: MIT
set -eu
program=$1 bench=$2 folder=$3
rm -rf "$folder"
mkdir -p "$folder/zhou2016"
cd "$folder"
printf 'x,y,area,pressure\n1,0,1,0.2\n-0.5,0.9,1,0.5\n-0.5,-0.8,1,0.3\n' > true.csv
printf 'x,y,area,pressure\n1,0,1,1\n-0.5,0.9,1,1\n-0.5,-0.8,1,1\n' > zhou2016/cells_3pts1.csv
printf 'log,method,mean_twist_angle_deg\nmade_3pts1,convex quadratic,12.5\nmade_3pts1,"convex quartic, fitted again",11.5\n' > errors.csv
awk 'BEGIN { print "vx,vy,omega"; for (i = 0; i < 40; ++i) printf "%.6f,%.6f,%.6f\n", cos(2.4 * i), sin(2.4 * i), 1.5 * sin(1.7 * i) }' > slips.csv
"$program" eval --shape cells:true.csv --points slips.csv -o zhou2016/made_3pts1.csv
"$bench" identify . | tee found.txt
awk '$1 == "made_3pts1" { seen = 1; if ($2 != 12.5 || $3 != 11.5 || $4 > 0.01 || $5 > 0.01 || $6 != 40) exit 1 } END { exit !seen }' found.txt

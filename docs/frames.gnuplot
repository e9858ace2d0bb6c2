# frames.gnuplot: the picture of docs/frames.md, from the program's own numbers.
#
#   gnuplot -e "program='build/contensou'" docs/frames.gnuplot      writes docs/frames.svg
#
# A body on a rectangle 2 by 0.8 that lies off its centre, at six times: the contact of the body turns with it, that of the ground
# keeps its direction. SPDX-License-Identifier: MIT
if (!exists("program")) program = "contensou"
run = program . " run free_disk --shape rectangle:1,0.4 --center 0.3,0.1 --set k_sq=0.4 " \
      . "--init vx=3,vy=0.8,omega=2.5 --time 0,0.5,1,1.6,2.4,5 --quiet --frame "
array corner_x[4] = [-1.3, 0.7, 0.7, -1.3]
array corner_y[4] = [-0.5, -0.5, 0.3, 0.3]

set terminal svg size 760,620 font "sans,15" background "white"
set output "docs/frames.svg"
set datafile separator ","
set multiplot layout 2,1
set size ratio -1
set xrange [-2:6.2]; set yrange [-2.2:2.7]
set xlabel "x"; set ylabel "y"
do for [which = 1:2] {
    frame = word("body ground", which)
    unset object; unset arrow
    if (which == 1) { unset key } else { set key bottom right Left reverse samplen 2 }
    set title "--frame " . frame noenhanced
    do for [i = 1:6] {
        row = system(sprintf("%s%s | sed -n %dp | tr ',' ' '", run, frame, i + 1))
        x = real(word(row, 2)); y = real(word(row, 3)); phi = real(word(row, 4))
        a = which == 1 ? phi : 0
        px(k) = x + corner_x[k]*cos(a) - corner_y[k]*sin(a)
        py(k) = y + corner_x[k]*sin(a) + corner_y[k]*cos(a)
        set object i polygon from px(1),py(1) to px(2),py(2) to px(3),py(3) to px(4),py(4) to px(1),py(1) \
            fillstyle transparent solid 0.12 border lc rgb "#1f77b4" fillcolor rgb "#1f77b4" lw 1.5
        set arrow i from x,y to x + 0.8*cos(phi),y + 0.8*sin(phi) head filled size 0.14,20 lw 3 lc rgb "#d62728"
    }
    plot "< " . run . frame using 2:3 with points pt 7 ps 0.6 lc rgb "black" title "reference point", \
         NaN with filledcurves lc rgb "#d0e2f0" title "the contact", \
         NaN with lines lw 3 lc rgb "#d62728" title "x axis of the body, at phi"
}
unset multiplot

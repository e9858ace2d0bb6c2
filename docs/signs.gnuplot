# signs.gnuplot: the picture of docs/signs.md, from the program's own numbers.
#
#   gnuplot -e "program='build/contensou'" docs/signs.gnuplot      writes docs/signs.svg
#
# A uniform disk under the load (0.5, 0.2, 0.3): the slip that it starts, drawn on elements of the contact, and the
# friction that holds it. SPDX-License-Identifier: MIT
if (!exists("program")) program = "contensou"
row = system(program . " limit --shape disk --load 0.5,0.2,0.3 --quiet | tail -1 | tr ',' ' '")
Tx = real(word(row, 1)); Ty = real(word(row, 2)); M = real(word(row, 3))
xi = real(word(row, 4)); theta = real(word(row, 5)); phi = real(word(row, 6))
Lx = real(word(row, 7)); Ly = real(word(row, 8))
vx = cos(theta)*cos(phi); vy = cos(theta)*sin(phi); w = sin(theta)

set terminal svg size 640,640 font "sans,15" background "white"
set output "docs/signs.svg"
set size ratio -1
set xrange [-1.5:1.5]; set yrange [-1.5:1.5]
set xlabel "x"; set ylabel "y"
set key top left Left reverse samplen 2
set title sprintf("load (0.5, 0.2, 0.3): xi = %.4f, theta = %.4f, phi = %.4f", xi, theta, phi)
set parametric; set trange [0:2*pi]; set samples 200
set style arrow 1 head filled size 0.06,20 lw 1 lc rgb "#7f7f7f"
set style arrow 2 head filled size 0.09,20 lw 4 lc rgb "#1f77b4"
set style arrow 3 head filled size 0.09,20 lw 4 lc rgb "#d62728"
set arrow 1 from 0.35*cos(0.5),0.35*sin(0.5) to 0.35*cos(0.65),0.35*sin(0.65) arrowstyle 2
set label 1 "torque of the load: counter-clockwise, omega > 0" at 0,-1.3 center
r(i) = 0.3*int(i/12) + 0.25; a(i) = 2*pi*(int(i) % 12)/12.0
px(i) = r(i)*cos(a(i)); py(i) = r(i)*sin(a(i))
plot cos(t), sin(t) with lines lw 2 lc rgb "black" notitle, \
     0.35*cos(t/4 - 1), 0.35*sin(t/4 - 1) with lines lw 3 lc rgb "#1f77b4" notitle, \
     "+" using (px($0)):(py($0)):(0.16*(vx - w*py($0))):(0.16*(vy + w*px($0))) every ::0::35 \
         with vectors arrowstyle 1 title "slip of the body, V = (vx - omega y, vy + omega x)", \
     "+" using (0):(0):(1.6*Lx):(1.6*Ly) every ::0::0 with vectors arrowstyle 2 \
         title "load on the body: --load, load_x, load_y" noenhanced, \
     "+" using (0):(0):(1.6*Tx):(1.6*Ty) every ::0::0 with vectors arrowstyle 3 \
         title "friction on the body in stick: Tx, Ty of limit"

/* test_plot_command.c: contensou plot draws results from their files, with the names and units that stand there.
 * SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OSCILLATOR                                                                           \
    "--system-file " CONTENSOU_SOURCE_DIR "/tests/problems/oscillator.h --pack 1 --stepper " \
    "dopri54 "

static char picture[4000000]; /* of the last picture */

/* The picture p.svg has these words. */
static void drawn(const char *line, ...)
{
    const char *word;
    va_list words;
    FILE *file;
    size_t size;

    remove("p.svg");
    run_finish("%s", line);
    file = fopen("p.svg", "r");
    assert_non_null(file);
    size = fread(picture, 1, sizeof picture - 1, file);
    picture[size] = '\0';
    fclose(file);
    va_start(words, line);
    while ((word = va_arg(words, const char *)))
        if (!strstr(picture, word))
            fail_msg("'%s' is not in the picture of: %s", word, line);
    va_end(words);
}

static void trajectories_are_drawn_over_time_or_each_other(void **state)
{
    (void)state;
    run_finish("run " OSCILLATOR "--time 0:10:101 -o run.h5");
    drawn("plot run.h5 -o p.svg", "t (s)", "x (m)", "v (m/s)", "oscillator", NULL);
    drawn("plot run.h5 -o p.svg --kind portrait --x x --y v --title Portrait", "x (m)", "v (m/s)",
          "Portrait", NULL);
    run_refuse("plot run.h5 -o q.svg --y vv", "'vv'", "t, x, v");
    run_refuse("plot run.h5 -o q.svg --kind sections", "'sections'", "'section'");
    run_refuse("plot run.h5 -o q.svg --kind section", "/section", "--observe section");
    run_refuse("plot run.h5 -o q.svg --lane 3", "--lane", "no lanes");
    run_refuse("plot run.h5 -o q.svg --label one", "--label", "--overlay");
    run_refuse("plot run.h5 -o q.bmp", "'q.bmp'", ".png, .svg, .pdf");
    run_refuse("plot run.h5", "-o PICTURE", "FILE.png");
    run_refuse("plot", "FILE.h5", "-o FILE.h5");
    run_refuse("plot nothere.h5 -o q.svg", "'nothere.h5'", "HDF5");
}

/* The first bytes of a file hold the text. */
static int file_has(const char *path, const char *text)
{
    static char bytes[200000];
    FILE *file = fopen(path, "rb");
    const size_t length = strlen(text);
    size_t size;

    assert_non_null(file);
    size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    for (size_t i = 0; i + length <= size; ++i)
        if (memcmp(bytes + i, text, length) == 0)
            return 1;
    return 0;
}

static void size_letters_ranges_and_title_are_chosen(void **state)
{
    (void)state;
    run_finish("run " OSCILLATOR "--time 0:10:101 -o run.h5");
    run_finish("run " OSCILLATOR "--time 0:10:101 --set k=2 -o other.h5");
    /* 12 x 8 cm are 453.5 x 302.4 pixels of 1/96 inch, 340.2 x 226.8 points of 1/72 inch */
    drawn("plot run.h5 -o p.svg --size 12x8 --font 9", "width=\"454\" height=\"302\"",
          "; contensou plot run.h5 -o p.svg --size 12x8 --font 9</desc>", "contensou run", NULL);
    run_finish("plot run.h5 -o p.pdf --size 12x8");
    /* cairo 1.18 packs its pages */
    assert_true(file_has("p.pdf", "MediaBox [ 0 0 340 226 ]") || file_has("p.pdf", "/ObjStm"));
    assert_true(file_has("p.pdf", "FontFile"));
    assert_true(file_has("p.pdf", "/Subject (contensou run"));
    run_finish("plot run.h5 -o p.png --style slide");
    assert_true(file_has("p.png", "contensou plot run.h5 -o p.png --style slide"));
    /* x = cos t of the first, cos(sqrt(2) t) of the other */
    drawn("plot run.h5 --overlay other.h5 --label one,two --y x --range t=0:2 --title T "
          "--data d.csv -o p.svg",
          "one", "two", ">T<", NULL);
    assert_true(file_has("d.csv", "x_axis,y_axis,curve,x,y\n\"t (s)\",\"x (m)\",\"one\",0,1\n"));
    assert_true(file_has("d.csv", "\"two\",1,0.15594"));
    run_refuse("plot run.h5 -o q.svg --range q=0:1", "'q'", "t, x, v");
    run_refuse("plot run.h5 -o q.svg --range t=2:1", "--range t", "LOW:HIGH");
    run_refuse("plot run.h5 -o q.svg --size 1x1", "--size 1x1", "from 4 to 200");
    run_refuse("plot run.h5 -o q.svg --font 1", "--font 1", "72 points");
    run_refuse("plot run.h5 -o q.svg --size 4x4 --font 40", "have no room", "letters smaller");
    run_refuse("plot run.h5 -o q.svg --style web", "'web'", "paper, slide");
    run_refuse("plot run.h5 -o q.svg --data d.txt", "--data d.txt", "FILE.csv");
}

/* The slip turns about (-vy, vx)/omega from the reference point; the middle of a Hertz disk has 3/2 of the mean pressure. */
static void a_contact_is_drawn_with_its_slip(void **state)
{
    char line[200];
    double most = 0, x, y, pressure;
    FILE *file;

    (void)state;
    drawn("plot --shape disk --pressure hertz --center 0.2,0.1 --slip 0.2,-0.1,0.5 -o p.svg --data "
          "d.csv",
          "reference point (0.2, 0.1)", "centre of rotation (0.4, 0.5)", "slip velocity", "outline",
          "disk, pressure hertz", NULL);
    file = fopen("d.csv", "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    while (fscanf(file, "%lf,%lf,%lf", &x, &y, &pressure) == 3) {
        assert_true(x * x + y * y < 1.02);
        most = pressure > most ? pressure : most;
    }
    fclose(file);
    assert_float_equal(most, 1.5, 1e-3);
    run_refuse("plot --shape disk --slip 1,2 -o q.svg", "--slip", "vx,vy,omega");
    run_refuse("plot --shape disk --kind map -o q.svg", "--kind", "--shape");
    run_refuse("plot --shape dish -o q.svg", "'dish'", "disk");
    run_refuse("plot --shape disk --anisotropy 2,0 -o q.svg", "--anisotropy", "leave it out");
}

/* How often the letter stands in the part of the picture from this word to the end of its group. */
static size_t letters(const char *from, char letter)
{
    const char *const at = strstr(picture, from),
                      *end = at ? strstr(at + 1, "<g id=\"gnuplot_plot") : NULL;
    size_t count = 0;

    assert_non_null(at);
    end = end ? end : picture + strlen(picture);
    for (const char *c = at; c < end; ++c)
        count += *c == letter;
    return count;
}

/* Of a map of 6 x 4 cells with 24 pressures the outline is the border, 20 sides of cells, and of one with a cell
 * without load the 4 sides about it too, not the sides between any two cells. One more line is in the key. */
static void the_outline_of_a_map_is_its_border(void **state)
{
    static const char rows[] =
        "1,2,3,4,5,6\n7,8,9,10,11,12\n13,14,%d,16,17,18\n19,20,21,22,23,24\n";
    char map[200];

    (void)state;
    for (int hole = 0; hole < 2; ++hole) {
        const size_t head = (size_t)snprintf(map, sizeof map, "x_min,x_max,y_min,y_max\n0,3,0,2\n");

        snprintf(map + head, sizeof map - head, rows, hole ? 0 : 15);
        run_write_file("m.csv", map);
        drawn("plot --shape map:m.csv -o p.svg", "outline", NULL);
        /* gnuplot joins lines that go on: no more letters than lines, and no fewer than corners */
        assert_in_range(letters("<title>outline</title>", 'L'), hole ? 8 : 4, hole ? 25 : 21);
    }
}

/* A circle by 5 times would be a square: the picture has times of its own, the table those that were asked for. */
static void portraits_are_smooth_however_few_times_are_written(void **state)
{
    (void)state;
    drawn("run " OSCILLATOR "--time 0:6.28:5 --plot p.svg -o few.csv", "x (m)", "v (m/s)", NULL);
    assert_true(letters("<g id=\"gnuplot_plot_1", 'L') > 100);
    run_finish("run " OSCILLATOR "--time 0:6.28:5 -o plain.csv");
    run_same_files("few.csv", "plain.csv");
}

/* Section, period, stick and exponents of one sweep: each has its panel. */
static void exponents_are_drawn_beside_other_columns(void **state)
{
    (void)state;
    run_finish("sweep pendulum --law I11 --vary omega_0=38:40:3 --time 2 --transient 1 --observe "
               "section,period,stick,lyapunov,extrema -o l.h5");
    drawn("plot l.h5 -o p.svg", ">min, max<", ">section<", "share of time in stick",
          "Lyapunov exponents (1/s)", NULL);
}

/* x = cos t, v = -sin t: v rises through 0 at pi, 3 pi and 5 pi, where x is -1. Cubics
 * through times 0.1 apart err by 3/128 0.1^4 = 2.3e-6 at most. */
static void sections_are_cut_from_series(void **state)
{
    static const double pi = 3.14159265358979;
    double t, x;
    char line[400];
    int points = 0;
    FILE *file;

    (void)state;
    run_finish("run " OSCILLATOR "--time 0:20:201 -o run.h5");
    drawn("plot run.h5 --section v=0,up --x t --y x --data d.csv -o p.svg", "t (s)", "x (m)", NULL);
    file = fopen("d.csv", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "\"t (s)\",\"x (m)\",\"\",%lf,%lf", &t, &x) == 2) {
            assert_true(fabs(t - (2 * points++ + 1) * pi) < 1e-5);
            assert_true(fabs(x + 1) < 2.4e-6);
        }
    fclose(file);
    assert_int_equal(points, 3);
    drawn("plot run.h5 --section period=2 --x x --y v -o p.svg", "x (m)", "v (m/s)", NULL);
    run_refuse("plot run.h5 --section w=0 -o q.svg", "'w'", "t, x, v");
    run_refuse("plot run.h5 --section v -o q.svg", "--section v", "STATE=VALUE");
    run_refuse("plot run.h5 --section v=7 -o q.svg", "v=7", "not met");
    run_refuse("plot run.h5 --section v=0 --kind series -o q.svg", "--section", "series");
}

/* The pendulum at omega_0 = 33 rests from t = 30 on [4]; the noise of its steps passes phidot = 0 forty times in five
 * seconds, of which one to four are points. The program is that of the README's sweep. */
static void noise_at_an_equilibrium_is_no_section(void **state)
{
    struct run_result result;
    char line[400];
    int points = -1; /* the head */
    FILE *file;

    (void)state;
    result =
        run_program("sweep pendulum --law I11 --vary omega_0=33:33:1 --stepper dop853 --pack 8 "
                    "--time 45 --transient 40 --observe section,extrema --quiet -o s.csv");
    assert_int_equal(result.code, 0);
    assert_null(strstr(result.err, "warning"));
    run_free(&result);
    file = fopen("s.section.csv", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        ++points;
    fclose(file);
    assert_in_range(points, 1, 4);
}

static void sweeps_are_drawn_over_what_varies(void **state)
{
    (void)state;
    run_finish("sweep " OSCILLATOR
               "--vary k=1:2:5 --observe section --section x=0 --time 30 -o s.h5");
    drawn("plot s.h5 -o p.svg", "k (1/s^2)", "v (m/s)", "k=1:2:5", NULL);
    drawn("plot s.h5 -o p.svg --kind section --lane 2 --x t --y v", "t (s)", "v (m/s)", "lane 2",
          NULL);
    drawn("plot s.h5 -o p.svg --lane 2", "t (s)", "v (m/s)", "lane 2", NULL); /* x is held */
    run_finish("sweep " OSCILLATOR
               "--vary k=1:1:1 --observe section,extrema --section v=0 --time 30 "
               "-o one.h5");
    drawn("plot one.h5 -o p.svg", "t (s)", "x (m)", NULL);
    run_finish("sweep " OSCILLATOR
               "--vary k=1:2:3 --observe section,extrema --section v=0 --time 30 "
               "-o both.h5");
    drawn("plot both.h5 -o p.svg", ">min, max<", ">section<", NULL);
    drawn("plot s.h5 -o p.svg --kind diagram --y steps", "k (1/s^2)", "steps (-)", NULL);
    run_refuse("plot s.h5 -o q.svg --kind map", "--kind map", "two numbers");
    run_refuse("plot s.h5 -o q.svg --kind survival", "/survival", "--observe basin");
}

/* With k = 1 all is as in the beginning at t = 2 pi. */
static void maps_and_survival_have_all_lanes(void **state)
{
    double x, v, end;
    char line[400];
    int lanes = 0;
    FILE *file;

    (void)state;
    run_finish("sweep " OSCILLATOR
               "--vary init.x=1:3:3 --vary init.v=5:6:2 --observe final --time 2pi "
               "-o m.h5");
    drawn("plot m.h5 -o p.svg --data m.csv", "init.x (m)", "init.v (m/s)", NULL);
    file = fopen("m.csv", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "%lf,%lf,%lf", &x, &v, &end) == 3 && fabs(end - x) < 1e-4)
            ++lanes;
    fclose(file);
    assert_int_equal(lanes, 6);
    /* below rho = 1 all come to rest at 0: the share falls from 1 to 0 */
    run_finish("sweep lorenz --set rho=0.5 --vary init.x=1:3:3 --observe basin --time 100 -o b.h5");
    drawn("plot b.h5 -o p.svg --kind survival --data b.csv", "time (-)", "share not on an",
          "standard error", NULL);
    assert_true(file_has("b.csv", "\"share\",0,1\n"));
    assert_true(file_has("b.csv", ",0\n"));
}

static void tables_and_maps_too(void **state)
{
    (void)state;
    run_finish("eta --eta 1:2.7:18 -o e.h5");
    drawn("plot e.h5 -o p.svg", "eta (-)", "eta_prime (-)", NULL);
    run_finish("eval --shape disk --theta 0:pi/2:5 --phi 0:2pi:9 -o w.h5");
    drawn("plot w.h5 -o p.svg", "phi (rad)", "theta (rad)", "Tx (mu N)", "M (mu N length)", NULL);
    /* one direction of sliding: no map of one column, but curves over the other angle; Ty is zero all along */
    run_finish("eval --shape disk --theta 0:pi/2:5 -o c.h5");
    drawn("plot c.h5 -o p.svg", "theta (rad)", "Tx (mu N)", "M (mu N length)", NULL);
    assert_false(file_has("p.svg", "phi (rad)"));
    assert_false(file_has("p.svg", "Ty (mu N)"));
    /* Tx has both signs: zero is in the middle of its colours, and white */
    drawn("plot w.h5 -o p.svg --y Tx --range Tx=-2:2", ">-2<", ">2<", NULL);
    run_write_file("no.h5", "this is no HDF5 file");
    run_refuse("plot no.h5 -o q.svg", "'no.h5'", "no HDF5 file");
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(trajectories_are_drawn_over_time_or_each_other, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(size_letters_ranges_and_title_are_chosen, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_contact_is_drawn_with_its_slip, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(the_outline_of_a_map_is_its_border, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(portraits_are_smooth_however_few_times_are_written, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(exponents_are_drawn_beside_other_columns, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(sections_are_cut_from_series, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(noise_at_an_equilibrium_is_no_section, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(sweeps_are_drawn_over_what_varies, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(maps_and_survival_have_all_lanes, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(tables_and_maps_too, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_plot.c: pictures through gnuplot, and what happens when it fails.
 * SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* SIGXFSZ */
#include "base/text.h"

#include <contensou/plot.h>

#include <glob.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

static char folder[] = CONTENSOU_SCRATCH_DIR "/plot_XXXXXX";
static char png[sizeof folder + 16], svg[sizeof folder + 16], pdf[sizeof folder + 16];
static char fake[sizeof folder + 16];
static char *search_path;

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(png, sizeof png, "%s/p.png", folder);
    snprintf(svg, sizeof svg, "%s/p.svg", folder);
    snprintf(pdf, sizeof pdf, "%s/p.pdf", folder);
    snprintf(fake, sizeof fake, "%s/gnuplot", folder);
    search_path = strdup(getenv("PATH"));
    signal(SIGXFSZ, SIG_IGN);
    return search_path ? 0 : -1;
}

/* Fails where a picture or a temporary file was left behind. */
static int remove_folder(void **state)
{
    (void)state;
    free(search_path);
    return rmdir(folder);
}

static const double ramp[] = {0.0, 1.0, 2.0, 3.0}, wave[] = {0.0, 1.0, NAN, -1.0};

static enum contensou_status draw_curves(const char *path, struct contensou_error *err)
{
    const struct contensou_plot_curve curves[] = {{"Tx_1", ramp, wave, 4},
                                                  {"it's {M}^2 & <b> \xCE\xB8", ramp, ramp, 4}};

    return contensou_plot_curves(path, "disk_belt\n", "theta (rad)", "T / (mu N)", curves, 2, err);
}

static struct contensou__text content(const char *path)
{
    struct contensou__text text = {0};

    assert_int_equal(contensou__text_read_file(&text, path, NULL), CONTENSOU_OK);
    unlink(path);
    return text;
}

/* The eight bytes of the PNG signature, then the size in the header chunk (RFC 2083). */
static void is_png_of(const char *path, unsigned width, unsigned height)
{
    struct contensou__text text = content(path);
    const unsigned char *const b = (const unsigned char *)text.data;

    assert_true(text.size > 1000);
    assert_memory_equal(b, "\x89PNG\r\n\x1a\n", 8);
    assert_int_equal(b[18] << 8 | b[19], width);
    assert_int_equal(b[22] << 8 | b[23], height);
    contensou__text_free(&text);
}

static void curves_become_a_png(void **state)
{
    (void)state;
    assert_int_equal(draw_curves(png, NULL), CONTENSOU_OK);
    is_png_of(png, 1200, 800);
}

static void curves_become_a_pdf(void **state)
{
    struct contensou__text text;

    (void)state;
    assert_int_equal(draw_curves(pdf, NULL), CONTENSOU_OK);
    text = content(pdf);
    assert_memory_equal(text.data, "%PDF", 4);
    contensou__text_free(&text);
}

static void texts_are_shown_as_written(void **state)
{
    struct contensou__text text;

    (void)state;
    assert_int_equal(draw_curves(svg, NULL), CONTENSOU_OK);
    text = content(svg);
    assert_non_null(strstr(text.data, "disk_belt")); /* with markup it would be a subscript */
    assert_non_null(strstr(text.data, "theta (rad)"));
    assert_non_null(strstr(text.data, "T / (mu N)"));
    assert_non_null(strstr(text.data, "Tx_1"));
    assert_non_null(strstr(text.data, "it\xE2\x80\x99s {M}^2 &amp; &lt;b> \xCE\xB8"));
    contensou__text_free(&text);
}

static void no_text_is_a_command(void **state)
{
    const struct contensou_plot_curve curve = {"'; system('touch x'); #\\\n\xff`date`", ramp, ramp,
                                               4};

    (void)state;
    assert_int_equal(
        contensou_plot_curves(png, "a'\nquit\n$x << EOD\\", "\x01", NULL, &curve, 1, NULL),
        CONTENSOU_OK);
    is_png_of(png, 1200, 800);
    assert_int_equal(access("x", F_OK), -1);
}

static void odd_curves_are_drawn_too(void **state)
{
    const double nothing[] = {NAN, INFINITY}, huge[] = {-1e308, 1e308};
    const struct contensou_plot_curve curves[] = {{"none", NULL, NULL, 0},
                                                  {"nan", nothing, nothing, 2},
                                                  {"one", ramp, ramp, 1},
                                                  {"", huge, huge, 2}};

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct contensou_error err = {0};

        if (contensou_plot_curves(png, "", "x", "y", curves + i, 1, &err) != CONTENSOU_OK)
            fail_msg("%s: %s", curves[i].title, err.message);
        is_png_of(png, 1200, 800);
    }
}

static void maps_stand_side_by_side(void **state)
{
    const double value[] = {0.0, 1.0, 2.0, 3.0, NAN, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0};
    const double none[12] = {0.0};
    const struct contensou_plot_map maps[] = {
        {"Tx (1)", value, NULL, 0}, {"Ty", value + 6, NULL, 0}, {"M", none, NULL, 0}};

    (void)state;
    assert_int_equal(contensou_plot_maps(png, NULL, "t", "x", "y", ramp, 3, ramp, 2, maps, 3, NULL),
                     CONTENSOU_OK);
    is_png_of(png, 3 * 560, 470 + 50); /* three panels and the title */
    assert_int_equal(contensou_plot_maps(png, NULL, "t", "x", "y", ramp, 3, ramp, 2, maps, 1, NULL),
                     CONTENSOU_OK);
    is_png_of(png, 760, 650);
}

static void uneven_and_single_grids_are_drawn_too(void **state)
{
    const double uneven[] = {0.0, 1.0, 10.0}, down[] = {3.0, 2.0, 1.0};
    const double value[] = {0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0};
    const struct contensou_plot_map map = {"v", value, NULL, 0};
    const struct {
        const double *x, *y;
        size_t columns, rows;
    } grids[] = {{uneven, ramp, 3, 3}, {ramp, down, 3, 3}, {ramp, ramp, 3, 1}, {ramp, ramp, 1, 1}};

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(contensou_plot_maps(png, NULL, "", "x", "y", grids[i].x, grids[i].columns,
                                             grids[i].y, grids[i].rows, &map, 1, NULL),
                         CONTENSOU_OK);
        is_png_of(png, 760, 650);
    }
}

static void a_surface_is_drawn(void **state)
{
    enum { N = 12 };
    static double x[N * N], y[N * N], z[N * N];
    const char *const labels[] = {"Tx", "Ty", "M"};

    (void)state;
    for (int i = 0; i < N * N; i++) {
        const double a = 3.14159 * (i / N) / (N - 1), b = 6.28318 * (i % N) / (N - 1);

        x[i] = sin(a) * cos(b);
        y[i] = sin(a) * sin(b);
        z[i] = i == 40 ? (double)NAN : cos(a);
    }
    assert_int_equal(contensou_plot_surface(png, "sphere", labels, x, y, z, N, N, NULL),
                     CONTENSOU_OK);
    is_png_of(png, 1200, 960);
    assert_int_equal(contensou_plot_surface(png, "line", labels, x, y, z, N, 1, NULL),
                     CONTENSOU_EARGUMENT);
}

static void refuses(const char *path, enum contensou_status status, const char *reason)
{
    struct contensou_error err = {0};

    assert_int_equal(contensou_plot_check(path, &err), status);
    if (!strstr(err.message, reason))
        fail_msg("'%s' without '%s'", err.message, reason);
}

static void the_check_finds_what_is_wrong(void **state)
{
    (void)state;
    assert_int_equal(contensou_plot_check(png, NULL), CONTENSOU_OK);
    assert_int_equal(contensou_plot_check(svg, NULL), CONTENSOU_OK);
    assert_int_equal(contensou_plot_check(pdf, NULL), CONTENSOU_OK);
    assert_int_equal(access(png, F_OK), -1); /* it makes no file */
    refuses("p.jpg", CONTENSOU_EARGUMENT, "available: .png, .svg, .pdf");
    refuses("/no/such/p.png", CONTENSOU_EIO, "there is no folder '/no/such'");
    assert_int_equal(mkdir(png, 0777), 0);
    refuses(png, CONTENSOU_EIO, "not a regular file");
    rmdir(png);
    setenv("PATH", "/no/such", 1);
    refuses(png, CONTENSOU_ENOTFOUND, "gnuplot is not installed");
    setenv("PATH", search_path, 1);
}

static void no_temporary_is_left(const char *path)
{
    char temporary[sizeof folder + 32];
    glob_t found = {0};

    snprintf(temporary, sizeof temporary, "%s.*", path);
    assert_int_equal(glob(temporary, 0, NULL, &found), GLOB_NOMATCH);
    globfree(&found);
}

/* Draws over an old picture with a program that is called gnuplot; the old one must survive. */
static void fails_with(const char *program, const char *reason)
{
    char path[4096];
    FILE *file = fopen(fake, "w");
    struct contensou_error err = {0};
    struct contensou__text text;
    enum contensou_status status;

    fprintf(file, "#!/bin/sh\n%s\n", program);
    fclose(file);
    chmod(fake, 0755);
    file = fopen(png, "w");
    fputs("old", file);
    fclose(file);
    snprintf(path, sizeof path, "%s:%s", folder, search_path);
    setenv("PATH", path, 1);
    status = draw_curves(png, &err);
    setenv("PATH", search_path, 1);
    unlink(fake);
    text = content(png);
    assert_true(status == CONTENSOU_EPICTURE ||
                status == CONTENSOU_EIO); /* EIO: it says yes, without a picture */
    if (!strstr(err.message, reason))
        fail_msg("'%s' without '%s'", err.message, reason);
    assert_string_equal(text.data, "old");
    no_temporary_is_left(png);
    contensou__text_free(&text);
}

static void a_failing_gnuplot_is_quoted(void **state)
{
    (void)state;
    fails_with("echo first >&2; echo 'line 7: cannot do it' >&2; echo >&2; exit 1",
               "gnuplot: line 7: cannot do it");
    fails_with("exit 3", "without a word");
    fails_with("kill -9 $$", "without a word");
    fails_with("exit 0", "not whole");
    fails_with("head -c 100 /dev/zero", "not whole");
}

static void a_full_disk_leaves_no_picture(void **state)
{
    struct rlimit limit;
    struct contensou_error err = {0};
    const char *const paths[] = {png, svg, pdf};

    (void)state;
    for (int i = 0; i < 3; i++) {
        enum contensou_status status;

        getrlimit(RLIMIT_FSIZE, &limit);
        limit.rlim_cur = 5000; /* the script is shorter, the picture longer */
        setrlimit(RLIMIT_FSIZE, &limit);
        status = draw_curves(paths[i], &err);
        limit.rlim_cur = RLIM_INFINITY;
        setrlimit(RLIMIT_FSIZE, &limit);
        assert_int_equal(status, CONTENSOU_EIO);
        assert_non_null(strstr(err.message, paths[i]));
        assert_int_equal(access(paths[i], F_OK), -1);
        no_temporary_is_left(paths[i]);
    }
}

/* Without gnuplot: panels, axes and points; a number that cannot be drawn is null. */
static void a_chart_is_written_as_data(void **state)
{
    char path[sizeof folder + 16];
    struct contensou__text text;

    (void)state;
    snprintf(path, sizeof path, "%s/p.json", folder);
    setenv("PATH", folder, 1);
    assert_int_equal(contensou_plot_check(path, NULL), CONTENSOU_OK);
    assert_int_equal(draw_curves(path, NULL), CONTENSOU_OK);
    setenv("PATH", search_path, 1);
    text = content(path);
    assert_non_null(strstr(text.data, "\"label\": \"theta (rad)\""));
    assert_non_null(strstr(text.data, "\"title\": \"Tx_1\""));
    assert_non_null(strstr(text.data, "[0, 0, 1, 1, 2, null, 3, -1]"));
    contensou__text_free(&text);
    assert_int_equal(contensou_plot_script(path, 100, 100, "plot x", NULL), CONTENSOU_EARGUMENT);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chart_is_written_as_data),
        cmocka_unit_test(curves_become_a_png),
        cmocka_unit_test(curves_become_a_pdf),
        cmocka_unit_test(texts_are_shown_as_written),
        cmocka_unit_test(no_text_is_a_command),
        cmocka_unit_test(odd_curves_are_drawn_too),
        cmocka_unit_test(maps_stand_side_by_side),
        cmocka_unit_test(uneven_and_single_grids_are_drawn_too),
        cmocka_unit_test(a_surface_is_drawn),
        cmocka_unit_test(the_check_finds_what_is_wrong),
        cmocka_unit_test(a_failing_gnuplot_is_quoted),
        cmocka_unit_test(a_full_disk_leaves_no_picture),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

/* test_plot_grid.c: panels in columns, and the points that a picture needs.
 * SPDX-License-Identifier: MIT */
#include "base/text.h"
#include "picture/plot_gnuplot.h"
#include "picture/plot_thin.h"
#include "picture/chart.h"

#include <contensou/plot.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

static char folder[] = CONTENSOU_SCRATCH_DIR "/grid_XXXXXX";
static char png[sizeof folder + 16], svg[sizeof folder + 16], fake[sizeof folder + 16];
static char script[sizeof folder + 16];

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(png, sizeof png, "%s/p.png", folder);
    snprintf(svg, sizeof svg, "%s/p.svg", folder);
    snprintf(fake, sizeof fake, "%s/gnuplot", folder);
    snprintf(script, sizeof script, "%s/script", folder);
    return 0;
}

/* Fails where a picture or a temporary file was left behind. */
static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
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

static size_t count(const char *text, const char *piece)
{
    size_t n = 0;

    for (const char *at = text; (at = strstr(at, piece)); at += strlen(piece))
        ++n;
    return n;
}

static const double ramp[] = {0, 1, 2, 3}, wave[] = {0, 1, NAN, -1}, part[] = {1, 2};
static const struct contensou_plot_trace line = {NULL, ramp, wave, 4, CONTENSOU_PLOT_LINE, 0},
                                         dots = {NULL, part, part, 2, CONTENSOU_PLOT_DOTS, 0};
static const struct contensou_plot_grid_panel panels[] = {{"t (s)", "phi_1 (rad)", &line, 1},
                                                          {"t (s)", "x {m}", &dots, 1}};

static enum contensou_status draw(const char *path, const char *title, size_t columns,
                                  struct contensou_error *err)
{
    const struct contensou_plot_grid_column column[] = {
        {.panels = panels, .count = 2, .width = 2, .joined = 1, .low = -1, .high = 4},
        {.panels = panels, .count = 1, .width = 1}};

    return contensou_plot_grid(path, NULL, title, column, columns, err);
}

static void panels_become_a_png(void **state)
{
    (void)state;
    assert_int_equal(draw(png, "one column", 1, NULL), CONTENSOU_OK);
    is_png_of(png, 1200, 960);
    assert_int_equal(draw(png, "two columns", 2, NULL), CONTENSOU_OK);
    is_png_of(png, 1600, 960);
    assert_int_equal(draw(png, "none", 0, NULL), CONTENSOU_EARGUMENT);
}

static void labels_are_shown_as_written(void **state)
{
    struct contensou__text text;

    (void)state;
    assert_int_equal(draw(svg, "pendulum_1 --vary {a}", 2, NULL), CONTENSOU_OK);
    text = content(svg);
    assert_non_null(strstr(text.data, "pendulum_1 --vary {a}"));
    assert_int_equal(count(text.data, "phi_1 (rad)"), 2);
    assert_int_equal(count(text.data, "x {m}"), 1);
    assert_int_equal(count(text.data, "t (s)"), 2); /* joined panels have it once */
    contensou__text_free(&text);
}

/* What gnuplot would have been given. */
static struct contensou__text script_of(void)
{
    const char *const before = getenv("PATH");
    char *const search = strdup(before), path[4096];
    FILE *file = fopen(fake, "w");
    struct contensou_error err = {0};

    fprintf(file, "#!/bin/sh\ncat > '%s'\nexit 1\n", script);
    fclose(file);
    chmod(fake, 0755);
    snprintf(path, sizeof path, "%s:%s", folder, search);
    setenv("PATH", path, 1);
    assert_int_equal(draw(png, "t", 2, &err), CONTENSOU_EPICTURE);
    setenv("PATH", search, 1);
    free(search);
    unlink(fake);
    return content(script);
}

/* -1:4 with 1.2 % of room for the dots at both ends; alone, the line has no room. */
static void joined_panels_have_one_x_axis(void **state)
{
    struct contensou__text text = script_of();

    (void)state;
    assert_int_equal(count(text.data, "set xrange ["), 3);
    assert_int_equal(count(text.data, "set xrange [-1.0600000000000001:4.0599999999999996]"), 2);
    assert_int_equal(count(text.data, "set xrange [0:3]"), 1);
    contensou__text_free(&text);
}

static void what_is_not_finite_is_a_gap(void **state)
{
    static const double y[] = {NAN, 1, NAN, INFINITY, 4, 5}, x[] = {0, 1, 2, 3, 4, 5};
    struct contensou__pool pool = {0};
    struct contensou__chart_layer layer = {.columns = 2, .pool = &pool};
    struct contensou__digits *digits = malloc(sizeof *digits);
    struct contensou__text text = {0};

    (void)state;
    contensou__digits_init(digits);
    contensou__chart_points(&layer, x, y, NULL, 6);
    contensou__chart_data(&text, digits, &layer, "a");
    assert_string_equal(text.data, "$a << EOD\n1 1\n\n4 4\n5 5\nEOD\n");
    contensou__text_free(&text);
    layer.gap = contensou__chart_join;
    contensou__chart_data(&text, digits, &layer, "b");
    assert_string_equal(text.data, "$b << EOD\n1 1\n4 4\n5 5\nEOD\n");
    contensou__text_free(&text);
    layer.gap = contensou__chart_keep;
    contensou__chart_data(&text, digits, &layer, "b");
    assert_string_equal(text.data, "$b << EOD\n0 NaN\n1 1\n2 NaN\n3 NaN\n4 4\n5 5\nEOD\n");
    contensou__text_free(&text);
    contensou__pool_free(&pool);
    free(digits);
}

static void nothing_to_see_is_drawn_all_the_same(void **state)
{
    static const double nan[] = {NAN, NAN};
    const struct contensou_plot_trace traces[] = {{"a", nan, nan, 2, CONTENSOU_PLOT_LINE, 0},
                                                  {"b", NULL, NULL, 0, CONTENSOU_PLOT_DOTS, 0},
                                                  {"c", part, nan, 2, CONTENSOU_PLOT_THIN, 7}};
    const struct contensou_plot_grid_panel panel = {"x", "y", traces, 3};
    const struct contensou_plot_grid_column column = {.panels = &panel, .count = 1, .width = 1};
    struct contensou_error err = {0};

    (void)state;
    if (contensou_plot_grid(png, NULL, "", &column, 1, &err) != CONTENSOU_OK)
        fail_msg("%s", err.message);
    is_png_of(png, 1200, 760);
}

static const struct contensou__chart_range unit = {0, 1};

/* A million points on 100 pixels: at most four in each of the 200 halves, the highest among them. */
static void long_lines_keep_their_peaks(void **state)
{
    enum { n = 1000000, peak = 567890 };
    double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    const struct contensou_plot_trace trace = {NULL, x, y, n, CONTENSOU_PLOT_LINE, 0};
    struct contensou__plot_thin thin;
    struct contensou__pool pool = {0};
    int found = 0;

    (void)state;
    for (int i = 0; i < n; ++i) {
        x[i] = i / (double)n;
        y[i] = i == peak ? 1.0 : 0.25;
    }
    y[3] = NAN;
    contensou__plot_thin_trace(&pool, &trace, unit, unit, 100, 100, &thin);
    assert_false(pool.failed);
    contensou__plot_thin_shade(&thin);
    assert_false(pool.failed);
    assert_in_range(thin.count[0], 200 * 2, 200 * 4 + 5);
    assert_int_equal(thin.place[0], 0);
    for (size_t i = 0; i < thin.count[0]; ++i) {
        found += thin.place[i] == peak || thin.place[i] == 3;
        if (i)
            assert_true(thin.place[i] > thin.place[i - 1]);
    }
    assert_int_equal(found, 2);
    assert_int_equal(thin.place[thin.count[0] - 1], n - 1);
    contensou__pool_free(&pool);
    free(y);
    free(x);
}

static size_t total(const struct contensou__plot_thin *thin)
{
    size_t sum = 0;

    for (int s = 0; s < contensou__plot_thin_shades; ++s)
        sum += thin->count[s];
    return sum;
}

/* Dots on one spot are one dot; dots everywhere are as many as there are quarters of pixels, of which
 * a dense corner is darker than the rest. */
static void dots_are_drawn_once(void **state)
{
    enum { n = 200000 };
    double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    const struct contensou_plot_trace trace = {NULL, x, y, n, CONTENSOU_PLOT_DOTS, 0};
    struct contensou__plot_thin thin;
    struct contensou__pool pool = {0};

    (void)state;
    for (int i = 0; i < n; ++i)
        x[i] = y[i] = 0.5;
    contensou__plot_thin_trace(&pool, &trace, unit, unit, 100, 100, &thin);
    assert_false(pool.failed);
    contensou__plot_thin_shade(&thin);
    assert_false(pool.failed);
    assert_int_equal(thin.count[0], 1);
    assert_int_equal(total(&thin), 1);
    contensou__pool_free(&pool);
    for (int i = 0; i < n; ++i) { /* columns of 1000, every other one of them in the lowest tenth */
        const double k = i % 1000 / 1000.0;

        x[i] = (i / 1000 + 0.5) / 200;
        y[i] = i % 2 ? k : 0.1 * k;
    }
    contensou__plot_thin_trace(&pool, &trace, unit, unit, 100, 100, &thin);
    assert_false(pool.failed);
    contensou__plot_thin_shade(&thin);
    assert_false(pool.failed);
    assert_int_equal(total(&thin), 200 * 200);
    /* the lowest tenth has 11 times the density of the rest, in which half of the dots lie */
    assert_in_range(thin.count[0], 200 * 20 - 400, 200 * 20 + 400);
    for (size_t i = 0; i < thin.count[0]; ++i)
        assert_true(y[thin.place[i]] < 0.12);
    contensou__pool_free(&pool);
    free(y);
    free(x);
}

/* A curve over the left 95 % of the width and a band of a third of the height in the rest, which is less than a
 * twelfth of the panel: the band has shades, the curve has not. */
static void a_narrow_band_has_shades_and_a_curve_has_not(void **state)
{
    enum { n = 100000, curve = 20000 };
    double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    const struct contensou_plot_trace trace = {NULL, x, y, n, CONTENSOU_PLOT_DOTS, 0};
    struct contensou__plot_thin thin;
    struct contensou__pool pool = {0};
    size_t shaded = 0;

    (void)state;
    for (int i = 0; i < n; ++i) {
        const int k = i - curve;

        x[i] = i < curve ? 0.95 * i / curve : 0.95 + 0.05 * (k / 800) / 100;
        y[i] = i < curve ? 0.5 : (k % 800 < 400 ? 0.1 : 0.3) * (k % 400) / 400.0;
    }
    contensou__plot_thin_trace(&pool, &trace, unit, unit, 400, 400, &thin);
    assert_false(pool.failed);
    assert_true(contensou__plot_thin_dense(&thin));
    contensou__plot_thin_shade(&thin);
    assert_false(pool.failed);
    for (size_t i = thin.count[0]; i < total(&thin); ++i) {
        assert_true(x[thin.place[i]] >= 0.95);
        shaded++;
    }
    assert_true(shaded > 1000);
    contensou__pool_free(&pool);
    contensou__plot_thin_trace(&pool, &trace, unit, unit, 400, 400, &thin);
    assert_false(pool.failed);
    assert_int_equal(thin.count[0], total(&thin));
    contensou__pool_free(&pool);
    free(y);
    free(x);
}

static void titles_are_wrapped_at_blanks(void **state)
{
    struct contensou__text text = {0};

    (void)state;
    assert_int_equal(contensou__plot_gnuplot_wrap(&text, "one two three", 8, 4), 2);
    assert_string_equal(text.data, "'one two'.\"\\n\".'three'");
    contensou__text_free(&text);
    assert_int_equal(contensou__plot_gnuplot_wrap(&text, "a b c d", 1, 2), 2);
    assert_string_equal(text.data, "'a'.\"\\n\".'b'.' ...'");
    contensou__text_free(&text);
    assert_int_equal(contensou__plot_gnuplot_wrap(&text, "abc\xCE\xB8xy", 4, 4), 2);
    assert_string_equal(text.data, "'abc'.\"\\n\".'\xCE\xB8xy'"); /* no character is cut */
    contensou__text_free(&text);
    assert_int_equal(contensou__plot_gnuplot_wrap(&text, "", 4, 4), 1);
    assert_string_equal(text.data, "''");
    contensou__text_free(&text);
}

static void values_at_scattered_places_become_a_png(void **state)
{
    static const double none[] = {NAN, NAN, NAN, NAN};
    static const char *const words[] = {"unresolved", "1: rest", "2: stick", "3: periodic"};
    const struct contensou_plot_map maps[] = {{"a (1)", ramp, NULL, 0},
                                              {"b", wave, NULL, 0},
                                              {"c", none, NULL, 0},
                                              {"d", ramp, words, 4}};
    struct contensou_error err = {0};

    (void)state;
    if (contensou_plot_scatter(png, NULL, "t", "x", "y", ramp, ramp, 4, maps, 4, &err) !=
        CONTENSOU_OK)
        fail_msg("%s", err.message);
    is_png_of(png, 2 * 560, 2 * 470 + 50);
    assert_int_equal(contensou_plot_scatter(png, NULL, "t", "x", "y", ramp, ramp, 4, maps, 1, NULL),
                     CONTENSOU_OK);
    is_png_of(png, 760, 650);
    if (contensou_plot_maps(png, NULL, "t", "x", "y", ramp, 2, ramp, 2, maps, 4, &err) !=
        CONTENSOU_OK)
        fail_msg("%s", err.message);
    is_png_of(png, 2 * 560, 2 * 470 + 50);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(panels_become_a_png),
        cmocka_unit_test(labels_are_shown_as_written),
        cmocka_unit_test(joined_panels_have_one_x_axis),
        cmocka_unit_test(what_is_not_finite_is_a_gap),
        cmocka_unit_test(nothing_to_see_is_drawn_all_the_same),
        cmocka_unit_test(long_lines_keep_their_peaks),
        cmocka_unit_test(dots_are_drawn_once),
        cmocka_unit_test(a_narrow_band_has_shades_and_a_curve_has_not),
        cmocka_unit_test(titles_are_wrapped_at_blanks),
        cmocka_unit_test(values_at_scattered_places_become_a_png),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

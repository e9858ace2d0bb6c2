/* plot_gnuplot.h: runs gnuplot on a script and keeps the picture, for plot.c only.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_PICTURE_PLOT_GNUPLOT_H
#define CONTENSOU_PICTURE_PLOT_GNUPLOT_H

#include "base/text.h"

#include <contensou/plot.h>

/* 0 if a picture can be made at path; see contensou_plot_check. */
enum contensou_status contensou__plot_gnuplot_check(const char *path, struct contensou_error *err);

/* 1 if path ends in .json: what is drawn is wanted as data, and gnuplot is not needed (chart_json.c). */
int contensou__plot_gnuplot_is_data(const char *path);

/* Runs the script behind the terminal that the ending of path asks for, with a canvas of width x
 * height pixels (on paper: 160 to the inch). look: NULL or what contensou__chart_canvas gave the canvas for. The script frees nothing; the picture goes to path
 * only when it is whole. */
enum contensou_status contensou__plot_gnuplot_run(const char *path,
                                                  const struct contensou_plot_look *look, int width,
                                                  int height, const struct contensou__text *script,
                                                  struct contensou_error *err);

/* Appends text as a gnuplot string: 'text', with typographic apostrophes, and spaces for what is
 * not printable UTF-8. Use it with the word noenhanced, or it becomes markup. */
void contensou__plot_gnuplot_quote(struct contensou__text *script, const char *text);

/* The same in lines of at most `width` bytes, broken at blanks where there are any, and at most
 * `most` lines, the last of which ends in dots where the text is longer; returns how many. */
int contensou__plot_gnuplot_wrap(struct contensou__text *script, const char *text, size_t width,
                                 int most);

/* Puts the text into the picture that the descriptor holds, from its start: of a PNG file as the text "Description", of
 * SVG as its description, of PDF as its subject. 0, or -1 without memory or where the file cannot be written. A file of
 * another make is left as it is. */
int contensou__plot_about_put(int picture, const char *text);

#endif

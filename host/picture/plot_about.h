/* plot_about.h: a sentence into the file of a picture. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_PICTURE_PLOT_ABOUT_H
#define CONTENSOU_PICTURE_PLOT_ABOUT_H

/* Puts the text into the picture that the descriptor holds, from its start: of a PNG file as the text "Description", of
 * SVG as its description, of PDF as its subject. 0, or -1 without memory or where the file cannot be written. A file of
 * another make is left as it is. */
int contensou__plot_about_put(int picture, const char *text);

#endif

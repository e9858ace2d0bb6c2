/* picture_look.h: the words of a picture's look, as they are asked for. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_PICTURE_PICTURE_LOOK_H
#define CONTENSOU_PICTURE_PICTURE_LOOK_H

#include <contensou/picture.h>
#include <contensou/plot.h>

/* Reads style, canvas, font, ranges and data of the options. */
enum contensou_status contensou__picture_look_read(struct contensou_plot_look *look,
                                                   const struct contensou_picture_options *o,
                                                   struct contensou_error *err);

#endif

/* chart_json.c: a chart as JSON, so that other programs than gnuplot can draw it: the Python package does where there is no
 * gnuplot.
 *
 * {width, height, title, across, down, panels: [{title, box, mesh, x, y, z, colour: {label, low, high, words}, layers: [{title,
 * style, size, colour, columns, row, numbers}]}]}. The box is left, right, bottom, top as shares of the canvas, or all zero;
 * ranges with low = high are free; styles are gnuplot's words; numbers are those of a point, point by point, null where
 * a line ends. SPDX-License-Identifier: MIT */
#include "picture/chart.h"

#include "base/beside.h"
#include "base/json.h"

#include <math.h>

static void put_axis(struct contensou__json *j, const char *key,
                     const struct contensou__chart_axis *axis, const char *label,
                     const struct contensou_plot_map *map)
{
    contensou__json_object(j, key);
    contensou__json_string(j, "label", label);
    contensou__json_number(j, "low", axis->range.low);
    contensou__json_number(j, "high", axis->range.high);
    contensou__json_flag(j, "numbered", !axis->unnumbered);
    if (map && map->word) {
        contensou__json_array(j, "words");
        for (size_t k = 0; k < map->words; ++k)
            contensou__json_string(j, NULL, map->word[k]);
        contensou__json_end(j);
    }
    contensou__json_end(j);
}

static void put_layer(struct contensou__json *j, const struct contensou__chart_layer *layer)
{
    const size_t columns = (size_t)layer->columns;

    contensou__json_object(j, NULL);
    contensou__json_string(j, "title", layer->title);
    contensou__json_string(j, "style", layer->style);
    contensou__json_string(j, "size", layer->size);
    contensou__json_string(j, "colour", layer->colour);
    contensou__json_whole(j, "columns", layer->columns);
    contensou__json_whole(j, "row", (long)layer->row);
    contensou__json_array(j, "numbers");
    for (size_t i = 0; i < layer->count; ++i) {
        const double *const number = layer->number + i * columns;
        int good = 1;

        for (size_t k = 0; k < columns; ++k)
            good = good && contensou__chart_drawable(number[k]);
        if (!good && layer->gap == contensou__chart_join)
            continue;
        for (size_t k = 0; k < columns; ++k)
            contensou__json_number(j, NULL, contensou__chart_drawable(number[k]) ? number[k] : NAN);
    }
    contensou__json_end(j);
    contensou__json_end(j);
}

static void put_panel(struct contensou__json *j, const struct contensou__chart_panel *p)
{
    static const char *const name[] = {"x", "y", "z", "colour"};

    contensou__json_object(j, NULL);
    contensou__json_string(j, "title", p->title.text);
    contensou__json_array(j, "box");
    for (int k = 0; k < 4; ++k)
        contensou__json_number(j, NULL, p->box[k]);
    contensou__json_end(j);
    contensou__json_flag(j, "mesh", p->mesh);
    contensou__json_flag(j, "legend", p->key != NULL);
    for (int k = 0; k < contensou__chart_axes; ++k) {
        const int colour = k == contensou__chart_colour;

        put_axis(j, name[k], &p->axis[k], colour && p->map ? p->map->title : p->axis[k].label,
                 colour ? p->map : NULL);
    }
    contensou__json_array(j, "layers");
    for (const struct contensou__chart_layer *l = p->first; l; l = l->next)
        put_layer(j, l);
    contensou__json_end(j);
    contensou__json_end(j);
}

enum contensou_status contensou__chart_json_write(const char *path,
                                                  const struct contensou__chart *chart,
                                                  struct contensou_error *err)
{
    struct contensou__json j = {0};
    enum contensou_status status;

    contensou__json_object(&j, NULL);
    contensou__json_whole(&j, "width", chart->width);
    contensou__json_whole(&j, "height", chart->height);
    contensou__json_string(&j, "title", chart->title.text);
    contensou__json_string(&j, "about", chart->look ? chart->look->about : NULL);
    contensou__json_whole(&j, "across", chart->across);
    contensou__json_whole(&j, "down", chart->down);
    contensou__json_array(&j, "panels");
    for (const struct contensou__chart_panel *p = chart->first; p; p = p->next)
        put_panel(&j, p);
    contensou__json_end(&j);
    contensou__json_end(&j);
    status = contensou__beside_text(path, &j.text, err);
    contensou__text_free(&j.text);
    return status;
}

/* chart_json.h: a chart as JSON. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_PICTURE_CHART_JSON_H
#define CONTENSOU_PICTURE_CHART_JSON_H

#include "picture/chart.h"

/* Writes what would be drawn, of a chart whose ranges are settled, to FILE.json. */
enum contensou_status contensou__chart_json_write(const char *path,
                                                  const struct contensou__chart *chart,
                                                  struct contensou_error *err);

#endif

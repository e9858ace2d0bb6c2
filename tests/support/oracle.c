/* oracle.c: the kernels' formulas in long double. SPDX-License-Identifier: MIT */
#define REAL long double
#include "patches/disk.h"
#include "patches/edges.h"
#include "patches/ellipse_wrench.h"
#include "patches/map.h"

#include "support/oracle.h"

#include <stdlib.h>

void oracle_wrench(const struct contensou__patch_data *t, const double slip[3], long double out[9])
{
    const struct slip s = {slip[0], slip[1], slip[2]};
    union {
        struct disk_params disk;
        struct ellipse_params ellipse;
        struct edges_params edges;
        struct map_params map;
        long double field[32];
    } p = {.field = {0}};
    long double *table = malloc((t->count + 1) * sizeof *table);
    struct wrench f = wrench_zero();

    for (int i = 0; i < t->param_count; ++i)
        p.field[i] = t->params[i];
    for (size_t i = 0; table && i < t->count; ++i)
        table[i] = t->table[i];
    switch (t->kind) {
    case contensou__patch_data_disk:
        f = disk_wrench(&p.disk, table, s, t->twice, t->tilted, 1);
        break;
    case contensou__patch_data_ellipse:
        f = ellipse_wrench(&p.ellipse, table, s, t->twice, t->tilted, 1);
        break;
    case contensou__patch_data_edges:
        f = edges_wrench(&p.edges, table, s, t->twice, t->tilted, 1);
        break;
    case contensou__patch_data_map:
        f = map_wrench(&p.map, table, s, t->twice, t->tilted, 1);
        break;
    }
    const long double all[9] = {f.Tx, f.Ty, f.M, f.xx, f.xy, f.yy, f.xw, f.yw, f.ww};

    for (int k = 0; k < 9; ++k)
        out[k] = table ? all[k] : NAN;
    free(table);
}

/* patch_data.c: the formulas of kernels/patches, bound into programs and compiled as C. SPDX-License-Identifier: MIT */
#include "contact/patch_data.h"

#include "patches/disk.h"
#include "patches/edges.h"
#include "patches/ellipse_wrench.h"
#include "patches/map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void contensou__patch_data_bind(const struct contensou__patch_data *t, struct contensou__bundle *b)
{
    static const char *const include[] = {"patches/disk.h", "patches/ellipse_wrench.h",
                                          "patches/edges.h", "patches/map.h"};
    static const char *const prefix[] = {"disk", "ellipse", "edges", "map"};

    if (t->anisotropic) { /* a disk has none: ellipse.h serves it */
        const char *const name = t->kind == contensou__patch_data_edges ? "edges" : "ellipse";
        char path[64];

        contensou__bundle_define(b, "shape_number", "real");
        snprintf(path, sizeof path, "patches/anisotropic_%s.h", name);
        contensou__bundle_include(b, path);
        snprintf(path, sizeof path, "anisotropic_%s", name);
        contensou__bundle_role(b, "patch_wrench_anisotropic", path, "_wrench");
    }
    contensou__bundle_include(b, include[t->kind]);
    contensou__bundle_role(b, "patch_params", prefix[t->kind], "_params");
    contensou__bundle_role(b, "patch_params_count", prefix[t->kind], "_params_count");
    contensou__bundle_role(b, "patch_wrench", prefix[t->kind], "_wrench");
    contensou__bundle_role(b, "patch_rule", prefix[t->kind], "_rule");
    contensou__bundle_role(b, "patch_rules", prefix[t->kind], "_rules");
    contensou__bundle_number(b, "patch_twice", t->twice);
    contensou__bundle_number(b, "patch_tilted", t->tilted);
}

void contensou__patch_data_free(struct contensou__patch_data *t)
{
    free(t->table);
    *t = (struct contensou__patch_data){0};
}

static struct wrench by_kind(const struct contensou__patch_data *t, struct slip s, int jacobian)
{
    union {
        struct disk_params disk;
        struct ellipse_params ellipse;
        struct edges_params edges;
        struct map_params map;
    } p;

    memcpy(&p, t->params, (size_t)t->param_count * sizeof(double));
    switch (t->kind) {
    case contensou__patch_data_disk:
        return disk_wrench(&p.disk, t->table, s, t->twice, t->tilted, jacobian);
    case contensou__patch_data_ellipse:
        return ellipse_wrench(&p.ellipse, t->table, s, t->twice, t->tilted, jacobian);
    case contensou__patch_data_edges:
        return edges_wrench(&p.edges, t->table, s, t->twice, t->tilted, jacobian);
    case contensou__patch_data_map:
        return map_wrench(&p.map, t->table, s, t->twice, t->tilted, jacobian);
    }
    return wrench_zero();
}

void contensou__patch_data_wrench(const struct contensou__patch_data *t, const double slip[3],
                                  int jacobian, double out[9])
{
    double s[3] = {slip[0], slip[1], slip[2]};
    struct wrench f;

    contensou__stretch_slip(&t->stretch, s);
    f = by_kind(t, (struct slip){.vx = s[0], .vy = s[1], .w = s[2]}, jacobian);

    out[0] = f.Tx;
    out[1] = f.Ty;
    out[2] = f.M;
    if (jacobian) {
        const double rest[6] = {f.xx, f.xy, f.yy, f.xw, f.yw, f.ww};

        memcpy(out + 3, rest, sizeof rest);
    }
    contensou__stretch_wrench(&t->stretch, jacobian, out);
}

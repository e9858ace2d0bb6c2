/* friction_table.c: the exact wrench of a patch, tabulated: more and more intervals until fresh directions at random
 * find it right to 1e-6. SPDX-License-Identifier: MIT */
#include "catalogue/friction_parts.h"
#include "catalogue/law_table.h"

#include <math.h>
#include <stdint.h>

enum contensou_status contensou__friction_table(struct contensou__friction *f,
                                                const struct contensou_patch *patch,
                                                struct contensou_error *err)
{
    struct contensou__law_symmetry symmetry = {0};
    enum contensou_status status = contensou__patch_tables(patch, 0, &f->patch, err);

    if (!status)
        status = contensou__law_table_symmetry(patch, &symmetry, err);
    if (status)
        return status;
    f->lane_fields = contensou__friction_head;
    f->form = symmetry.circular ? contensou__friction_is_round_table : contensou__friction_is_table;
    return symmetry.circular ? contensou__friction_round_table(f, patch, err)
                             : contensou__friction_cube_table(f, patch, err);
}

static double random_share(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 9007199254740992.0;
}

double contensou__friction_table_error(const struct contensou__friction *f, double a,
                                       void (*wrench)(const struct contensou__friction *f,
                                                      const double slip[3], double out[3]))
{
    const double pi = 3.14159265358979323846;
    uint64_t seed = 20260101;
    double worst = 0;

    for (int i = 0; i < 4000; ++i) {
        const double near = pow(10, -6 * random_share(&seed)), share = random_share(&seed);
        const double theta = i % 10 == 0   ? 0.25 * pi * (1 + near)
                             : i % 10 == 1 ? 0.25 * pi * (1 - near)
                                           : 0.5 * pi * (2 * share - 1);
        const double phi = 2 * pi * random_share(&seed);
        const double slip[3] = {cos(theta) * cos(phi), cos(theta) * sin(phi), sin(theta) / a};
        double out[9], got[3];

        contensou__tables_wrench(&f->patch, slip, 0, out);
        wrench(f, slip, got);
        worst = fmax(worst, hypot(got[0] - out[0], got[1] - out[1]));
        worst = fmax(worst, fabs(got[2] - out[2]) / a);
    }
    return worst;
}

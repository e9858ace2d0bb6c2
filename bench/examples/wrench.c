/* wrench.c: the friction of a Hertzian contact ellipse for a few slips.
 *
 *     cc wrench.c $(pkg-config --cflags --libs contensou) -lm
 *
 * The slip (vx, vy, omega) goes from pure translation, 30 degrees off the long axis, to pure spin.
 * On the way the force turns away from the slip: the patch is not round.
 * SPDX-License-Identifier: MIT */
#include <contensou/contensou.h>

#include <math.h>
#include <stdio.h>

enum { count = 5 };

int main(void)
{
    const struct contensou_patch_spec spec = {
        .size = sizeof spec, .shape = "ellipse:1,0.5", .pressure = "hertz"};
    const struct contensou_eval_options options = {
        .size = sizeof options}; /* exact, in double precision */
    struct contensou_error err = {0};
    struct contensou_device *device = NULL;
    struct contensou_patch *patch = NULL;
    struct contensou_eval *eval = NULL;
    double slip[3 * count], wrench[3 * count]; /* all vx, then all vy, then all omega */

    for (int i = 0; i < count; ++i) {
        const double pi = acos(-1.0), theta = pi / 2 * i / (count - 1);
        slip[0 * count + i] = cos(theta) * cos(pi / 6);
        slip[1 * count + i] = cos(theta) * sin(pi / 6);
        slip[2 * count + i] = sin(theta);
    }

    /* Each call returns 0 on success; the sentence about a failure is in err. NULL chooses the
     * device as the environment variable CONTENSOU_DEVICE says, or the best one there is. */
    if (contensou_device_open(&device, NULL, &err) || contensou_patch_create(&patch, &spec, &err) ||
        contensou_eval_create(&eval, patch, device, &options, &err) ||
        contensou_eval_run(eval, count, slip, wrench, NULL, &err))
        fprintf(stderr, "wrench: %s\n", err.message);

    if (err.status == CONTENSOU_OK) {
        printf(" %10s %10s %10s %10s %10s %10s\n", "vx", "vy", "omega", "Tx", "Ty", "M");
        for (int i = 0; i < count; ++i) {
            for (int field = 0; field < 3; ++field)
                printf(" %10.6f", slip[field * count + i]);
            for (int field = 0; field < 3; ++field)
                printf(" %10.6f", wrench[field * count + i]);
            printf("\n");
        }
    }

    contensou_eval_free(eval);
    contensou_patch_free(patch);
    contensou_device_close(device);
    return err.status == CONTENSOU_OK ? 0 : 1;
}

/* stick_slip.c: how long a disk on a moving belt sticks, for nine ratios of static to dynamic friction.
 *
 *     cc stick_slip.c $(pkg-config --cflags --libs --static contensou)
 *
 * The system is that of [1], section 5, with the law I00 and its parameters there.
 * SPDX-License-Identifier: MIT */
#include <contensou/contensou.h>

#include <stdio.h>

enum { lanes = 9, names = 3, most_columns = 16 };

int main(void)
{
    static const char *const name[names] = {"law.b", "law.m", "law.eta"};
    const struct contensou_simulate_options options = {
        .system = "disk_belt", .law = "I00", .t_observe = 500, .t_end = 1500, .stick = 1};
    struct contensou_error err = {0};
    struct contensou_device *device = NULL;
    struct contensou_simulate *simulate = NULL;
    double value[lanes * names], row[lanes * most_columns];
    size_t columns = 0;

    for (int i = 0; i < lanes; ++i) {
        value[i * names] = 1;
        value[i * names + 1] = 2;
        value[i * names + 2] = 1 + 0.5 * i;
    }
    if (contensou_device_open(&device, NULL, &err))
        goto done;
    if (contensou_simulate_create(&simulate, device, &options, &err))
        goto done;
    columns = contensou_simulate_columns(simulate);
    if (contensou_simulate_run(simulate, name, names, lanes, value, row, NULL, &err))
        goto done;
    printf("eta   %s   %s\n", contensou_simulate_column(simulate, columns - 2),
           contensou_simulate_column(simulate, columns - 1));
    for (int i = 0; i < lanes; ++i)
        printf("%.1f   %14.6f   %12.0f\n", value[i * names + 2],
               row[(size_t)i * columns + columns - 2], row[(size_t)i * columns + columns - 1]);

done:
    if (err.status)
        fprintf(stderr, "%s\n", err.message);
    contensou_simulate_free(simulate);
    contensou_device_close(device);
    return err.status ? 1 : 0;
}

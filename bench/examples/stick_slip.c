/* stick_slip.c: how long a disk on a moving belt sticks, for nine ratios of static to dynamic friction.
 *
 *     cc stick_slip.c $(pkg-config --cflags --libs --static contensou)
 *
 * The system is that of [1], section 5, with the law I00 and its parameters there.
 * SPDX-License-Identifier: MIT */
#include <contensou/contensou.h>

#include <stdio.h>

enum { lanes = 9, columns = 3 };

int main(void)
{
    static const char *const setting[][2] = {{"system", "disk_belt"},    {"law", "I00"},
                                             {"set", "law.b=1,law.m=2"}, {"vary", "law.eta=1:5:9"},
                                             {"time", "1500"},           {"transient", "500"},
                                             {"observe", "stick"}};
    static const char *const column[columns] = {"law.eta", "stick.fraction", "stick.phases"};
    struct contensou_error err = {0};
    struct contensou_simulation *simulation = NULL;
    struct contensou_trajectories *result = NULL;
    double value[columns * lanes];

    if (contensou_simulation_create(&simulation, &err))
        goto done;
    for (size_t i = 0; i < sizeof setting / sizeof *setting; ++i)
        if (contensou_simulation_set(simulation, setting[i][0], setting[i][1], &err))
            goto done;
    if (contensou_simulation_run(simulation, &result, &err) ||
        contensou_trajectories_read(result, NULL, column, columns, value, &err))
        goto done;
    printf("eta   %s   %s\n", column[1], column[2]);
    for (int i = 0; i < lanes; ++i)
        printf("%.1f   %14.6f   %12.0f\n", value[i], value[lanes + i], value[2 * lanes + i]);

done:
    if (err.status)
        fprintf(stderr, "%s\n", err.message);
    contensou_trajectories_free(result);
    contensou_simulation_free(simulation);
    return err.status ? 1 : 0;
}

/* dynamics.c: reads the check values of dynamics.h. SPDX-License-Identifier: MIT */
#include "problems/dynamics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The next value of a line as text. */
static const char *next(char **line)
{
    char *start = *line, *end = start + strcspn(start, ",\r\n");

    *line = end + (*end != '\0');
    *end = '\0';
    return start;
}

static void numbers(char **line, double *out, int count)
{
    for (int i = 0; i < count; ++i)
        out[i] = strtod(next(line), NULL);
}

/* eta,x0,phi0,xdot0,phidot0,t,reg_x,..; eta = 4.98 throughout, eta' by docs/maths.md 4 in 25 digits. */
static void disk_belt_row(char *line, struct dynamics_row *r)
{
    next(&line);
    r->problem.law.eta_prime = 13.76266698040447412535;
    r->known = 4;
    numbers(&line, r->start, 4);
    numbers(&line, &r->t, 1);
    numbers(&line, r->y, 4);
}

/* Omega0_sq,X0,V0,Y0,W0,model,t,X,V,Y,W */
static void block_belt_row(char *line, struct dynamics_row *r)
{
    numbers(&line, &r->problem.field[0], 1);
    r->known = 4;
    numbers(&line, r->start, 4);
    next(&line);
    numbers(&line, &r->t, 1);
    numbers(&line, r->y, 4);
}

/* case,X0,..,phidot0,t,X_A,..; the cases are w0=30, w0=40 and that of [4] figure 8 with Y_S = 0. */
static void pendulum_row(char *line, struct dynamics_row *r)
{
    const char *name = next(&line), *eta_prime = strstr(name, "etap=");
    double *field = r->problem.field;

    if (eta_prime) {
        r->problem.law.eta_prime = strtod(eta_prime + 5, NULL);
        field[3] = field[4] = 100; /* k_X, k_Y */
        field[10] = 0.1;           /* R */
        field[11] = 6;             /* N */
        field[13] = 0.6;           /* omega_0 */
    } else {
        field[13] = strtod(name + 3, NULL);
    }
    r->known = 6;
    numbers(&line, r->start, 6);
    numbers(&line, &r->t, 1);
    numbers(&line, r->y, 6);
}

size_t dynamics_rows(enum reference_system system, struct dynamics_row rows[dynamics_most])
{
    static const struct {
        const char *path;
        void (*read)(char *line, struct dynamics_row *row);
    } files[] = {{CONTENSOU_CHECK_VALUES "/dynamics/disk_belt.csv", disk_belt_row},
                 {CONTENSOU_CHECK_VALUES "/dynamics/block_belt.csv", block_belt_row},
                 {CONTENSOU_CHECK_VALUES "/dynamics/pendulum.csv", pendulum_row}};
    FILE *file = fopen(files[system].path, "r");
    char line[1024];
    int header = 1;
    size_t count = 0;

    while (file && count < dynamics_most && fgets(line, sizeof line, file)) {
        if (line[0] == '#')
            continue;
        if (!header) {
            rows[count] = (struct dynamics_row){.problem = reference_systems_problem(system)};
            files[system].read(line, &rows[count++]);
        }
        header = 0;
    }
    if (file)
        fclose(file);
    return count;
}

int dynamics_same(const struct dynamics_row *a, const struct dynamics_row *b)
{
    for (int i = 0; i < reference_most_fields; ++i)
        if (a->problem.field[i] != b->problem.field[i])
            return 0;
    for (int i = 0; i < reference_most_states; ++i)
        if (a->start[i] != b->start[i])
            return 0;
    return a->problem.system == b->problem.system;
}

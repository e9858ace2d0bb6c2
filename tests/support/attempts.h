/* attempts.h: what a sweep cost, counted in attempted steps, which no clock changes. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_ATTEMPTS_H
#define CONTENSOU_TESTS_ATTEMPTS_H

struct attempts {
    int lanes, finished;
    double sum;     /* of all lanes */
    double seconds; /* of processor time that the program took */
};

/* Of `sweep LINE --quiet -o FILE.csv`, which is removed; lanes 0 where the program refused the line, whose sentence is
 * printed. */
struct attempts attempts_of(const char *line, const char *stepper, double most_steps);

#endif

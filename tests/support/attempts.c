/* attempts.c: what a sweep cost, counted in attempted steps. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700
#include "support/attempts.h"

#include "support/run_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

static double processor_seconds(void)
{
    struct rusage usage;

    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)usage.ru_utime.tv_sec + 1e-6 * (double)usage.ru_utime.tv_usec;
}

/* Which column of the header has this name. */
static int column(char *header, const char *name)
{
    int at = 0;

    header[strcspn(header, "\r\n")] = '\0';
    for (char *rest = NULL, *word = strtok_r(header, ",", &rest); word;
         word = strtok_r(NULL, ",", &rest), ++at)
        if (strcmp(word, name) == 0)
            return at;
    fail_msg("no column %s", name);
    return -1;
}

/* The cell of a row, up to the next comma. */
static const char *cell(const char *row, int at)
{
    for (; at > 0 && *row; ++row)
        at -= *row == ',';
    return row;
}

struct attempts attempts_of(const char *line, const char *stepper, double most_steps)
{
    const double before = processor_seconds();
    struct run_result result =
        run_program("sweep %s --stepper %s --max-steps %.0f --allow-failed --quiet -o attempts.csv",
                    line, stepper, most_steps);
    struct attempts a = {.seconds = processor_seconds() - before};
    FILE *file = fopen("attempts.csv", "r");
    char row[8192], copy[8192];
    int outcome, steps, rejections;

    if (result.code != 0)
        print_message("%s: %s", line, result.err);
    run_free(&result);
    if (!file)
        return a;
    assert_non_null(fgets(row, sizeof row, file));
    outcome = column(strcpy(copy, row), "outcome");
    steps = column(strcpy(copy, row), "steps");
    rejections = column(strcpy(copy, row), "rejections");
    for (; fgets(row, sizeof row, file); ++a.lanes) {
        a.finished += strncmp(cell(row, outcome), "finished,", 9) == 0;
        a.sum += strtod(cell(row, steps), NULL) + strtod(cell(row, rejections), NULL);
    }
    fclose(file);
    remove("attempts.csv");
    return a;
}

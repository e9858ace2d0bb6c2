/* merge_write.c: the journals of a run become its file. SPDX-License-Identifier: MIT */
#include "cli/merge_write.h"

#include "cli/merge_attractors.h"
#include "cli/progress.h"
#include "engine/ensemble.h"
#include "io/results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { block = 4096 };

/* What standard output has room for: not the lists that are good to have beside a file. */
static int wanted(const struct contensou__merge_list *list, const char *path)
{
    return !list->aside || (path && strcmp(path, "-") != 0);
}

static struct contensou__results_spec spec_of(const struct contensou__merge_layout *layout,
                                              const char *const *varied, size_t varied_count,
                                              const char *path)
{
    struct contensou__results_spec spec = {
        .path = path,
        .varied = varied,
        .varied_count = varied_count,
        .column = layout->column,
        .columns = layout->columns,
        .outcome = contensou__ensemble_outcomes,
        .outcomes = sizeof contensou__ensemble_outcomes / sizeof contensou__ensemble_outcomes[0],
    };

    for (size_t k = 0; k < layout->lists; k++) {
        const struct contensou__merge_list *const l = &layout->list[k];

        if (wanted(l, path))
            spec.list[spec.lists++] =
                (struct contensou__results_list){l->name, l->cell, l->words, l->cells, l->numbered};
    }
    return spec;
}

/* Lanes of which rows of a list are missing: for want of room, or because they ended before. */
struct shortage {
    uint64_t lanes, first;
    size_t rows; /* that the first has */
};

static int at_given_times(const struct contensou__merge_list *list)
{
    return !list->numbered && !list->aside;
}

static void count_shortage(const struct contensou__merge_layout *layout,
                           const struct contensou__journal_record *record, uint64_t lane,
                           struct shortage *of)
{
    for (size_t k = 0; k < layout->lists; k++) {
        const double seen = contensou__merge_seen(layout, record, k);
        size_t rows = 0;

        contensou__merge_rows(layout, record, k, &rows);
        if (at_given_times(&layout->list[k]) ? seen >= (double)rows : seen <= (double)rows)
            continue;
        if (of[k].lanes++ == 0) {
            of[k].first = lane;
            of[k].rows = rows;
        }
    }
}

static void tell_shortage(const struct contensou__merge_layout *layout, const struct shortage *of)
{
    for (size_t k = 0; k < layout->lists; k++) {
        const char *const name = layout->list[k].name;
        const unsigned long long lanes = of[k].lanes, first = of[k].first;

        if (lanes && at_given_times(&layout->list[k]))
            fprintf(stderr,
                    "warning: %s: %llu lane%s ended before the last time, the first of them lane "
                    "%llu; rows behind the end are empty\n",
                    name, lanes, lanes == 1 ? "" : "s", first);
        else if (lanes)
            fprintf(stderr,
                    "warning: %s: %llu lane%s had more points than the %zu that are kept (--keep), "
                    "the first of them lane %llu; the later points are lost\n",
                    name, lanes, lanes == 1 ? "" : "s", of[k].rows, first);
    }
}

/* The same as attributes of the file. */
static enum contensou_status note_shortage(const struct contensou__merge_layout *layout,
                                           const struct shortage *of,
                                           struct contensou__results *results,
                                           struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    for (size_t k = 0; k < layout->lists && !status; k++) {
        const char *const what = at_given_times(&layout->list[k]) ? "ended_early" : "truncated";
        char name[160];
        struct contensou_table_attribute attribute = {name, NULL, (double)of[k].lanes};

        snprintf(name, sizeof name, "run/%.80s.%s", layout->list[k].name, what);
        status = contensou__results_note(results, &attribute, err);
        if (status || !of[k].lanes)
            continue;
        attribute.number = (double)of[k].first;
        snprintf(name, sizeof name, "run/%.80s.first_%s", layout->list[k].name, what);
        status = contensou__results_note(results, &attribute, err);
    }
    return status;
}

static enum contensou_status append_lane(const struct contensou__merge *m, const char *path,
                                         struct contensou__results *results, uint64_t lane,
                                         double *varied, struct shortage *of,
                                         struct contensou_error *err)
{
    struct contensou__journal_record record = {0};
    struct contensou__results_row row;
    enum contensou_status status = contensou__merge_read(m, lane, &record, varied, err);
    size_t at = 0;

    if (status)
        return status;
    count_shortage(&m->layout, &record, lane, of);
    row = (struct contensou__results_row){.lane = lane,
                                          .steps = record.steps,
                                          .rejections = record.rejections,
                                          .outcome = record.outcome,
                                          .varied = varied,
                                          .column = record.scalar};
    for (size_t k = 0; k < m->layout.lists; k++)
        if (wanted(&m->layout.list[k], path)) {
            row.point[at] = contensou__merge_rows(&m->layout, &record, k, &row.points[at]);
            at++;
        }
    return contensou__results_append(results, &row, err);
}

static enum contensou_status append_all(const struct contensou__merge *m, const char *path,
                                        struct contensou__results *results, int quiet,
                                        struct shortage *of, struct contensou_error *err)
{
    double *varied = malloc((m->lanes.axes + 1) * sizeof *varied);
    struct contensou__progress progress;
    enum contensou_status status = CONTENSOU_OK;

    if (!varied)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a lane");
    contensou__progress_begin(&progress, "lanes written", (double)m->lanes.count, quiet);
    for (uint64_t lane = 0; lane < m->lanes.count && !status; lane++) {
        if (lane % block == 0) {
            status = contensou__progress_check(err);
            contensou__progress_update(&progress, (double)lane);
        }
        if (!status)
            status = append_lane(m, path, results, lane, varied, of, err);
    }
    contensou__progress_end(&progress);
    free(varied);
    return status;
}

enum contensou_status contensou__merge_write(const struct contensou__merge *m, const char *path,
                                             int quiet, struct contensou_error *err)
{
    const struct contensou__journal_spec *const run = contensou__merge_spec(m);
    struct contensou__results_spec spec = spec_of(&m->layout, m->name, m->lanes.axes, path);
    struct contensou_table_attribute *attribute = calloc(run->pairs + 1, sizeof *attribute);
    struct contensou__results *results = NULL;
    struct shortage of[contensou__merge_lists] = {{0}};
    enum contensou_status status;

    if (!attribute)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu attributes", run->pairs);
    for (size_t i = 0; i < run->pairs; i++)
        attribute[i] = (struct contensou_table_attribute){run->pair[i].key, run->pair[i].text,
                                                          run->pair[i].number};
    spec.attribute = attribute;
    spec.attributes = run->pairs;
    status = contensou__results_open(&results, &spec, err);
    if (!status)
        status = append_all(m, path, results, quiet, of, err);
    if (!status)
        status = note_shortage(&m->layout, of, results, err);
    if (!status && !contensou_table_is_stream(path))
        status = contensou__merge_attractors_write(m, results, err);
    if (status)
        contensou__results_discard(results);
    else
        status = contensou__results_close(results, err);
    if (!status)
        tell_shortage(&m->layout, of);
    if (!status)
        contensou__merge_attractors_say(m, quiet, stderr);
    free(attribute);
    return status;
}

void contensou__merge_write_warn(const struct contensou__merge *m)
{
    double *varied = malloc((m->lanes.axes + 1) * sizeof *varied);
    struct shortage of[contensou__merge_lists] = {{0}};
    struct contensou_error ignored;

    for (uint64_t lane = 0; lane < m->lanes.count && varied; lane++) {
        struct contensou__journal_record record = {0};

        if (!contensou__merge_read(m, lane, &record, varied, &ignored))
            count_shortage(&m->layout, &record, lane, of);
    }
    tell_shortage(&m->layout, of);
    contensou__merge_attractors_say(m, 0, stderr);
    free(varied);
}

enum contensou_status contensou__merge_write_check(const struct contensou__merge_layout *layout,
                                                   const struct contensou__lanes *lanes,
                                                   const char *path, struct contensou_error *err)
{
    const char **varied = malloc((lanes->axes + 1) * sizeof *varied);
    struct contensou__results_spec spec;
    enum contensou_status status;

    if (!varied)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for names");
    for (size_t a = 0; a < lanes->axes; a++)
        varied[a] = lanes->name[lanes->axis[a].place];
    spec = spec_of(layout, varied, lanes->axes, path);
    status = contensou__results_check(&spec, err);
    free(varied);
    return status;
}

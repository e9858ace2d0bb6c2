/* trajectories.h: what came out of a simulation: one row a lane, and lists of rows such as sections, series and events.
 *
 * Results stand in journals (contensou_simulation_run, or the parts that shards left) and are read from there when
 * asked, so a result takes little memory however many lanes it has. Names of columns are those of the CSV and HDF5
 * files. Arrays are laid out as in simulation.h: value[k * rows + i]. An object belongs to one thread at a time.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TRAJECTORIES_H
#define CONTENSOU_TRAJECTORIES_H

#include <contensou/outcome.h>
#include <contensou/progress.h>
#include <contensou/status.h>

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct contensou_trajectories;

/* Opens the journals that the shards of one run left, in any order, for reading. A part that is missing, not finished,
 * there twice, of another run or not readable is an error that names it. *out is for contensou_trajectories_free; on failure
 * it is NULL. */
enum contensou_status contensou_trajectories_open(struct contensou_trajectories **out,
                                                  const char *const *path, size_t count,
                                                  struct contensou_error *err);

/* The same; with `some` parts that are missing or not finished are left out, of which contensou_trajectories_tell tells. Labels of
 * attractors, which need all lanes, are not there then. */
enum contensou_status contensou_trajectories_open_some(struct contensou_trajectories **out,
                                                       const char *const *path, size_t count,
                                                       int some, struct contensou_error *err);

/* Frees it and closes its journals, which stay; NULL is fine. contensou_trajectories_remove removes the journal of its run too,
 * as is right once the results are elsewhere: a journal that was only read (contensou_trajectories_open) stays. */
void contensou_trajectories_free(struct contensou_trajectories *r);
void contensou_trajectories_remove(struct contensou_trajectories *r);

/* Lets an HDF5 file that contensou_trajectories_write makes have numbers of so many bytes: a longer result goes to files NAME.1.h5,
 * NAME.2.h5 and so on, each of which is one of its lanes, and NAME.h5 shows them as one (virtual datasets). 0: any; at first
 * the setting "part-size" of the simulation, or 1e9. */
void contensou_trajectories_divide(struct contensou_trajectories *r, uint64_t bytes);

/* How many lanes there are. */
uint64_t contensou_trajectories_lane_count(const struct contensou_trajectories *r);

/* How the lanes ended: count[CONTENSOU_OUTCOME_COUNT], and the first `most`, at most 16, that did not reach their end, rising, in
 * failed[most] (NULL: not wanted). */
enum contensou_status contensou_trajectories_tally(struct contensou_trajectories *r,
                                                   uint64_t *count, uint64_t *failed, size_t most,
                                                   struct contensou_error *err);

/* How one lane ended, and where. */
struct contensou_trajectories_lane_end {
    enum contensou_outcome outcome;
    double t; /* the time that it reached */
    uint64_t steps, rejections;
};
enum contensou_status contensou_trajectories_end(struct contensou_trajectories *r, uint64_t lane,
                                                 struct contensou_trajectories_lane_end *end,
                                                 struct contensou_error *err);

/* Number i of those that vary: 1, its name and the value of the lane; 0 behind the last, or where there is no such lane.
 */
int contensou_trajectories_varied(const struct contensou_trajectories *r, uint64_t lane, size_t i,
                                  const char **name, double *value);

/* The lists that there are, such as "section", "series" and "events": NULL behind the last. */
const char *contensou_trajectories_list(const struct contensou_trajectories *r, size_t i);

/* The columns of a list (NULL: of the lanes): NULL behind the last. Those of the lanes are lane, what varies, outcome
 * (its code), outcome_code (the same), steps, rejections, and what is observed, such as final.x; those of a list are lane, what varies, k where
 * its rows are numbered, t, and what else a row has. contensou_trajectories_unit gives the unit of a column, "-" where it has
 * none, NULL where there is no such column. */
const char *contensou_trajectories_column(const struct contensou_trajectories *r, const char *list,
                                          size_t i);
const char *contensou_trajectories_unit(const struct contensou_trajectories *r, const char *list,
                                        const char *column);

/* Word i that the numbers 0, 1, .. of a column stand for in files, such as those of outcome and of an event: 1 and the word, 0
 * behind the last and for columns of numbers. */
int contensou_trajectories_word(const struct contensou_trajectories *r, const char *list,
                                const char *column, size_t i, char *word, size_t size);

/* How many rows a list has over all lanes; for NULL the lanes. */
enum contensou_status contensou_trajectories_row_count(struct contensou_trajectories *r,
                                                       const char *list, uint64_t *rows,
                                                       struct contensou_error *err);

/* Reads columns by name: value[k * rows + i] is column[k] of row i, with as many rows as contensou_trajectories_row_count says; all
 * columns of one call are read in one pass. A name that is not there is CONTENSOU_ENOTFOUND. */
enum contensou_status contensou_trajectories_read(struct contensou_trajectories *r,
                                                  const char *list, const char *const *column,
                                                  size_t columns, double *value,
                                                  struct contensou_error *err);

/* The rows of one lane: *value points at row by row, (*value)[i * cells + c], where the cells are t and what follows it
 * among the columns of the list; good until the next call for this result. */
enum contensou_status contensou_trajectories_lane(struct contensou_trajectories *r,
                                                  const char *list, uint64_t lane,
                                                  const double **value, size_t *rows, size_t *cells,
                                                  struct contensou_error *err);

/* What the run was: attribute i of its file, such as "law" or "run/rtol". 1 and its key with a text, or with text NULL a
 * number; 0 behind the last. They live as long as the result. */
int contensou_trajectories_attribute(const struct contensou_trajectories *r, size_t i,
                                     const char **key, const char **text, double *number);

/* Writes all lanes to a file, NAME.csv or NAME.h5 (NULL or "-": CSV to standard output), as 'contensou sweep' does:
 * files.md tells what it has. The bytes depend on the run alone. NAME appears when all is there, and on failure not at
 * all. progress: told "lanes written"; may be NULL. Lanes of which rows are missing are counted, see below. */
enum contensou_status contensou_trajectories_write(struct contensou_trajectories *r,
                                                   const char *path,
                                                   const struct contensou_progress *progress,
                                                   struct contensou_error *err);

/* Writes t and the states of the series of one lane, up to where it came, as 'contensou run' does. */
enum contensou_status contensou_trajectories_write_one(struct contensou_trajectories *r,
                                                       uint64_t lane, const char *path,
                                                       struct contensou_error *err);

/* Lanes that had more rows of a list than are kept ("keep"), or, of a list at given times, that ended before the last:
 * how many, the first of them, and how many rows that one has. */
struct contensou_trajectories_shortage {
    uint64_t lanes, first, rows;
    int at_given_times; /* 1: they ended early */
};
enum contensou_status contensou_trajectories_short(struct contensou_trajectories *r,
                                                   const char *list,
                                                   struct contensou_trajectories_shortage *of,
                                                   struct contensou_error *err);

/* Tells sentences about the lanes: the attractors that they reach, where that is observed, and, with "warning: " before
 * them, rows and lanes that are missing or not resolved. */
void contensou_trajectories_tell(struct contensou_trajectories *r,
                                 void (*note)(void *context, const char *sentence), void *context);

#ifdef __cplusplus
}
#endif
#endif

/* cache.h: device programs kept as binaries between runs, in $XDG_CACHE_HOME/contensou or
 * ~/.cache/contensou. The environment variable CONTENSOU_CACHE=off switches it off. What is not there is looked for in
 * /var/cache/contensou, where only root can write: binaries for every user of the machine.
 *
 * A cache can only save time: a file that is missing, damaged, another's or written for another key
 * is as good as none, and a folder that cannot be written is left alone.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CL_CACHE_H
#define CONTENSOU_CL_CACHE_H

#include <contensou/device.h>

#include <stddef.h>

enum {
    contensou__cache_max = 256,
    contensou__cache_megabytes = 1024
}; /* beyond either the longest unused go */

/* The file of a program: its name says which text, options, device, driver and library. */
struct contensou__cache_file {
    char *folder, *path; /* NULL: no cache */
    char *key;           /* text, options, device, driver and library, each ended by a zero byte */
    size_t key_size;
};

/* Finds the name, and makes the folder if it is not there. For contensou__cache_free. */
void contensou__cache_init(struct contensou__cache_file *file,
                           const struct contensou_device *device, const char *text,
                           const char *options);
void contensou__cache_free(struct contensou__cache_file *file);

/* The stored binary, for free(), and its size; NULL if there is none that can be trusted. */
unsigned char *contensou__cache_load(const struct contensou__cache_file *file, size_t *size);

/* Stores the binary: written beside, then renamed, so that a reader sees all of it or nothing. */
void contensou__cache_store(const struct contensou__cache_file *file, const unsigned char *binary,
                            size_t size);

/* Waits for another process that builds the program, at most a minute, and makes others wait for this one until it leaves
 * or ends. */
void contensou__cache_enter(const struct contensou__cache_file *file);
void contensou__cache_leave(const struct contensou__cache_file *file);

#endif

/* parts.h: the parts of the library by name, for options and their help. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_PARTS_H
#define CONTENSOU_CLI_PARTS_H

#include "base/text.h"

#include <contensou/catalogue.h>

/* Names of parts; all zero is none. */
struct contensou__parts {
    struct contensou_catalogue *catalogue;
    const char **name; /* [count] */
    size_t count;
};

/* Those of a kind whose property is `text` (property NULL: all). Free it also after a failure. */
enum contensou_status contensou__parts_open(struct contensou__parts *p,
                                            enum contensou_catalogue_kind kind,
                                            const char *property, const char *text,
                                            struct contensou_error *err);
void contensou__parts_free(struct contensou__parts *p);

/* Appends text, in which {laws}, {contact laws}, {models}, {engines} and {languages} are replaced by the names, with
 * commas between them, and {time} or another setting by its option, --time. */
void contensou__parts_expand(const char *text, struct contensou__text *out);

#endif

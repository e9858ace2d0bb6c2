/* page.h: the figures of a folder on one page: each picture beside what the paper states, what we find, where
 * they differ, and the commands. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIGURES_PAGE_H
#define CONTENSOU_FIGURES_PAGE_H

#include <contensou/status.h>

/* Writes index.html, which holds its pictures, and index.md, which names them, of all figures whose picture
 * is in the folder, with a table of what the papers show and claim at the end. Captions with checks that do not
 * hold are named there, and are CONTENSOU_EOUTCOME behind it. */
enum contensou_status contensou__page_write(const char *folder, struct contensou_error *err);

#endif

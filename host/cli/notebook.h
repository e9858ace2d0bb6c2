/* notebook.h: a page of Markdown as a Jupyter notebook. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_NOTEBOOK_H
#define CONTENSOU_CLI_NOTEBOOK_H

#include "base/text.h"

/* Appends the notebook (nbformat 4.4). Blocks of commands and of Python become cells that run, a block with a language and a
 * name a cell that writes this file, and behind commands that draw a .png the picture is shown. Links to other pages become
 * their texts. */
void contensou__notebook_write(const char *page, struct contensou__text *out);

#endif

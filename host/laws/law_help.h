/* law_help.h: the names of the laws as text for the help of options, "I00, I11, .., ", each with a comma behind it.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_LAWS_LAW_HELP_H
#define CONTENSOU_LAWS_LAW_HELP_H

#ifndef laws_tables_only
#    define laws_tables_only
#endif
#include "laws/all.h"
#include "laws/describe.h"

#define CONTENSOU__LAW_HELP_NAME(name, text) name ", "
#define CONTENSOU__LAW_HELP_ROW(law)         law_names(law, CONTENSOU__LAW_HELP_NAME)
#define CONTENSOU__LAW_HELP_NO(law)

#define CONTENSOU__LAW_HELP                                                             \
    ALL_LAWS(CONTENSOU__LAW_HELP_ROW, CONTENSOU__LAW_HELP_ROW, CONTENSOU__LAW_HELP_ROW, \
             CONTENSOU__LAW_HELP_ROW)
#define CONTENSOU__LAW_HELP_CONTACT                                                    \
    ALL_LAWS(CONTENSOU__LAW_HELP_ROW, CONTENSOU__LAW_HELP_ROW, CONTENSOU__LAW_HELP_NO, \
             CONTENSOU__LAW_HELP_NO)
#define CONTENSOU__LAW_HELP_MODELS                                                    \
    ALL_LAWS(CONTENSOU__LAW_HELP_NO, CONTENSOU__LAW_HELP_ROW, CONTENSOU__LAW_HELP_NO, \
             CONTENSOU__LAW_HELP_NO)

#endif

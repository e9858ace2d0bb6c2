/* process.c: what a program decides once for its process. SPDX-License-Identifier: MIT */
#include "base/setting.h"
#include "base/stop.h"
#include "cl/cache_folder.h"
#include "cl/program.h"

#include <contensou/process.h>

void contensou_process_set_progress(const struct contensou_progress *progress)
{
    contensou__stop_by(progress);
}

void contensou_process_quiet_drivers(void)
{
    contensou__program_hush();
}

void contensou_process_spell_settings(const char *prefix, char joint)
{
    contensou__setting_spelling(prefix, joint);
}

const char *contensou_process_cache_problem(void)
{
    return contensou__cache_folder_problem();
}

void contensou_process_leave(void)
{
    contensou__cache_folder_leave();
}

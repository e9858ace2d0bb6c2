/* user_system_check.c: what the text of a user's system has. SPDX-License-Identifier: MIT */
#include "engine/user_system_check.h"

#include "base/text.h"
#include "catalogue/system_bind.h"
#include "source/words.h"

#include <string.h>

enum { most_errors = 8 };

static enum contensou_status check_needed(const char *path, const char *code,
                                          struct contensou_error *err)
{
    static const char *const words[] = {"SYSTEM_STATES", "SYSTEM_FIELDS", "define_states",
                                        "define_fields"};
    const int slip = contensou__words_find(code, "system_slip") != NULL;
    const int motion = contensou__words_find(code, "system_motion") != NULL;
    const int rhs = contensou__words_find(code, "system_rhs") != NULL;

    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        if (!contensou__words_find(code, words[i]))
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s has no %s; a system needs SYSTEM_STATES, SYSTEM_FIELDS, "
                                  "define_states, define_fields and system_rhs or, with a contact, "
                                  "system_slip and system_motion",
                                  path, words[i]);
    if (slip != motion)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s has no %s; a system with a contact states both its system_slip "
                              "and its system_motion",
                              path, slip ? "system_motion" : "system_slip");
    if (slip && rhs)
        return contensou_fail(
            err, CONTENSOU_EINPUT,
            "%s has a system_rhs beside system_slip and system_motion, which make "
            "the right-hand side; take it away",
            path);
    if (!slip && !rhs)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s has no system_rhs; a system states it or, with a contact, "
                              "system_slip and system_motion",
                              path);
    return CONTENSOU_OK;
}

/* Words that earlier versions knew. */
static enum contensou_status check_old(const char *path, const char *code,
                                       struct contensou_error *err)
{
    static const char *const old[][2] = {
        {"system_second", "enum { system_traits = trait_second_order };"},
        {"system_angles", "enum { system_traits = trait_angle(1) }; for state 1"},
        {"system_timed", "enum { system_traits = trait_autonomous };"},
        {"system_has_jacobian", "nothing: a system_jacobian is found by its name"},
        {"system_has_slide", "nothing: the measure of slip follows from system_slip"}};
    static const char *const calls[] = {"friction_wrench", "friction_wrench_tilted",
                                        "friction_force", "friction_slide", "friction_slide_line"};

    for (size_t i = 0; i < sizeof old / sizeof *old; ++i)
        if (contensou__words_defines(code, old[i][0]))
            return contensou_fail(err, CONTENSOU_EINPUT, "%s: instead of '#define %s' write %s",
                                  path, old[i][0], old[i][1]);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i)
        if (contensou__words_find(code, calls[i]))
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s calls the law itself (%s); state system_slip and "
                                  "system_motion, which gets the friction of that slip",
                                  path, calls[i]);
    return CONTENSOU_OK;
}

enum contensou_status contensou__user_system_check_check(const char *path, const char *text,
                                                         enum contensou__system_friction *friction,
                                                         struct contensou_error *err)
{
    struct contensou__text code = {0};
    enum contensou_status status = CONTENSOU_OK;

    contensou__words_strip(text ? text : "", &code);
    contensou__text_append(&code, "\n", 1);
    if (code.failed)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %s", path);
    if (!status)
        status = check_needed(path, code.data, err);
    if (!status)
        status = check_old(path, code.data, err);
    if (!status)
        *friction = contensou__system_bind_friction(code.data);
    contensou__text_free(&code);
    return status;
}

enum contensou_status contensou__user_system_check_errors(const char *path,
                                                          struct contensou_error *err)
{
    static const char mark[] = "error: ";
    struct contensou__text errors = {0};
    enum contensou_status status;
    int count = 0;

    if (!err)
        return CONTENSOU_EINPUT;
    for (const char *line = err->message; *line && count < most_errors;) {
        const size_t size = strcspn(line, "\n");
        const size_t skip = strncmp(line, mark, sizeof mark - 1) == 0 ? sizeof mark - 1 : 0;
        const char *const found = strstr(line, mark);

        if (found && found < line + size)
            contensou__text_printf(&errors, "%s%.*s", count++ ? "\n" : "", (int)(size - skip),
                                   line + skip);
        line += size + (line[size] == '\n');
    }
    status = contensou_fail(err, CONTENSOU_EINPUT, "%s does not compile: %s", path,
                            count && !errors.failed ? errors.data : "the compiler gave no line");
    contensou__text_free(&errors);
    return status;
}

/* system_bind.c: a system in a program. SPDX-License-Identifier: MIT */
#include "catalogue/system_bind.h"

#include "source/words.h"

#include <stdio.h>
#include <string.h>

struct binding {
    struct contensou__bundle *b;
    const char *prefix, *code;
};

/* system_PART is PREFIX_PART. */
static void name_role(const struct binding *s, const char *part)
{
    char role[64], name[64];

    snprintf(role, sizeof role, "system_%s", part);
    snprintf(name, sizeof name, "%s_%s", s->prefix, part);
    if (strcmp(role, name) != 0)
        contensou__bundle_define(s->b, role, name);
}

static int has(const struct binding *s, const char *part)
{
    char name[64];

    snprintf(name, sizeof name, "%s_%s", s->prefix, part);
    return contensou__words_find(s->code, name) != NULL;
}

/* What the system has, or what stands for it in a file of kernels/contact. */
static void choose(const struct binding *s, const char *part, const char *file, const char *name)
{
    char role[64];

    if (has(s, part)) {
        name_role(s, part);
        return;
    }
    snprintf(role, sizeof role, "system_%s", part);
    if (file)
        contensou__bundle_include(s->b, file);
    contensou__bundle_define(s->b, role, name);
}

/* Right-hand side, Jacobian, slide and friction are those of a file of kernels/contact. */
static void make(const struct binding *s, const char *family)
{
    static const char *const parts[] = {"rhs", "jacobian", "slide", "law"};
    char text[64], role[64], end[64];

    snprintf(text, sizeof text, "contact/%s.h", family);
    contensou__bundle_include(s->b, text);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        snprintf(role, sizeof role, "system_%s", parts[i]);
        snprintf(end, sizeof end, "_%s", parts[i]);
        contensou__bundle_role(s->b, role, family, end);
    }
}

static void bind_contact(const struct binding *s, enum contensou__system_friction friction)
{
    name_role(s, "slip");
    name_role(s, "motion");
    choose(s, "slip_slopes", "contact/differences.h", "differences_slip_slopes");
    choose(s, "motion_slopes", "contact/differences.h", "differences_motion_slopes");
    if (friction == contensou__system_rolling) {
        name_role(s, "tilt");
        choose(s, "tilt_slopes", "contact/tilt_differences.h", "tilt_differences_slopes");
    }
    if (friction == contensou__system_line) {
        choose(s, "stick_load", "contact/stick_load.h", "stick_load_of");
        choose(s, "stick_load_slopes", "contact/load_differences.h", "load_differences_slopes");
    }
    make(s, friction == contensou__system_line      ? "line"
            : friction == contensou__system_rolling ? "rolling"
                                                    : "planar");
}

static void bind_plain(const struct binding *s)
{
    name_role(s, "rhs");
    choose(s, "jacobian", "contact/rhs_differences.h", "rhs_differences_jacobian");
    contensou__bundle_include(s->b, "contact/plain.h");
    contensou__bundle_define(s->b, "system_slide", "plain_slide");
}

enum contensou__system_friction contensou__system_bind_friction(const char *code)
{
    if (contensou__words_find(code, "system_tilt"))
        return contensou__system_rolling;
    if (!contensou__words_find(code, "system_slip"))
        return contensou__system_none;
    return contensou__words_find(code, "trait_line") ? contensou__system_line
                                                     : contensou__system_contact;
}

void contensou__system_bind(const struct contensou__system *system, struct contensou__bundle *b)
{
    static const char *const parts[] = {"params", "params_count", "states", "dim"};
    const int own = b->user_path != NULL;
    const char *text = own ? b->user_text : contensou__words_kernel(system->include);
    struct contensou__text code = {0};
    struct binding s = {b, own ? "system" : system->prefix, ""};

    contensou__words_strip(text ? text : "", &code);
    if (!code.failed && code.data)
        s.code = code.data;
    if (own)
        contensou__bundle_include(b, "contact/own.h");
    contensou__bundle_include(b, own ? b->user_path : system->include);
    if (own)
        contensou__bundle_include(b, "contact/own_end.h");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
        name_role(&s, parts[i]);
    choose(&s, "traits", NULL, "0");
    if (system->friction == contensou__system_none)
        bind_plain(&s);
    else
        bind_contact(&s, system->friction);
    choose(&s, "state_counts", "contact/all_states.h", "all_states_count");
    contensou__text_free(&code);
}

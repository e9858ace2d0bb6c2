/* user_system.c: a system of the user's, from a header given at run time. SPDX-License-Identifier: MIT */
#include "device/user_system.h"

#include "base/text.h"
#include "base/try.h"
#include "device/build.h"
#include "device/owned.h"
#include "parts/system.h"
#include "source/words.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the text of a user's system has. */

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

enum contensou_status contensou__user_system_check(const char *path, const char *text,
                                                   enum contensou__system_friction *friction,
                                                   struct contensou_error *err)
{
    OWNED(contensou__text_free) struct contensou__text code = {0};

    contensou__words_strip(text ? text : "", &code);
    contensou__text_append(&code, "\n", 1);
    TRY(contensou__try_memory(code.failed ? NULL : code.data, err, "%s", path));
    TRY(check_needed(path, code.data, err));
    TRY(check_old(path, code.data, err));
    *friction = contensou__system_bind_friction(code.data);
    return CONTENSOU_OK;
}

/* Behind the errors of a compiler: what to write instead of a branch on a real, which it calls no scalar. */
static const char *hint_of(const char *errors)
{
    return strstr(errors, "expression of scalar type") || strstr(errors, "where scalar is required")
               ? "\na real is a pack of lanes, of which each may go its own way: instead of if, "
                 "while "
                 "or for on it, compare and choose by pick(x > 0.0, value_if_so, value_if_not)"
               : "";
}

enum contensou_status contensou__user_system_errors(const char *path, struct contensou_error *err)
{
    static const char mark[] = "error: ";
    OWNED(contensou__text_free) struct contensou__text errors = {0};
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
    if (count && !errors.failed)
        contensou__text_printf(&errors, "%s", hint_of(errors.data));
    return contensou_fail(err, CONTENSOU_EINPUT, "%s does not compile: %s", path,
                          count && !errors.failed ? errors.data : "the compiler gave no line");
}

enum {
    most_letters = 16384,
    flags_count = 7,
    most_states = 12,
    most_fields = 64,
    most = most_states + most_fields
};

struct contensou__user_system {
    struct contensou__user_source source;
    char path[1024], name[64];
    struct contensou__system about;
    enum contensou__system_friction friction;
    struct contensou__field field[most];
};

void contensou__user_system_close(struct contensou__user_system *s)
{
    if (!s)
        return;
    contensou__user_source_free(&s->source);
    free(s);
}

const struct contensou__system *contensou__user_system_about(const struct contensou__user_system *s)
{
    return &s->about;
}

const char *contensou__user_system_path(const struct contensou__user_system *s)
{
    return s->path;
}

const char *contensou__user_system_text(const struct contensou__user_system *s)
{
    return s->source.text.data;
}

const struct contensou__user_source *
contensou__user_system_source(const struct contensou__user_system *s)
{
    return &s->source;
}

static void bind(const struct contensou__user_system *s, struct contensou__bundle *b)
{
    b->user_path = s->path;
    b->user_text = s->source.text.data;
    contensou__bundle_include(b, "laws/any_friction.h");
    contensou__bundle_define(b, "friction", "any_friction");
    contensou__bundle_define(b, "friction_wrench", "any_friction_wrench");
    contensou__bundle_define(b, "friction_wrench_tilted", "any_friction_wrench_tilted");
    contensou__bundle_define(b, "friction_force", "any_friction_force");
    contensou__bundle_define(b, "friction_slide", "any_friction_slide");
    contensou__bundle_define(b, "friction_slide_line", "any_friction_slide_line");
    contensou__system_bind(&(struct contensou__system){.friction = s->friction},
                           contensou__system_body_axes, b);
    contensou__bundle_include(b, "drivers/describe.cl");
}

/* States and fields are told apart by their names. */
static enum contensou_status check_names(const struct contensou__user_system *s, int from, int to,
                                         const char *what, struct contensou_error *err)
{
    for (int i = from; i < to; ++i)
        for (int k = from; k < i; ++k)
            if (strcmp(s->field[i].name, s->field[k].name) == 0)
                return contensou_fail(err, CONTENSOU_EINPUT,
                                      "%s has two %s named '%s'; every one needs its own name",
                                      s->path, what, s->field[i].name);
    return CONTENSOU_OK;
}

/* One line of the description: name, unit, text. */
static char *take_line(char *line, double value, struct contensou__field *f)
{
    char *tab = strchr(line, '\t'), *second = tab ? strchr(tab + 1, '\t') : NULL;
    char *end = strchr(line, '\n');

    if (!second || !end || second > end)
        return NULL;
    *tab = *second = *end = '\0';
    contensou__system_field(f, line, value, tab + 1, second + 1);
    return end + 1;
}

static enum contensou_status understand(struct contensou__user_system *s, char *text,
                                        const double *value, const int32_t flag[flags_count],
                                        struct contensou_error *err)
{
    const int dim = flag[0], fields = flag[1];

    if (dim < 1 || dim > most_states || fields < 1 || fields > most_fields)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s has %d states and %d fields; 1 to %d and 1 to %d are possible",
                              s->path, dim, fields, (int)most_states, (int)most_fields);
    if (flag[2] && dim % 2)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s is of second order with %d states; positions and velocities "
                              "make an even number",
                              s->path, dim);
    for (int i = 0; i < dim + fields && text; ++i) {
        if (i == dim && *text == '\n')
            ++text;
        text = take_line(text, value[i], &s->field[i]);
    }
    if (!text)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s: its tables of states and fields have more than %d letters",
                              s->path, (int)most_letters);
    TRY(check_names(s, 0, dim, "states", err));
    TRY(check_names(s, dim, dim + fields, "fields", err));
    s->about = (struct contensou__system){.name = s->name,
                                          .about = s->path,
                                          .states = s->field,
                                          .fields = s->field + dim,
                                          .dim = dim,
                                          .field_count = fields,
                                          .second = flag[2],
                                          .angles = flag[3],
                                          .phases = flag[4],
                                          .autonomous = !flag[5],
                                          .frame_fixed = flag[6],
                                          .friction = s->friction,
                                          .law = s->friction ? NULL : "none",
                                          .eps = 1e-3,
                                          .section = {NULL, -1, 0, 0}};
    return CONTENSOU_OK;
}

/* The program that describes the file, built for packs: there what works for single numbers only is an
 * error already here. */
static enum contensou_status build(const struct contensou__user_system *s,
                                   struct contensou_device *device,
                                   struct contensou__program **program, struct contensou_error *err)
{
    const struct contensou__build how = {.pack = 4,
                                         .single = !contensou_device_about(device)->fp64};
    struct contensou__bundle bundle = {0};
    enum contensou_status status;

    bind(s, &bundle);
    status = contensou__build_bundle(program, device, how, &bundle, err);
    return status == CONTENSOU_EBUILD ? contensou__user_system_errors(s->path, err) : status;
}

static enum contensou_status ask(struct contensou__user_system *s, struct contensou_device *device,
                                 struct contensou_error *err)
{
    const int fp64 = contensou_device_about(device)->fp64;
    const uint32_t sizes[2] = {most_letters - 1, most};
    OWNED(contensou__owned_program) struct contensou__program *program = NULL;
    OWNED(contensou__owned_buffer) struct contensou__buffer *text = NULL;
    OWNED(contensou__owned_buffer) struct contensou__buffer *value = NULL;
    OWNED(contensou__owned_buffer) struct contensou__buffer *flag = NULL;
    OWNED(contensou__try_free) char *lines = calloc(most_letters, 1);
    struct contensou__arg args[4] = {{.value = sizes, .size = sizeof sizes}};
    double wide[most];
    float narrow[most];
    int32_t flags[flags_count] = {0};

    TRY(contensou__try_memory(lines, err, "the tables of %s", s->path));
    TRY(build(s, device, &program, err));
    TRY(contensou__buffer_create(&text, device, most_letters, lines, err));
    TRY(contensou__buffer_create(&value, device, sizeof wide, NULL, err));
    TRY(contensou__buffer_create(&flag, device, sizeof flags, flags, err));
    args[1].buffer = text;
    args[2].buffer = value;
    args[3].buffer = flag;
    TRY(contensou__program_run(program, "describe", 1, 0, args, 4, NULL, err));
    TRY(contensou__buffer_read(text, 0, most_letters, lines, err));
    TRY(contensou__buffer_read(value, 0, fp64 ? sizeof wide : sizeof narrow,
                               fp64 ? (void *)wide : (void *)narrow, err));
    TRY(contensou__buffer_read(flag, 0, sizeof flags, flags, err));
    for (int i = 0; i < most && !fp64; ++i)
        wide[i] = narrow[i];
    return understand(s, lines, wide, flags, err);
}

/* text: NULL for a file. */
static void release(struct contensou__user_system **s)
{
    contensou__user_system_close(*s);
}

/* text: NULL for a file. */
static enum contensou_status make(struct contensou__user_system **out, const char *path,
                                  const char *text, struct contensou_device *device,
                                  struct contensou_error *err)
{
    OWNED(release) struct contensou__user_system *s = calloc(1, sizeof *s);
    const char *base = strrchr(path, '/');

    *out = NULL;
    TRY(contensou__try_memory(s, err, "the system of %s", path));
    base = base ? base + 1 : path;
    snprintf(s->path, sizeof s->path, "%s", path);
    snprintf(s->name, sizeof s->name, "%.*s", (int)strcspn(base, "."), base);
    TRY(text ? contensou__user_source_take(&s->source, path, text, err)
             : contensou__user_source_read(&s->source, path, err));
    TRY(contensou__user_system_check(s->path, s->source.text.data, &s->friction, err));
    TRY(ask(s, device, err));
    *out = s;
    s = NULL;
    return CONTENSOU_OK;
}

enum contensou_status contensou__user_system_open(struct contensou__user_system **out,
                                                  const char *path, struct contensou_device *device,
                                                  struct contensou_error *err)
{
    return make(out, path, NULL, device, err);
}

enum contensou_status contensou__user_system_take(struct contensou__user_system **out,
                                                  const char *name, const char *text,
                                                  struct contensou_device *device,
                                                  struct contensou_error *err)
{
    return make(out, name, text, device, err);
}

int contensou__user_system_states_slopes(const struct contensou__user_system *own)
{
    static const char *const names[] = {"system_jacobian", "system_slip_slopes",
                                        "system_motion_slopes"};

    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (contensou__words_find(contensou__user_system_text(own), names[i]))
            return 1;
    return 0;
}

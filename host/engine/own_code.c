/* own_code.c: what the text of a user's system has. SPDX-License-Identifier: MIT */
#include "engine/own_code.h"

#include "base/text.h"

#include <string.h>

enum { most_errors = 8 };

/* Where the comment at `from` ends, or `from` itself. */
static const char *behind_comment(const char *from)
{
    const char *end;

    if (from[0] == '/' && from[1] == '/')
        return from + strcspn(from, "\n");
    if (from[0] != '/' || from[1] != '*')
        return from;
    end = strstr(from + 2, "*/");
    return end ? end + 2 : from + strlen(from);
}

/* The text without comments; quoted text stays, also where it looks like a comment. */
static void strip(const char *text, struct contensou__text *code)
{
    int quoted = 0;

    while (*text) {
        const char *const next = quoted ? text : behind_comment(text);

        if (next != text) {
            contensou__text_append(code, " ", 1);
            text = next;
            continue;
        }
        if (*text == '"' || *text == '\n')
            quoted = *text == '"' && !quoted;
        contensou__text_append(code, text++, 1);
    }
}

static int is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Where the word stands by itself, or NULL. */
static const char *find_word(const char *code, const char *word)
{
    const size_t size = strlen(word);

    for (const char *at = strstr(code, word); at; at = strstr(at + size, word))
        if ((at == code || !is_letter(at[-1])) && !is_letter(at[size]))
            return at;
    return NULL;
}

/* 1 if "#define word" stands there. */
static int defines(const char *code, const char *word)
{
    const size_t size = strlen("define");

    for (const char *at = find_word(code, "define"); at; at = find_word(at + size, "define")) {
        const char *const name = at + size + strspn(at + size, " \t");
        const size_t length = strlen(word);

        if (strncmp(name, word, length) == 0 && !is_letter(name[length]))
            return 1;
    }
    return 0;
}

static enum contensou_status check_needed(const char *path, const char *code,
                                          struct contensou_error *err)
{
    static const char *const words[] = {"SYSTEM_STATES", "SYSTEM_FIELDS", "define_states",
                                        "define_fields", "system_rhs"};

    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        if (!find_word(code, words[i]))
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s has no %s; a system needs SYSTEM_STATES, SYSTEM_FIELDS, "
                                  "define_states, define_fields and system_rhs",
                                  path, words[i]);
    return CONTENSOU_OK;
}

/* What may be left out is announced by a macro. */
static enum contensou_status check_optional(const char *path, const char *code,
                                            struct contensou_error *err)
{
    static const char *const functions[][2] = {{"system_jacobian", "system_has_jacobian"},
                                               {"system_slide", "system_has_slide"}};
    static const char *const numbers[] = {"system_second", "system_angles", "system_timed"};

    for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i) {
        const int is = find_word(code, functions[i][0]) != NULL;
        const int said = defines(code, functions[i][1]);

        if (is && !said)
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s has a %s but does not say so; it needs the line '#define %s'",
                                  path, functions[i][0], functions[i][1]);
        if (said && !is)
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s has the line '#define %s' but no %s; write it, or take the "
                                  "line away",
                                  path, functions[i][1], functions[i][0]);
    }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
        if (find_word(code, numbers[i]) && !defines(code, numbers[i]))
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s: %s must be a macro; write '#define %s' and its value", path,
                                  numbers[i], numbers[i]);
    return CONTENSOU_OK;
}

/* By the functions of the law that it calls. */
static enum contensou_status find_friction(const char *path, const char *code,
                                           enum contensou__system_friction *friction,
                                           struct contensou_error *err)
{
    const int rolling = find_word(code, "friction_wrench_tilted") != NULL;
    const int contact =
        rolling || find_word(code, "friction_wrench") || find_word(code, "friction_slide");
    const int line = find_word(code, "friction_force") || find_word(code, "friction_slide_line");

    *friction = rolling   ? contensou__system_rolling
                : contact ? contensou__system_contact
                : line    ? contensou__system_line
                          : contensou__system_none;
    if (contact && line)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s asks for the friction of a patch (friction_wrench, "
                              "friction_slide) and along a line (friction_force, "
                              "friction_slide_line); a law gives one of them",
                              path);
    return CONTENSOU_OK;
}

enum contensou_status contensou__own_code_check(const char *path, const char *text,
                                                enum contensou__system_friction *friction,
                                                struct contensou_error *err)
{
    struct contensou__text code = {0};
    enum contensou_status status = CONTENSOU_OK;

    strip(text ? text : "", &code);
    contensou__text_append(&code, "\n", 1);
    if (code.failed)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %s", path);
    if (!status)
        status = check_needed(path, code.data, err);
    if (!status)
        status = check_optional(path, code.data, err);
    if (!status)
        status = find_friction(path, code.data, friction, err);
    contensou__text_free(&code);
    return status;
}

enum contensou_status contensou__own_code_errors(const char *path, struct contensou_error *err)
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

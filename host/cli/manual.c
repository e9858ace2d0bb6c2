/* manual.c: manual pages (man(7)) and the completion of bash. SPDX-License-Identifier: MIT */
#include "cli/manual.h"
#include "cli/owned.h"
#include "cli/parts.h"

#include <contensou/catalogue.h>
#include <contensou/version.h>

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* A backslash, and a dash as one that can be copied, have names in pages. */
static void put_character(char c, FILE *to)
{
    if (c == '\\' || c == '-')
        fputs(c == '-' ? "\\-" : "\\e", to);
    else
        fputc(c, to);
}

/* A piece of a line, without dots at its beginning. */
static void put_piece(const char *text, FILE *to)
{
    for (; *text; text++)
        put_character(*text, to);
}

/* Text of a page: no line may look like a request. */
static void put_text(const char *text, FILE *to)
{
    int begins = 1;

    for (; *text; text++) {
        if (begins && (*text == '.' || *text == '\''))
            fputs("\\&", to);
        begins = *text == '\n';
        if (begins && text[1] == '\n') {
            fputs("\n.PP\n", to);
            text++;
        } else if (begins && text[1])
            fputs("\n.br\n", to);
        else
            put_character(*text, to);
    }
    fputc('\n', to);
}

/* Lines as they are, with their blanks, behind a bold piece. */
static void put_lines(const char *bold, const char *text, FILE *to)
{
    fprintf(to, ".nf\n%s%s%s", *bold ? "\\fB" : "", bold, *bold ? "\\fR " : "");
    for (; *text; text++) {
        put_character(*text, to);
        if (*text == '\n' && (text[1] == '.' || text[1] == '\''))
            fputs("\\&", to);
    }
    fputs("\n.fi\n", to);
}

static void put_title(const char *name, const char *summary, FILE *to)
{
    fputs(".TH ", to);
    for (const char *c = name; *c; c++)
        fputc(toupper((unsigned char)*c), to);
    fprintf(to, " 1 \"\" \"contensou %s\" \"User Commands\"\n.SH NAME\n%s \\- ", CONTENSOU_VERSION,
            name);
    put_text(summary, to);
}

static void put_option(const struct contensou__option *row, FILE *to)
{
    OWNED(contensou__text_free) struct contensou__text help = {0};

    fputs(".TP\n", to);
    if (row->letter)
        fprintf(to, "\\fB\\-%c\\fR, ", row->letter);
    fputs("\\fB\\-\\-", to);
    put_piece(row->name, to);
    fprintf(to, "\\fR%s%s\n", row->argument ? " " : "", row->argument ? row->argument : "");
    contensou__parts_expand(row->help, &help);
    put_text(help.data && !help.failed ? help.data : row->help, to);
    if (row->fallback) {
        fputs("(default: ", to);
        put_piece(row->fallback, to);
        fputs(")\n", to);
    }
}

static void put_command(const struct contensou__command *c, FILE *to)
{
    struct contensou__options o;
    char name[64];

    contensou__options_init(&o, c->options, c->option_count, c->words);
    snprintf(name, sizeof name, "contensou-%s", c->name);
    put_title(name, c->summary, to);
    fputs(".SH SYNOPSIS\n", to);
    name[sizeof "contensou" - 1] = ' ';
    put_lines(name, c->usage, to);
    fputs(".SH DESCRIPTION\n", to);
    put_text(c->about, to);
    fputs(".SH OPTIONS\n", to);
    for (size_t i = 0; i < o.count; i++)
        put_option(&o.row[i], to);
    fputs(".SH EXAMPLES\n", to);
    put_lines("", c->examples, to);
    fputs(".SH SEE ALSO\n\\fBcontensou\\fR(1)\n", to);
}

static void put_program(const struct contensou__manual *m, FILE *to)
{
    put_title("contensou", "finite-contact dry friction (the Coulomb-Contensou model)", to);
    fputs(".SH SYNOPSIS\n\\fBcontensou\\fR COMMAND [options]\n.SH COMMANDS\n", to);
    for (size_t i = 0; i < m->count; i++) {
        fprintf(to, ".TP\n\\fBcontensou\\-%s\\fR(1)\n", m->command[i]->name);
        put_text(m->command[i]->summary, to);
    }
    fputs(".SH VALUES\n", to);
    put_text(m->values, to);
    fputs(".SH EXIT STATUS\n0 success, 2 wrong input, 3 trajectories that failed, 1 failure "
          "inside, 130 interrupted.\n",
          to);
}

static enum contensou_status write_page(const struct contensou__manual *m,
                                        const struct contensou__command *command,
                                        const char *folder, struct contensou_error *err)
{
    OWNED(contensou__text_free) struct contensou__text path = {0};
    FILE *file;
    int failed;

    contensou__text_printf(&path, "%s/contensou%s%s.1", folder, command ? "-" : "",
                           command ? command->name : "");
    TRY(contensou__try_memory(path.failed ? NULL : m, err, "a page"));
    file = fopen(path.data, "w");
    if (file && command)
        put_command(command, file);
    else if (file)
        put_program(m, file);
    failed = !file || ferror(file);
    failed |= file && fclose(file) != 0;
    return failed ? contensou_fail(err, CONTENSOU_EIO, "cannot write '%s': %s", path.data,
                                   strerror(errno))
                  : CONTENSOU_OK;
}

enum contensou_status contensou__manual_pages(const struct contensou__manual *m, const char *folder,
                                              struct contensou_error *err)
{
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return contensou_fail(err, CONTENSOU_EIO, "cannot make the folder '%s': %s", folder,
                              strerror(errno));
    TRY(write_page(m, NULL, folder, err));
    for (size_t i = 0; i < m->count; i++)
        TRY(write_page(m, m->command[i], folder, err));
    return CONTENSOU_OK;
}

/* The parts of the library of one kind, as they are written. */
static enum contensou_status put_parts(enum contensou_catalogue_kind kind, FILE *to,
                                       struct contensou_error *err)
{
    OWNED(contensou__owned_catalogue) struct contensou_catalogue *c = NULL;

    TRY(contensou_catalogue_create(&c, kind, err));
    for (size_t i = 0; i < contensou_catalogue_count(c); i++)
        fprintf(to, "%s%s", i ? " " : "", contensou_catalogue_part(c, i)->example);
    return CONTENSOU_OK;
}

/* The names that options take, whatever the command. */
static enum contensou_status put_values(FILE *to, struct contensou_error *err)
{
    static const struct {
        const char *option;
        enum contensou_catalogue_kind kind;
    } rows[] = {
        {"shape", CONTENSOU_CATALOGUE_SHAPES},     {"pressure", CONTENSOU_CATALOGUE_PRESSURES},
        {"law", CONTENSOU_CATALOGUE_LAWS},         {"model", CONTENSOU_CATALOGUE_MODELS},
        {"stepper", CONTENSOU_CATALOGUE_STEPPERS}, {"engine", CONTENSOU_CATALOGUE_ENGINES},
        {"export", CONTENSOU_CATALOGUE_LANGUAGES},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fprintf(to, "        --%s) words=\"", rows[i].option);
        TRY(put_parts(rows[i].kind, to, err));
        fputs("\" ;;\n", to);
    }
    fprintf(to, "        --precision) words=\"%s %s\" ;;\n", contensou__options_precisions[0],
            contensou__options_precisions[1]);
    return CONTENSOU_OK;
}

enum contensou_status contensou__manual_completion(const struct contensou__manual *m, FILE *to,
                                                   struct contensou_error *err)
{
    fputs("# bash completion of contensou, made by 'contensou --completion'\n"
          "_contensou() {\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=\n"
          "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
          "        words=\"--help --version",
          to);
    for (size_t i = 0; i < m->count; i++)
        fprintf(to, " %s", m->command[i]->name);
    fputs("\"\n    elif [[ $word == -* ]]; then\n        case ${COMP_WORDS[1]} in\n", to);
    for (size_t i = 0; i < m->count; i++) {
        const struct contensou__command *c = m->command[i];
        struct contensou__options o;

        contensou__options_init(&o, c->options, c->option_count, c->words);
        fprintf(to, "        %s) words=\"", c->name);
        for (size_t k = 0; k < o.count; k++)
            fprintf(to, "%s--%s", k ? " " : "", o.row[k].name);
        fputs("\" ;;\n", to);
    }
    fputs("        esac\n    elif [ \"$COMP_CWORD\" = 2 ]; then\n"
          "        case ${COMP_WORDS[1]} in\n        ",
          to);
    for (size_t i = 0, any = 0; i < m->count; i++)
        if (strncmp(m->command[i]->usage, "SYSTEM", 6) == 0)
            fprintf(to, "%s%s", any++ ? "|" : "", m->command[i]->name);
    fputs(") words=\"", to);
    TRY(put_parts(CONTENSOU_CATALOGUE_SYSTEMS, to, err));
    fputs("\" ;;\n        esac\n    else\n        case $before in\n", to);
    TRY(put_values(to, err));
    fputs("        esac\n    fi\n"
          "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
          "}\n"
          "complete -o default -F _contensou contensou\n",
          to);
    return CONTENSOU_OK;
}

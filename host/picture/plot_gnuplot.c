/* plot_gnuplot.c: runs gnuplot on a script and keeps the picture.
 *
 * The script goes through a socket, not a pipe, so that a gnuplot that dies early is an error here
 * and not a signal; its messages go to a nameless file, so that neither side can wait for the
 * other. SPDX-License-Identifier: MIT */
#include "picture/plot_gnuplot.h"

#include "base/beside.h"
#include "picture/chart.h"

#include "base/try.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum kind { PNG, SVG, PDF, UNKNOWN };

/* What gnuplot calls a kind, its letters and lines of the default size, and what a whole file ends in. */
static const struct {
    const char *ending, *terminal, *end;
    double font, title, line;
} kinds[UNKNOWN] = {{".png", "pngcairo", "IEND", 14, 16.0 / 14, 1.5},
                    {".svg", "svg", "</svg>", 18, 21.0 / 18, 1.5},
                    {".pdf", "pdfcairo", "%%EOF", 8.5, 16.0 / 14, 0.75}};

static enum kind kind_of(const char *path)
{
    const char *const slash = strrchr(path, '/'), *const dot = strrchr(slash ? slash : path, '.');
    int kind = 0;

    while (kind < UNKNOWN && !(dot && strcasecmp(dot, kinds[kind].ending) == 0))
        ++kind;
    return (enum kind)kind;
}

/* The canvas is width x height pixels, 160 to the inch where the font has its default size. */
static void set_terminal(struct contensou__text *script, enum kind kind,
                         const struct contensou_plot_look *look, int width, int height)
{
    const double scale = contensou__chart_scale(look);
    const double weight = look && look->weight > 0 ? look->weight : 1;
    const double pixel =
        scale * (kind == PNG && look && look->resolution > 0 ? look->resolution / 160
                 : kind == SVG && look && look->width > 0    ? 96.0 / 160
                                                             : 1);
    const double font = kinds[kind].font * pixel;

    contensou__text_printf(script, "set encoding utf8\ntitle_font = ',%.4g'\nset terminal %s size ",
                           font * kinds[kind].title, kinds[kind].terminal);
    if (kind == PDF)
        contensou__text_printf(script, "%.3fin,%.3fin", width * pixel / 160, height * pixel / 160);
    else
        contensou__text_printf(script, "%ld,%ld", lround(width * pixel), lround(height * pixel));
    contensou__text_printf(script,
                           " font 'DejaVu Sans,%.4g' linewidth %.4g background rgb 'white'\n", font,
                           kinds[kind].line * pixel * weight);
    if (pixel * weight != 1)
        contensou__text_printf(script, "set termoption pointscale %.4g\n", pixel * weight);
}

/* The length of the printable UTF-8 character at s, or 0. */
static size_t printable(const char *s)
{
    return (unsigned char)*s < 0x20 || *s == 0x7F ? 0 : contensou__text_character(s);
}

static void put_quoted(struct contensou__text *script, const char *text, const char *end)
{
    contensou__text_append(script, "'", 1);
    while (text < end) {
        const size_t size = printable(text);

        if (*text == '\'') /* U+2019: gnuplot fails on a doubled quote at the start */
            contensou__text_append(script, "\xE2\x80\x99", 3);
        else
            contensou__text_append(script, size ? text : " ", size ? size : 1);
        text += size ? size : 1;
    }
    contensou__text_append(script, "'", 1);
}

void contensou__plot_gnuplot_quote(struct contensou__text *script, const char *text)
{
    put_quoted(script, text, text + strlen(text));
}

/* Where the first line of at most `width` bytes ends. */
static const char *line_end(const char *text, size_t width)
{
    const char *end = text + width, *blank;

    if (strlen(text) <= width)
        return text + strlen(text);
    for (blank = end; blank > text && *blank != ' '; blank--)
        continue;
    if (blank > text)
        return blank;
    while (end > text + 1 && ((unsigned char)*end & 0xC0) == 0x80) /* within a character */
        end--;
    return end;
}

int contensou__plot_gnuplot_wrap(struct contensou__text *script, const char *text, size_t width,
                                 int most)
{
    int lines = 0;

    do {
        const char *const end = line_end(text, width);

        contensou__text_printf(script, "%s", lines ? ".\"\\n\"." : "");
        put_quoted(script, text, end);
        text = end + strspn(end, " ");
    } while (++lines < most && *text);
    contensou__text_printf(script, "%s", *text ? ".' ...'" : "");
    return lines;
}

/* Starts gnuplot with these descriptors as its input, output and messages. */
static int start(pid_t *child, int input, int output, int messages)
{
    char name[] = "gnuplot", plain[] = "-d", from_input[] = "/dev/stdin";
    char *const arguments[] = {name, plain, from_input, NULL};
    posix_spawn_file_actions_t actions;
    int number = posix_spawn_file_actions_init(&actions);

    if (number != 0)
        return number;
    if ((number = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)) == 0 &&
        (number = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)) == 0 &&
        (number = posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO)) == 0)
        number = posix_spawnp(child, name, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return number;
}

/* The last line that gnuplot wrote, or "". */
static void last_message(FILE *messages, char line[512])
{
    char next[512];

    line[0] = '\0';
    rewind(messages);
    while (fgets(next, sizeof next, messages)) {
        next[strcspn(next, "\r\n")] = '\0';
        if (next[strspn(next, " \t^")])
            memcpy(line, next + strspn(next, " \t"), strlen(next + strspn(next, " \t")) + 1);
    }
}

/* Writes the two pieces of script for gnuplot to read from the start. */
static int put_script(FILE *file, const struct contensou__text *head,
                      const struct contensou__text *script)
{
    return fwrite(head->data, 1, head->size, file) == head->size &&
           (!script || fwrite(script->data, 1, script->size, file) == script->size) &&
           fflush(file) == 0 && lseek(fileno(file), 0, SEEK_SET) == 0;
}

/* The failure that errno tells of. */
static enum contensou_status cannot_draw(const char *path, struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_EIO, "cannot draw '%s': %s", path, strerror(errno));
}

static void close_file(FILE **file)
{
    if (*file)
        fclose(*file);
}

/* Runs gnuplot on two pieces of script, its picture going to `output`. */
static enum contensou_status feed(const char *path, int output, const struct contensou__text *head,
                                  const struct contensou__text *script, struct contensou_error *err)
{
    OWNED(close_file) FILE *messages = tmpfile();
    OWNED(close_file) FILE *input = tmpfile();
    int number = 0, result = 0;
    char line[512];
    pid_t child;

    if (!messages || !input || !put_script(input, head, script))
        return contensou_fail(err, CONTENSOU_EIO,
                              "cannot draw '%s': no temporary file for gnuplot: %s", path,
                              strerror(errno));
    number = start(&child, fileno(input), output, fileno(messages));
    if (number != 0)
        return contensou_fail(err, CONTENSOU_ENOTFOUND, "cannot draw '%s': %s", path,
                              number == ENOENT ? "gnuplot is not installed (on Debian: gnuplot-nox)"
                                               : strerror(number));
    while (waitpid(child, &result, 0) < 0 && errno == EINTR)
        continue;
    last_message(messages, line);
    if (!WIFEXITED(result) || WEXITSTATUS(result) != 0)
        return contensou_fail(err, CONTENSOU_EPICTURE, "cannot draw '%s': gnuplot: %s", path,
                              *line ? line : "it stopped without a word");
    return CONTENSOU_OK;
}

static enum contensou_status check_place(const char *path, struct contensou_error *err)
{
    const char *const slash = strrchr(path, '/');
    OWNED(contensou__try_free)
    char *folder = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
    struct stat about;

    if (!folder)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory to draw '%s'", path);
    if (kind_of(path) == UNKNOWN && !contensou__plot_gnuplot_is_data(path))
        return WRONG(err,
                     "cannot tell the kind of picture of '%s' by its ending; available: .png, "
                     ".svg, .pdf, and .json for what is drawn as data",
                     path);
    if (stat(folder, &about) != 0 || !S_ISDIR(about.st_mode))
        return contensou_fail(err, CONTENSOU_EIO, "cannot draw '%s': there is no folder '%s'", path,
                              folder);
    if (access(folder, W_OK | X_OK) != 0)
        return contensou_fail(err, CONTENSOU_EIO,
                              "cannot draw '%s': the folder '%s' is not writable", path, folder);
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode))
        return contensou_fail(err, CONTENSOU_EIO, "cannot draw '%s': it is not a regular file",
                              path);
    return CONTENSOU_OK;
}

int contensou__plot_gnuplot_is_data(const char *path)
{
    const size_t size = strlen(path);

    return size > 5 && strcasecmp(path + size - 5, ".json") == 0;
}

enum contensou_status contensou__plot_gnuplot_check(const char *path, struct contensou_error *err)
{
    OWNED(contensou__text_free) struct contensou__text head = {0};
    enum contensou_status status;
    int output;

    TRY(check_place(path, err));
    if (contensou__plot_gnuplot_is_data(path))
        return CONTENSOU_OK;
    set_terminal(&head, kind_of(path), NULL, 100, 100);
    if (head.failed)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory to draw '%s'", path);
    output = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (output < 0)
        return contensou_fail(err, CONTENSOU_EIO, "cannot open /dev/null: %s", strerror(errno));
    status = feed(path, output, &head, NULL, err);
    close(output);
    if (status != CONTENSOU_EPICTURE)
        return status;
    if (err) /* a gnuplot that cannot even begin is as good as none */
        err->status = CONTENSOU_ENOTFOUND;
    return CONTENSOU_ENOTFOUND;
}

/* 1 if the picture has its end: gnuplot does not notice a full disk. */
static int whole(int picture, enum kind kind)
{
    const char *const end = kinds[kind].end;
    char last[65];
    const off_t size = lseek(picture, 0, SEEK_END);
    ssize_t got;

    if (size < 64)
        return 0;
    got = pread(picture, last, 64, size - 64);
    for (ssize_t i = 0; i + (ssize_t)strlen(end) <= got; i++)
        if (memcmp(last + i, end, strlen(end)) == 0)
            return 1;
    return 0;
}

/* Draws into a file beside and gives it its name. */
static enum contensou_status draw(const char *path, const char *about,
                                  const struct contensou__text *head,
                                  const struct contensou__text *script, struct contensou_error *err)
{
    OWNED(contensou__beside_discard) struct contensou__beside file = {0};

    if (contensou__beside_open(&file, path) != 0)
        return cannot_draw(path, err);
    TRY(feed(path, file.descriptor, head, script, err));
    if (!whole(file.descriptor, kind_of(path)))
        return contensou_fail(err, CONTENSOU_EIO,
                              "cannot draw '%s': the picture is not whole (is the disk full?)",
                              path);
    if ((about && contensou__plot_about_put(file.descriptor, about) != 0) ||
        contensou__beside_commit(&file) != 0)
        return cannot_draw(path, err);
    return CONTENSOU_OK;
}

enum contensou_status contensou__plot_gnuplot_run(const char *path,
                                                  const struct contensou_plot_look *look, int width,
                                                  int height, const struct contensou__text *script,
                                                  struct contensou_error *err)
{
    OWNED(contensou__text_free) struct contensou__text head = {0};

    TRY(check_place(path, err));
    if (kind_of(path) == UNKNOWN)
        return WRONG(err,
                     "this picture is a script of gnuplot: '%s' cannot hold it; available: .png, "
                     ".svg, .pdf",
                     path);
    set_terminal(&head, kind_of(path), look, width, height);
    if (script->failed || head.failed)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory to draw '%s'", path);
    return draw(path, look ? look->about : NULL, &head, script, err);
}

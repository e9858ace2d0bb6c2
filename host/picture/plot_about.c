/* plot_about.c: a sentence into the file of a picture.
 *
 * PNG: an iTXt chunk behind the header (W3C, Portable Network Graphics, 11.3.4.5), with the check sum of ISO 3309. SVG: the
 * text of <desc>. PDF: an incremental update with a new information dictionary (ISO 32000-1, 7.5.6 and 14.3.3), its
 * places in a table or, as they are in the file (cairo 1.18), in a stream (7.5.8). SPDX-License-Identifier: MIT */
#include "picture/plot_gnuplot.h"

#include "base/text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint32_t check_sum(const char *bytes, size_t size)
{
    uint32_t sum = 0xFFFFFFFFu;

    for (size_t i = 0; i < size; ++i) {
        sum ^= (unsigned char)bytes[i];
        for (int bit = 0; bit < 8; ++bit)
            sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320u : 0);
    }
    return ~sum;
}

static void put_word(struct contensou__text *to, uint32_t word)
{
    const char bytes[4] = {(char)(word >> 24), (char)(word >> 16), (char)(word >> 8), (char)word};

    contensou__text_append(to, bytes, 4);
}

static void put_png(struct contensou__text *to, const struct contensou__text *from,
                    const char *text)
{
    static const char key[] =
        "iTXtDescription\0\0\0\0"; /* and the end of the string: not compressed, no language */
    const size_t header = 33;
    struct contensou__text chunk = {0};

    contensou__text_append(&chunk, key, sizeof key);
    contensou__text_append(&chunk, text, strlen(text));
    contensou__text_append(to, from->data, header);
    put_word(to, (uint32_t)chunk.size - 4);
    contensou__text_append(to, chunk.data, chunk.size);
    put_word(to, check_sum(chunk.data, chunk.size));
    contensou__text_append(to, from->data + header, from->size - header);
    to->failed |= chunk.failed;
    contensou__text_free(&chunk);
}

static void put_svg(struct contensou__text *to, const struct contensou__text *from,
                    const char *text)
{
    const char *const start = strstr(from->data, "<desc>"), *const end =
                                                                start ? strstr(start, "</desc>")
                                                                      : NULL;

    if (!end)
        return;
    contensou__text_append(to, from->data, (size_t)(start - from->data) + strlen("<desc>"));
    contensou__text_markup(to, text);
    /* maps have sharp cells, as in the other formats */
    contensou__text_printf(to, "</desc>\n<style>image { image-rendering: pixelated }</style>");
    contensou__text_append(to, end + strlen("</desc>"),
                           from->size - (size_t)(end - from->data) - strlen("</desc>"));
}

/* The last place of a word, or NULL. */
static const char *last(const struct contensou__text *from, const char *word)
{
    const size_t size = strlen(word);

    for (size_t i = from->size < size ? 0 : from->size - size + 1; i-- > 0;)
        if (memcmp(from->data + i, word, size) == 0)
            return from->data + i;
    return NULL;
}

static void put_pdf(struct contensou__text *to, const struct contensou__text *from,
                    const char *text)
{
    const char *const start = last(from, "startxref");
    const long before = start ? strtol(start + strlen("startxref"), NULL, 10) : 0;
    const char *places = before > 0 && (size_t)before < from->size ? from->data + before : NULL;
    const int stream = places && memcmp(places, "xref", 4) != 0;
    const char *size, *root;
    long objects, catalogue;
    size_t at, table;

    if (places && !stream)
        places = last(from, "trailer");
    size = places ? strstr(places, "/Size ") : NULL;
    root = places ? strstr(places, "/Root ") : NULL;
    if (!size || !root)
        return;
    objects = strtol(size + strlen("/Size "), NULL, 10);
    catalogue = strtol(root + strlen("/Root "), NULL, 10);
    contensou__text_append(to, from->data, from->size);
    at = to->size;
    contensou__text_printf(to, "%ld 0 obj\n<< /Producer (contensou) /Subject (", objects);
    for (; *text; ++text)
        contensou__text_printf(to, "%s%c", strchr("()\\", *text) ? "\\" : "", *text);
    contensou__text_printf(to, ") >>\nendobj\n");
    table = to->size;
    if (stream) /* two rows in hexadecimal digits: 1 for an object that is not packed, its place, 0 */
        contensou__text_printf(
            to,
            "%ld 0 obj\n<< /Type /XRef /Filter /ASCIIHexDecode /Length 25 /W [1 4 1] "
            "/Index [%ld 2]",
            objects + 1, objects);
    else
        contensou__text_printf(to, "xref\n%ld 1\n%010zu 00000 n \ntrailer\n<<", objects, at);
    contensou__text_printf(to, " /Size %ld /Root %ld 0 R /Info %ld 0 R /Prev %ld >>\n",
                           objects + 1 + stream, catalogue, objects, before);
    if (stream)
        contensou__text_printf(to, "stream\n01%08zX0001%08zX00>\nendstream\nendobj\n", at, table);
    contensou__text_printf(to, "startxref\n%zu\n%%%%EOF\n", table);
}

static int read_all(int file, struct contensou__text *to)
{
    char bytes[65536];
    ssize_t got = 0;

    if (lseek(file, 0, SEEK_SET) != 0)
        return -1;
    while ((got = read(file, bytes, sizeof bytes)) > 0)
        contensou__text_append(to, bytes, (size_t)got);
    return got < 0 || to->failed ? -1 : 0;
}

static int write_all(int file, const struct contensou__text *from)
{
    size_t done = 0;

    if (lseek(file, 0, SEEK_SET) != 0)
        return -1;
    while (done < from->size) {
        const ssize_t got = write(file, from->data + done, from->size - done);

        if (got <= 0)
            return -1;
        done += (size_t)got;
    }
    return ftruncate(file, (off_t)from->size);
}

int contensou__plot_about_put(int picture, const char *text)
{
    struct contensou__text from = {0}, to = {0};
    int result = read_all(picture, &from);

    if (result == 0 && from.size > 64) {
        if (memcmp(from.data, "\x89PNG", 4) == 0)
            put_png(&to, &from, text);
        else if (memcmp(from.data, "%PDF", 4) == 0)
            put_pdf(&to, &from, text);
        else
            put_svg(&to, &from, text);
        if (to.failed)
            result = -1;
        else if (to.size)
            result = write_all(picture, &to);
    }
    contensou__text_free(&from);
    contensou__text_free(&to);
    return result;
}

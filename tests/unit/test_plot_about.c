/* test_plot_about.c: a sentence in the file of a picture. SPDX-License-Identifier: MIT */
#include "picture/plot_gnuplot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The file with the sentence, for free(). */
static char *with(const char *text, const char *sentence)
{
    FILE *file = tmpfile();
    char *got = calloc(1, strlen(text) + 1000);

    assert_non_null(file);
    assert_non_null(got);
    assert_int_equal(fputs(text, file) >= 0, 1);
    assert_int_equal(fflush(file), 0);
    assert_int_equal(contensou__plot_about_put(fileno(file), sentence), 0);
    rewind(file);
    assert_true(fread(got, 1, strlen(text) + 999, file) > 0);
    fclose(file);
    return got;
}

/* What stands at the place that the last startxref names. */
static const char *places(const char *pdf)
{
    const char *start = pdf, *next;

    while ((next = strstr(start + 1, "startxref")) != NULL)
        start = next;
    return pdf + strtol(start + strlen("startxref"), NULL, 10);
}

static void a_pdf_has_it_behind_a_table(void **state)
{
    static const char text[] = "%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n"
                               "xref\n0 2\n0000000000 65535 f \n0000000009 00000 n \n"
                               "trailer\n<< /Size 2 /Root 1 0 R >>\nstartxref\n45\n%%EOF\n";
    char *got = with(text, "made (so)");
    const char *at = places(got);

    (void)state;
    assert_memory_equal(got, text, strlen(text));
    assert_non_null(strstr(got, "/Subject (made \\(so\\))"));
    assert_memory_equal(at, "xref\n2 1\n", 9);
    assert_memory_equal(got + strtol(at + 9, NULL, 10), "2 0 obj", 7);
    assert_non_null(strstr(at, "/Size 3 /Root 1 0 R /Info 2 0 R /Prev 45"));
    free(got);
}

/* As cairo 1.18 writes it, which has no trailer. */
static void a_pdf_has_it_behind_a_stream(void **state)
{
    static const char text[] =
        "%PDF-1.5\n1 0 obj\n<< /Type /Catalog >>\nendobj\n2 0 obj\n<< /Type /XRef\n   /Length 18\n"
        "   /Filter /ASCIIHexDecode\n   /Size 3\n   /W [1 1 1]\n   /Root 1 0 R\n>>\nstream\n"
        "0000FF010900012D00>\nendstream\nendobj\nstartxref\n45\n%%EOF\n";
    char *got = with(text, "made so"), rows[32] = "", word[9] = "";
    const char *at = places(got), *stream;

    (void)state;
    assert_memory_equal(got, text, strlen(text));
    assert_memory_equal(at, "4 0 obj\n<< /Type /XRef", 22);
    assert_non_null(strstr(at, "/W [1 4 1] /Index [3 2] /Size 5 /Root 1 0 R /Info 3 0 R /Prev 45"));
    stream = strstr(at, "stream\n");
    assert_non_null(stream);
    assert_int_equal(sscanf(stream, "stream\n%31s", rows), 1);
    assert_int_equal(strlen(rows), 25);
    memcpy(word, rows + 2, 8);
    assert_memory_equal(got + strtol(word, NULL, 16),
                        "3 0 obj\n<< /Producer (contensou) /Subject (made so)", 50);
    memcpy(word, rows + 14, 8);
    assert_ptr_equal(got + strtol(word, NULL, 16), at);
    free(got);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pdf_has_it_behind_a_table),
        cmocka_unit_test(a_pdf_has_it_behind_a_stream),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

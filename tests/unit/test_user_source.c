/* test_user_source.c: a user's file with what it includes is one text. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* symlink */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "source/bundle.h"
#include "source/user_source.h"
#include "support/run_program.h"

static struct contensou__user_source source;
static struct contensou_error err;

static void read_own(const char *path)
{
    contensou__user_source_free(&source);
    if (contensou__user_source_read(&source, path, &err))
        fail_msg("%s", err.message);
}

static void refused(const char *path, const char *sentence)
{
    contensou__user_source_free(&source);
    assert_int_equal(contensou__user_source_read(&source, path, &err), CONTENSOU_EINPUT);
    assert_string_equal(err.message, sentence);
}

static int leave(void **state)
{
    contensou__user_source_free(&source);
    return run_leave_folder(state);
}

static void included_files_stand_in_their_places(void **state)
{
    (void)state;
    assert_int_equal(mkdir("parts", 0700), 0);
    run_write_file("mine.h", "int one;\n#include \"params.h\" // why\nint three;\n"
                             "#include <parts/deep.h>\n#include \"core/real.h\"\nint six;\n");
    run_write_file("params.h", "int p;\n");
    run_write_file("parts/deep.h", "#include \"deeper.h\"\n#include \"params.h\"\nint deep;\n");
    run_write_file("parts/deeper.h", "int deeper;");
    read_own("mine.h");
    assert_string_equal(source.text.data,
                        "#line 1 \"mine.h\"\nint one;\n"
                        "#line 1 \"params.h\"\nint p;\n\n#line 2 \"mine.h\"\n // why\nint three;\n"
                        "#line 1 \"parts/deep.h\"\n#line 1 \"parts/deeper.h\"\nint deeper;\n"
                        "#line 1 \"parts/deep.h\"\n\n#line 1 \"params.h\"\nint p;\n\n"
                        "#line 2 \"parts/deep.h\"\n\nint deep;\n\n#line 4 \"mine.h\"\n\n"
                        "#include \"core/real.h\"\nint six;\n\n");
    assert_int_equal(source.files, 4);
    assert_string_equal(source.file[0].path, "mine.h");
    assert_string_equal(source.file[1].path, "params.h");
    assert_int_equal(source.file[1].size, 7);
    assert_string_equal(source.file[2].path, "parts/deep.h");
    assert_string_equal(source.file[3].path, "parts/deeper.h");
}

/* Behind a file of kernels/ the bundle goes on with the file and line of the user's, wherever it was. */
static void the_bundle_keeps_the_lines_of_every_file(void **state)
{
    struct contensou__bundle b = {0};
    struct contensou__text out = {0};

    (void)state;
    run_write_file("mine.h",
                   "int one;\n#include \"params.h\"\n#include \"core/wrench.h\"\nint four;\n");
    run_write_file("params.h", "\n\n#include \"core/real.h\"\nint p;\n");
    read_own("mine.h");
    b.user_path = "mine.h";
    b.user_text = source.text.data;
    contensou__bundle_include(&b, "mine.h");
    assert_int_equal(contensou__bundle_write(&b, &out, &err), CONTENSOU_OK);
    assert_non_null(strstr(out.data, "#line 3 \"params.h\"\n\nint p;\n"));
    assert_non_null(strstr(out.data, "#line 3 \"mine.h\"\n\nint four;\n"));
    contensou__text_free(&out);
}

static void circles_and_pragma_once_end(void **state)
{
    (void)state;
    run_write_file("mine.h",
                   "#include \"a.h\"\n#include \"a.h\"\n#include \"o.h\"\n#include \"o.h\"\n");
    run_write_file("a.h", "#ifndef A\n#define A\n#include \"b.h\"\n#endif\n");
    run_write_file("b.h", "#ifndef B\n#define B\n#include \"a.h\"\n#include \"mine.h\"\n#endif\n");
    run_write_file("o.h", "#pragma once\nint once;\n");
    read_own("mine.h");
    assert_int_equal(source.files, 4);
    assert_null(strstr(source.text.data, "#pragma"));
    assert_null(strstr(strstr(source.text.data, "int once") + 1, "int once"));
}

static void what_is_not_in_the_folder_is_refused(void **state)
{
    (void)state;
    assert_int_equal(mkdir("in", 0700), 0);
    run_write_file("out.h", "int out;\n");
    run_write_file("in/mine.h", "\n#include \"../out.h\"\n");
    refused("in/mine.h",
            "in/mine.h:2 includes '../out.h', which is not in the folder of the system; a "
            "system includes files of its own folder only, as they belong to what is run");
    assert_int_equal(symlink("../out.h", "in/link.h"), 0);
    run_write_file("in/mine.h", "#include \"link.h\"\n");
    contensou__user_source_free(&source);
    assert_int_equal(contensou__user_source_read(&source, "in/mine.h", &err), CONTENSOU_EINPUT);
    assert_non_null(strstr(err.message, "'link.h', which is not in the folder"));
    run_write_file("in/mine.h", "#include <stdio.h>\n");
    refused("in/mine.h",
            "in/mine.h:1 includes 'stdio.h', which is neither a file in its folder nor one "
            "of kernels/");
    run_write_file("in/mine.h", "#define NAME \"out.h\"\n# include NAME\n");
    refused("in/mine.h",
            "in/mine.h:2 includes '# include NAME', which must name its file in quotes");
    /* in comments, and for a compiler of C, it may stand */
    run_write_file("in/mine.h",
                   "/*\n#include <stdio.h>\n*/\n#ifndef GUARD\n"
                   "#ifndef __OPENCL_C_VERSION__\n#include <math.h>\n#endif\n#endif\n");
    read_own("in/mine.h");
    assert_non_null(strstr(source.text.data, "\n#error it includes 'math.h', which is neither"));
    assert_non_null(strstr(source.text.data, "/*\n#include <stdio.h>\n*/"));
}

static void sizes_are_bounded(void **state)
{
    char text[64];

    (void)state;
    for (int i = 0; i < 40; i++) {
        char name[16];

        snprintf(name, sizeof name, "f%d.h", i);
        snprintf(text, sizeof text, "#include \"f%d.h\"\n", i + 1);
        run_write_file(name, text);
    }
    refused("f0.h", "f32.h: includes go more than 32 files deep");
    for (int i = 0; i < 30; i++) { /* 2^30 copies of the last, were there no limit */
        char name[16];

        snprintf(name, sizeof name, "f%d.h", i);
        snprintf(text, sizeof text, "#include \"f%d.h\"\n#include \"f%d.h\"\n", i + 1, i + 1);
        run_write_file(name, text);
    }
    run_write_file("f30.h", "int end;\n");
    refused("f0.h", "f0.h has, with what it includes, more than 2000 includes");
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(included_files_stand_in_their_places, run_enter_folder, leave),
        cmocka_unit_test_setup_teardown(the_bundle_keeps_the_lines_of_every_file, run_enter_folder, leave),
        cmocka_unit_test_setup_teardown(circles_and_pragma_once_end, run_enter_folder, leave),
        cmocka_unit_test_setup_teardown(what_is_not_in_the_folder_is_refused, run_enter_folder, leave),
        cmocka_unit_test_setup_teardown(sizes_are_bounded, run_enter_folder, leave),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_user_system_input.c: a user's own system that is wrong gets a sentence with what is wrong and where,
 * and exit code 2. SPDX-License-Identifier: MIT */
#include "base/text.h"
#include "support/run_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define EXAMPLES CONTENSOU_SOURCE_DIR "/bench/examples/"

/* own.h is the example with the first `old` exchanged for `new`. Returns the line where that stands. */
static int write_changed(const char *example, const char *old, const char *new)
{
    struct contensou__text text = {0}, changed = {0};
    char path[1024];
    const char *at;
    int line = 1;

    snprintf(path, sizeof path, EXAMPLES "%s", example);
    assert_int_equal(contensou__text_read_file(&text, path, NULL), CONTENSOU_OK);
    at = strstr(text.data, old);
    if (!at)
        fail_msg("'%s' is not in %s", old, example);
    for (const char *c = text.data; c < at; c++)
        line += *c == '\n';
    contensou__text_append(&changed, text.data, (size_t)(at - text.data));
    contensou__text_printf(&changed, "%s%s", new, at + strlen(old));
    run_write_file("own.h", changed.data);
    contensou__text_free(&text);
    contensou__text_free(&changed);
    return line;
}

/* Our sentence comes first: what the compiler of the driver prints by itself is dropped. */
static void refuse_compiled(const char *run, int line, const char *culprit)
{
    const size_t files = run_count_files();
    struct run_result result = run_program("%s", run);
    char place[64];

    snprintf(place, sizeof place, "own.h:%d", line);
    assert_int_equal(result.code, 2);
    assert_true(strncmp(result.err, "contensou ", 10) == 0);
    assert_non_null(strstr(result.err, ": own.h does not compile: own.h:"));
    if (!strstr(result.err, place) || !strstr(result.err, culprit))
        fail_msg("'%s' and '%s' are not in: %s", place, culprit, result.err);
    assert_string_equal(result.out, "");
    assert_int_equal(run_count_files(), files);
    run_free(&result);
}

static void compile_errors_name_file_and_line(void **state)
{
    int line = write_changed("van_der_pol.h", "p->F *", "p->Force *");

    (void)state;
    refuse_compiled("run --system-file own.h --time 1 -o out.csv", line, "Force");
    refuse_compiled("sweep --system-file own.h --time 1 --vary mu=1,2 -o out.csv", line, "Force");
    line = write_changed("slider.h", "s.vx = y->xdot -", "s.vx = y->xdots -");
    refuse_compiled("run --system-file own.h --law I11 --time 1 -o out.csv", line, "xdots");
    /* what works for single numbers only is no system for a sweep, and so for nobody */
    line = write_changed("van_der_pol.h", "    dy->x = y->v;",
                         "if (y->x > 1.0)\nreturn;\ndy->x = y->v;");
    refuse_compiled("run --system-file own.h --time 1 -o out.csv", line, "scalar");
    refuse_compiled("run --system-file own.h --time 1 -o out.csv", line,
                    "choose by pick(x > 0.0, ");
    line = write_changed("van_der_pol.h", "    dy->x = y->v;", "    dy->x = y->v");
    refuse_compiled("run --system-file own.h --time 1 -o out.csv", line, "';'");
    write_changed("van_der_pol.h", "FIELD(F, ", "FIELD(mu, ");
    refuse_compiled("run --system-file own.h --time 1 -o out.csv", 31, "duplicate member 'mu'");
}

static void what_is_missing_is_named(void **state)
{
    (void)state;
    write_changed("van_der_pol.h", "void system_rhs(", "void system_right(");
    run_refuse("run --system-file own.h --time 1", "own.h has no system_rhs", "system_motion");
    write_changed("slider.h", "void system_motion(", "void slider_motion(");
    run_refuse("run --system-file own.h --law I11 --time 1", "own.h has no system_motion",
               "its system_slip");
    write_changed("slider.h", "void system_motion_slopes(", "void system_rhs(");
    run_refuse("run --system-file own.h --law I11 --time 1", "own.h has a system_rhs beside",
               "take it away");
    write_changed("van_der_pol.h", "define_fields(system_params, SYSTEM_FIELDS);", "");
    run_refuse("run --system-file own.h --time 1", "own.h has no define_fields", "system_rhs");
    write_changed("van_der_pol.h", "define_states(system, SYSTEM_STATES);",
                  "/* define_states(system, SYSTEM_STATES); */ // define_states");
    run_refuse("run --system-file own.h --time 1", "own.h has no define_states", "system_rhs");
    run_write_file("own.h", "");
    run_refuse("run --system-file own.h --time 1", "own.h has no SYSTEM_STATES", "system_rhs");
    run_refuse("run --system-file nothere.h --time 1", "nothere.h", "No such file");
    run_refuse("run --system-file . --time 1", "'.'", "directory");
    run_refuse("run lorenz --system-file own.h --time 1", "'lorenz'", "--system-file own.h");
    run_refuse("run --time 1", "missing SYSTEM", "--system-file");
    write_changed("van_der_pol.h", "/*", "#include \"mine.h\"\n/*");
    run_refuse("run --system-file own.h --time 1", "own.h:1", "'mine.h'");
}

static void tables_have_limits(void **state)
{
    static const char row[] = "STATE(x, 2.0, \"-\", \"deflection\")";
    char rows[1024] = "";
    struct run_result result;

    (void)state;
    write_changed("van_der_pol.h", "STATE(v, 0.0, \"-\"", "STATE(x, 0.0, \"-\"");
    result = run_program("run --system-file own.h --time 1");
    assert_int_equal(result.code, 2);
    assert_non_null(strstr(result.err, "duplicate member 'x'"));
    run_free(&result);
    for (int i = 0; i < 11; i++)
        snprintf(rows + strlen(rows), sizeof rows - strlen(rows), "STATE(s%d, 0.0, \"-\", \"\") ",
                 i);
    strcat(rows, row);
    write_changed("van_der_pol.h", row, rows);
    run_refuse("run --system-file own.h --time 1", "13 states", "1 to 12");
    write_changed("slider.h", "    STATE(phidot, 0.5, \"rad/s\", \"its angular velocity\")", "");
    result = run_program("run --system-file own.h --law I11 --time 1");
    assert_int_equal(result.code, 2);
    assert_non_null(strstr(result.err, "phidot"));
    run_free(&result);
    write_changed("van_der_pol.h", "/* The right-hand side",
                  "enum { system_traits = trait_second_order };\n"
                  "#define system_dim 3\n/* The right-hand side");
    run_refuse("run --system-file own.h --time 1", "own.h is of second order with 3 states",
               "even");
    write_changed("van_der_pol.h", "FIELD(F,     1.2, \"-\",", "FIELD(F, 1.2, \"N >= 0.5\",");
    run_refuse("run --system-file own.h --time 1 --set F=0.25", "F", "0.5");
}

/* Headers of earlier versions are told what has become of their words. */
static void earlier_words_are_named(void **state)
{
    (void)state;
    write_changed("van_der_pol.h", "define_states(", "#define system_second 1\ndefine_states(");
    run_refuse("run --system-file own.h --time 1", "'#define system_second'", "trait_second_order");
    write_changed("van_der_pol.h", "define_states(", "#define system_timed 0\ndefine_states(");
    run_refuse("run --system-file own.h --time 1", "'#define system_timed'", "trait_autonomous");
    write_changed("van_der_pol.h", "    dy->x = y->v;",
                  "    dy->x = friction_wrench(law, s, 0).Tx;");
    run_refuse("run --system-file own.h --time 1", "calls the law itself (friction_wrench)",
               "system_slip");
}

static void laws_must_make_sense(void **state)
{
    const char example[] = "run --time 1 -o out.csv --system-file " EXAMPLES;
    char line[1200];

    (void)state;
    snprintf(line, sizeof line, "%sslider.h", example);
    run_refuse(line, "missing --law, as slider has friction", "integral");
    snprintf(line, sizeof line, "%sslider.h --law tanh", example);
    run_refuse(line, "the law tanh cannot be used with slider", "I11");
    snprintf(line, sizeof line, "%sslider.h --law I12", example);
    run_refuse(line, "I12", "even");
    snprintf(line, sizeof line, "%sslider.h --law potental4", example);
    run_refuse(line, "'potental4'", "did you mean 'potential4'?");
    snprintf(line, sizeof line, "%svan_der_pol.h --law I11", example);
    run_refuse(line, "the law I11 cannot be used with van_der_pol, which has no friction", "none");
    snprintf(line, sizeof line, "%svan_der_pol.h --set mue=2", example);
    run_refuse(line, "'mue'", "did you mean 'mu'?");
    snprintf(line, sizeof line, "%svan_der_pol.h --init y=2", example);
    run_refuse(line, "'y'", "available: x, v");
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(compile_errors_name_file_and_line, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(what_is_missing_is_named, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(tables_have_limits, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(earlier_words_are_named, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(laws_must_make_sense, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

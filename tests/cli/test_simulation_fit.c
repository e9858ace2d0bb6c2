/* test_simulation_fit.c: a file of 'contensou fit' as the law of a simulation brings its model, its numbers
 * and its contact. SPDX-License-Identifier: MIT */
#include "support/hdf5_file.h"
#include "support/run_program.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The last row of a run of the free disk with this law: t, then five states. */
static void end_of(const char *law, double row[6])
{
    struct run_result result = run_program("run free_disk --time 0,0.5 --law %s", law);
    const char *at;

    if (result.code)
        fail_msg("%s: %s", law, result.err);
    result.out[result.out_size - 1] = '\0';
    at = strrchr(result.out, '\n') + 1;
    for (int i = 0; i < 6; i++) {
        char *end;

        row[i] = strtod(at, &end);
        at = end + 1;
    }
    run_free(&result);
}

/* The same fit, made beforehand and made by run itself: equal but for the search's last digits. */
static void same_motion(const char *contact, const char *model)
{
    char line[256];
    double file[6], itself[6];

    snprintf(line, sizeof line, "fit %s --model %s -o f.json", contact, model);
    run_finish("%s", line);
    end_of("f.json", file);
    snprintf(line, sizeof line, "%s %s", model, contact);
    end_of(line, itself);
    for (int i = 0; i < 6; i++)
        if (!(fabs(file[i] - itself[i]) <= 1e-8))
            fail_msg("%s of %s, column %d: %.12g and %.12g", model, contact, i, file[i], itself[i]);
}

static void a_fit_brings_its_contact(void **state)
{
    (void)state;
    same_motion("--shape disk --pressure hertz", "I11");
    same_motion("--shape disk --pressure hertz --tilt 0.5,0.3", "pade2");
    same_motion("--shape ellipse:1,0.5 --center 0.2,0.1", "potential4");
}

/* What is needed to repeat the run. */
static void the_file_tells_the_contact_of_the_fit(void **state)
{
    (void)state;
    run_finish("fit --shape disk --pressure hertz --model I11 -o f.json");
    run_finish("run free_disk --time 0,0.1 --law f.json -o out.h5");
    assert_string_equal(hdf5_file_text("out.h5", "/", "law"), "I11");
    assert_string_equal(hdf5_file_text("out.h5", "parameters/contact", "shape"), "disk");
    assert_string_equal(hdf5_file_text("out.h5", "parameters/contact", "pressure"), "hertz");
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_fit_brings_its_contact, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(the_file_tells_the_contact_of_the_fit, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

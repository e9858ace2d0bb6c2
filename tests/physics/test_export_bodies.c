/* test_export_bodies.c: the implicit step of exported laws for bodies whose mass centre is far from the contact, where the
 * equation of a step is hard: every law, in C and in Python. A million of each by hand:
 *     contensou fit --shape disk --model I11 --name law --export c -o law.h
 *     cc -O2 -I. tests/physics/export_bodies.c -o bodies -lm && ./bodies 1000000
 * SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

static const char *const laws[] = {
    "--shape disk --model I00",
    "--shape disk --model I11",
    "--shape disk --model I20",
    "--shape disk --model I02",
    "--shape disk --model I22",
    "--shape disk --model pade1",
    "--shape disk --model pade2",
    "--shape disk --pressure hertz --tilt 0.5,0.3 --model pade2",
    "--shape disk --model ellipsoid",
    "--shape disk --model I33",
    "--shape disk --model potential4",
    "--shape disk --model potential6",
    "--shape disk --model potential8",
    "--shape disk --model table",
    "--shape rectangle:1,0.3 --center 0.3,0.1 --model I11",
    "--shape rectangle:1,0.3 --center 0.3,0.1 --model potential4",
    "--shape rectangle:1,0.3 --center 0.3,0.1 --model potential8",
};

static void run_all(const char *language, const char *file, const char *command, int count)
{
    for (size_t i = 0; i < sizeof laws / sizeof *laws; ++i) {
        char line[1000];

        run_finish("fit %s --name law --export %s -o %s --force --quiet", laws[i], language, file);
        snprintf(line, sizeof line, command, CONTENSOU_SOURCE_DIR, count);
        print_message("%s: ", laws[i]);
        fflush(NULL);
        if (system(line))
            fail_msg("%s in %s", laws[i], language);
    }
}

static void a_step_in_c_satisfies_its_equation(void **state)
{
    (void)state;
    run_all("c", "law.h",
            "cc -std=c99 -Wall -Wextra -Wpedantic -Werror -O1 -I. "
            "'%s/tests/physics/export_bodies.c' -o bodies -lm && ./bodies %d",
            1000);
}

static void a_step_in_python_satisfies_its_equation(void **state)
{
    (void)state;
    run_all("python", "law.py", "python3 '%s/tests/physics/export_bodies.py' %d", 30);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_step_in_c_satisfies_its_equation, run_enter_folder,
                                        run_leave_folder),
        cmocka_unit_test_setup_teardown(a_step_in_python_satisfies_its_equation, run_enter_folder,
                                        run_leave_folder),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_saltation_slow.c: over the switches of the disk, with two components of slip, and a whole period of its stiff slip,
 * differences go as the flow itself says, to 2e-8. SPDX-License-Identifier: MIT */
#include "support/flow_slopes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void differences_pass_the_switches_of_the_disk(void **state)
{
    static const double size[] = {20, 0.6, 10, 0.2};
    static flow_setting disk[] = {
        {"system", "disk_belt"},
        {"law", "I00"},
        {"set", "law.m=2,law.b=1,law.eta=4.98"},
        {"init", "x=-2.129162647621667,phi=-1.1164379917744338,xdot=0.20412013533369983,phidot="
                 "0.069106106896664563"},
        {NULL}};

    (void)state;
    flow_slopes_check(disk, size, 2e-3, 131.13071130379, 1, 2e-8);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(differences_pass_the_switches_of_the_disk),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_saltation.c: over the switches of a driven block under Coulomb's law, sticks that begin and end, differences go as the
 * flow itself says, to 1e-6. SPDX-License-Identifier: MIT */
#include "support/flow_slopes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void differences_pass_the_switches_of_the_block(void **state)
{
    static const double size[] = {1, 1, 1, 0.1, 1, 1};
    static flow_setting block[] = {{"system", "block_belt"},
                                   {"law", "signum"},
                                   {"set", "Omega0_sq=0,F0=0.5,V_dr=0.1"},
                                   {"init", "X=0.3,V=-0.5,phi=1"},
                                   {NULL}};

    (void)state;
    flow_slopes_check(block, size, 1e-3, 14, 2, 1e-6);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(differences_pass_the_switches_of_the_block),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

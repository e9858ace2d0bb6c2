/* test_defaults_slow.c: sweeps without a stepper over the product of systems, laws, kinds of motion and numbers of lanes: each
 * ends, within twice the attempts of the best stepper given by hand. SPDX-License-Identifier: MIT */
#include "support/attempts.h"
#include "support/run_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define EXAMPLE "--system-file " CONTENSOU_SOURCE_DIR "/bench/examples/"

static const char *const of_contacts[] = {
    "", "--law integral", "--law table", "--law I11", "--law potential4", "--law ellipsoid", NULL};
static const char *const along_lines[] = {"--law continuous", "--law switch", "--law tanh",
                                          "--law signum", NULL};
static const char *const rolling[] = {"", "--law pade1", NULL};
static const char *const none[] = {"", NULL};

/* Stick-slip or coming to rest, at rest or nearly so, slipping; %d is how many lanes there are, one lane has the first value. */
static const struct {
    const char *system, *const *laws, *motion[4];
} systems[] = {
    {"free_disk",
     of_contacts,
     {"--vary init.omega=1:9:%d --time 3", "--vary init.vx=0:1e-3:%d --time 3",
      "--vary init.vx=5:9:%d --time 1"}},
    {"disk_belt",
     of_contacts,
     {"--vary v_b=0.05:0.5:%d --time 100", "--vary v_b=0.01:0.02:%d --time 20",
      "--vary v_b=2:5:%d --time 20"}},
    {"pendulum",
     of_contacts,
     {"--vary omega_0=0.1:20:%d --time 5", "--vary omega_0=0.001:0.01:%d --time 5",
      "--vary omega_0=60:65:%d --time 3"}},
    {"rolling_ball",
     rolling,
     {"--vary init.vx=1:5:%d --time 5", "--vary init.vx=0:1e-3:%d --time 3",
      "--vary init.vx=8:9:%d --time 1", "--init wz=0 --vary init.vx=0.1:15:%d --time 10"}},
    {"block_belt",
     along_lines,
     {"--vary V_dr=0.05:1.5:%d --time 100", "--vary V_dr=1e-4:1e-3:%d --time 20",
      "--vary V_dr=3:5:%d --time 20",
      "--set V0=0.5,Omega=1,F0=0.5 --vary V_dr=0.05:1:%d --time 50"}},
    {"lorenz", none, {"--vary rho=0:28:%d --time 10"}},
    {EXAMPLE "van_der_pol.h",
     none,
     {"--vary mu=0.1:1000:%d --time 100", "--set mu=1e5,F=0 --vary init.x=1.9:2:%d --time 1e5"}},
    {EXAMPLE "slider.h",
     of_contacts + 1, /* it has no law of its own */
     {"--vary v_p=0.01:0.5:%d --time 5", "--vary v_p=1e-5:1e-4:%d --time 2",
      "--vary v_p=2:3:%d --time 1"}},
};

/* Attempts over those of the best stepper that ends; the lines that are worse than twice that are counted. */
static int is_worse(const char *line)
{
    static const char *const by_hand[] = {"dop853", "dopri54", "rodas54", "rodas43"};
    const struct attempts a = attempts_of(line, "auto", 1e7);
    const double limit = 20 * (a.sum / (a.lanes ? a.lanes : 1)) + 1000;
    double best = 0;
    int ends, worse;

    for (size_t k = 0; k < sizeof by_hand / sizeof *by_hand; ++k) {
        const struct attempts one = attempts_of(line, by_hand[k], limit);

        if (one.lanes && one.finished == one.lanes && (best == 0 || one.sum < best))
            best = one.sum;
    }
    ends = a.lanes > 0 && a.finished == a.lanes;
    worse = !ends || (best > 0 && a.sum > 2 * best);
    print_message("%s %5.2f of the best, %8.1f attempts a lane, %d lanes: %s\n",
                  worse ? "WORSE" : "     ", best > 0 ? a.sum / best : 0, a.sum / a.lanes, a.lanes,
                  line);
    return worse;
}

static void check_lanes(int lanes)
{
    int worse = 0;

    for (size_t s = 0; s < sizeof systems / sizeof *systems; ++s)
        for (const char *const *law = systems[s].laws; *law; ++law)
            for (int m = 0; m < 4 && systems[s].motion[m]; ++m) {
                const char *const motion = systems[s].motion[m], *const at = strstr(motion, "%d");
                const char *const range = strchr(strstr(motion, "--vary"), ':');
                char line[512];

                if (lanes == 1)
                    snprintf(line, sizeof line, "%s %s %.*s%s", systems[s].system, *law,
                             (int)(range - motion), motion, at + 2);
                else
                    snprintf(line, sizeof line, "%s %s %.*s%d%s", systems[s].system, *law,
                             (int)(at - motion), motion, lanes, at + 2);
                worse += is_worse(line);
            }
    assert_int_equal(worse, 0);
}

static void one_lane(void **state)
{
    (void)state;
    check_lanes(1);
}

static void sixteen_lanes(void **state)
{
    (void)state;
    check_lanes(16);
}

static void a_hundred_and_sixty_lanes(void **state)
{
    (void)state;
    check_lanes(160);
}

static void four_thousand_lanes(void **state)
{
    (void)state;
    check_lanes(4096);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_lane, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(sixteen_lanes, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_hundred_and_sixty_lanes, run_enter_folder,
                                        run_leave_folder),
        cmocka_unit_test_setup_teardown(four_thousand_lanes, run_enter_folder, run_leave_folder),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

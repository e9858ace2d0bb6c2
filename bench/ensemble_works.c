/* ensemble_works.c: the works that ensembles are measured by, each with what other programs reach on two
 * cores with AVX2. SPDX-License-Identifier: MIT */
#include "ensemble.h"

#define STICK_SLIP "k_X=100,k_Y=100,Y_S=0.1,R=0.1,N=6,law.eta=2.5,law.eps=1e-5"
#define DISK_BELT                                                               \
    .system = "disk_belt", .law = "I00", .set = "law.eps=1e-5,law.b=1,law.m=2", \
    .vary = "law.eta=2.7:5", .t_end = 150, .stiff = 1, .tight = "rodas54",      \
    .steppers = {"rodas43", "rodas54"}, .ode = &bench_disk_belt, .required = 10, .aim = 25
#define BLOCK_BELT                                                                      \
    .system = "block_belt", .law = "continuous", .set = "law.eps=1e-3,F0=0.5,Omega1=2", \
    .vary = "V_dr=0.1:1", .t_end = 200, .atol = 1e-2, .tight = "dop853",                \
    .steppers = {"dopri54", "rodas43", "dop853"}, .ode = &bench_block_belt

const struct bench_work bench_works[] = {
    {.name = "lorenz, t 0..10, rho 0..21",
     .system = "lorenz",
     .law = "none",
     .vary = "rho=0:21",
     .t_end = 10,
     .error = 2e-9,
     .atol = 1,
     .others = "CVODE 880 (2e-9), numba 7.9e3 (8e-11), heyoka 1.75e5 (1e-11)",
     .tight = "dop853",
     .steppers = {"dopri54", "dop853"},
     .lanes = 16384,
     .few = 256,
     .ode = &bench_lorenz},
    {.name = "pendulum slipping",
     .system = "pendulum",
     .law = "I11",
     .set = "law.eps=1e-5,law.eta_prime=0",
     .vary = "omega_0=30:50",
     .t_end = 1,
     .error = 6e-7,
     .atol = 1e-2,
     .required = 10,
     .aim = 25,
     .others = "CVODE 3.4e3 (3e-6), numba 1.1e4 (6e-7), diffrax 9.2e3 (6e-7)",
     .tight = "dop853",
     .steppers = {"dopri54", "dop853"},
     .lanes = 8192,
     .few = 512,
     .ode = &bench_pendulum},
    {.name = "pendulum stick-slip",
     .system = "pendulum",
     .law = "I11",
     .set = STICK_SLIP,
     .vary = "omega_0=0.5:0.7",
     .t_end = 10,
     .error = 2e-6,
     .atol = 1e-3,
     .stiff = 1,
     .required = 10,
     .aim = 25,
     .others = "CVODE 127 (2e-6)",
     .tight = "rodas54",
     .steppers = {"rodas43", "rodas54"},
     .lanes = 1024,
     .few = 128,
     .ode = &bench_pendulum},
    {DISK_BELT, .name = "disk_belt, to 1.5e-5", .error = 1.5e-5, .atol = 1e-3,
     .others = "CVODE 1e3", .lanes = 8192, .few = 256},
    {DISK_BELT, .name = "disk_belt, to 3.5e-7", .error = 3.5e-7, .atol = 1e-3,
     .others = "CVODE 490", .lanes = 4096, .few = 256},
    {DISK_BELT, .name = "disk_belt, to 8e-9", .error = 8e-9, .atol = 1e-4, .others = "CVODE 270",
     .lanes = 2048, .few = 128},
    {BLOCK_BELT, .name = "block_belt, to 1e-5", .error = 1e-5, .others = "numba 1.4e3 (1e-5)",
     .lanes = 4096, .few = 64},
    {BLOCK_BELT, .name = "block_belt, to 2e-7", .error = 2e-7, .required = 40, .aim = 85,
     .others = "CVODE 66 (2e-7), clODE 650 (7e-7)", .lanes = 4096, .few = 64},
};
const size_t bench_work_count = sizeof bench_works / sizeof *bench_works;

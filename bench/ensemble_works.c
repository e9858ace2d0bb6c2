/* ensemble_works.c: the works that ensembles are measured by, each with what other programs reach on two
 * cores with AVX2, or with AVX-512 where a star says so. SPDX-License-Identifier: MIT */
#include "ensemble.h"

#define STICK_SLIP "k_X=100,k_Y=100,Y_S=0.1,R=0.1,N=6,law.eta=2.5,law.eps=1e-5"
#define LORENZ                                                                                  \
    .system = "lorenz", .law = "none", .vary = "rho=0:21", .t_end = 10, .atol = 1,              \
    .tight = "dop853", .steppers = {"dop853", "taylor", "dopri54"}, .lanes = 16384, .few = 256, \
    .ode = &bench_lorenz
#define DISK_BELT                                                                             \
    .system = "disk_belt", .law = "I00", .set = "law.eps=1e-5,law.b=1,law.m=2",               \
    .vary = "law.eta=2.7:5", .t_end = 150, .stiff = 1, .tight = "rodas54",                    \
    .steppers = {"rodas43", "rodas54", "dimarzo54"}, .ode = &bench_disk_belt, .required = 10, \
    .aim = 25
#define BLOCK_BELT                                                                      \
    .system = "block_belt", .law = "continuous", .set = "law.eps=1e-3,F0=0.5,Omega1=2", \
    .vary = "V_dr=0.1:1", .t_end = 200, .atol = 1e-2, .tight = "dop853",                \
    .steppers = {"dop853", "dopri54", "rodas43"}, .lanes = 1024, .few = 64,             \
    .ode = &bench_block_belt, .required = 40, .aim = 85

const struct bench_work bench_works[] = {
    {LORENZ, .name = "lorenz to 2e-7", .error = 2e-7, .others = "numba in blocks 8.3e5*"},
    {LORENZ, .name = "lorenz to 2e-9", .error = 2e-9,
     .others = "numba in blocks 6.6e5*, CVODE 880"},
    {LORENZ, .name = "lorenz to 1e-11", .error = 1e-11, .others = "heyoka 2.7e5*"},
    {LORENZ, .name = "lorenz to 2e-13", .error = 2e-13, .others = "heyoka 2.8e5*"},
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
     .steppers = {"dop853", "dopri54"},
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
     .steppers = {"rodas43", "rodas54", "dimarzo54"},
     .lanes = 1024,
     .few = 128,
     .ode = &bench_pendulum},
    {DISK_BELT, .name = "disk_belt to 1.5e-5", .error = 1.5e-5, .atol = 1e-3, .others = "CVODE 1e3",
     .lanes = 8192, .few = 256},
    {DISK_BELT, .name = "disk_belt to 3.5e-7", .error = 3.5e-7, .atol = 1e-3, .others = "CVODE 490",
     .lanes = 4096, .few = 256},
    {DISK_BELT, .name = "disk_belt to 8e-9", .error = 8e-9, .atol = 1e-4, .others = "CVODE 270",
     .lanes = 2048, .few = 128},
    {BLOCK_BELT, .name = "block_belt to 1e-3", .error = 1e-3, .without_cvode = 1,
     .others = "numba in blocks 2.4e4*"},
    {BLOCK_BELT, .name = "block_belt to 1e-6", .error = 1e-6, .others = "numba in blocks 1.3e4*"},
    {BLOCK_BELT, .name = "block_belt to 7e-9", .error = 7e-9, .without_cvode = 1,
     .others = "numba in blocks 8.5e3*"},
    {BLOCK_BELT, .name = "block_belt to 9e-10", .error = 9e-10, .without_cvode = 1,
     .others = "heyoka with events 3.5e3*"},
    {BLOCK_BELT, .name = "block_belt to 2e-12", .error = 2e-12, .without_cvode = 1,
     .others = "heyoka with events 2.9e3*"},
};
const size_t bench_work_count = sizeof bench_works / sizeof *bench_works;

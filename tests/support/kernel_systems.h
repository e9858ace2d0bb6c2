/* kernel_systems.h: systems of kernels/ with one law each, compiled as C, for comparisons with the
 * reference. Each law is bound in a file of its own, kernel_<law>.c. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_KERNEL_SYSTEMS_H
#define CONTENSOU_TESTS_KERNEL_SYSTEMS_H

/* lane has the numbers of the lane, and behind them those that all lanes share. */
struct kernel_system {
    const char *name, *law;
    int dim, field_count, law_fields, rated; /* rated: trait_rate */
    void (*rhs)(const double *field, const double *lane, const double *y, double *dy);
    /* J[i * dim + j], the rows of velocities filled in where the kernel leaves them out */
    void (*jacobian)(const double *field, const double *lane, const double *y, double *J);
    double (*slide)(const double *field, const double *lane, const double *y);
};

extern const struct kernel_system kernel_disk_belt_I00, kernel_disk_belt_I11, kernel_pendulum_I00,
    kernel_pendulum_I11, kernel_free_disk_I00, kernel_free_disk_I11, kernel_block_belt_continuous,
    kernel_block_belt_tanh, kernel_rolling_ball_pade2, kernel_lorenz_none;

#endif

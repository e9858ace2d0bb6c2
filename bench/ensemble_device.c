/* ensemble_device.c: what ensembles make of the device. SPDX-License-Identifier: MIT */
#include "ensemble.h"

void bench_ensemble_device(struct contensou_device *device, int quick)
{
    (void)device;
    (void)quick;
}

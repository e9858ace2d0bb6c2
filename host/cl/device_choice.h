/* device_choice.h: picks one of the listed devices. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CL_DEVICE_CHOICE_H
#define CONTENSOU_CL_DEVICE_CHOICE_H

#include <contensou/device.h>

/* Sets chosen and why on the one device of list[count] that the choice selects by the rules of
 * contensou/device.h. None is CONTENSOU_ENOTFOUND, an empty list CONTENSOU_EDEVICE. */
enum contensou_status contensou__device_choice_apply(struct contensou_device_info *list,
                                                     size_t count, const char *choice,
                                                     struct contensou_error *err);

/* 1 for a processor: it computes in the host's memory, and its work-items do not come in groups. */
int contensou__device_choice_is_cpu(const struct contensou_device_info *about);

/* 1 where members go in packs: on CPUs whose driver has vectors. Mesa's llvmpipe says that its vectors have one number; it
 * makes vectors of work-items, and takes packs apart for minutes. */
int contensou__device_choice_packs(const struct contensou_device_info *about, int single);

/* The largest pack that the driver passes between functions as its own library expects it: packs of 32 bytes where PoCL 3.0
 * compiles for a processor without the AVX-512 of its library (young_processor.h), any elsewhere. kernels/core/real.h refuses
 * what this would miss. */
int contensou__device_choice_widest(const struct contensou_device_info *about, int single);

/* 1 where packs of 32 numbers of double, four registers of 64 bytes, are known to work and to be faster: PoCL 3.1. */
int contensou__device_choice_four(const struct contensou_device_info *about);

/* How many slips go in a pack. */
int contensou__device_choice_slips(const struct contensou_device_info *about, int single);

#endif

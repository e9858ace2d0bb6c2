/* drivers.h: a driver beside those of the system. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CL_DRIVERS_H
#define CONTENSOU_CL_DRIVERS_H

/* Where the environment variable CONTENSOU_DRIVER names a driver's library, the loader of OpenCL is shown that one and those
 * of the system, /etc/OpenCL/vendors, in a temporary folder: loaders know either the system's folder or another one. begin
 * stands before the first call of OpenCL, end behind it, when the loader has read them. Who set OCL_ICD_VENDORS or
 * OPENCL_VENDOR_PATH has chosen by himself, and nothing is done. */
void contensou__drivers_begin(void);
void contensou__drivers_end(void);

#endif

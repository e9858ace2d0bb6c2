/* hdf5_file.h: the bytes of an HDF5 file on a disk that may fail. HDF5 cannot leave a file whose last writes fail: closing
 * it fails half-way, and the library then crashes when it is used again or at exit. This driver keeps the first failure for
 * its owner, tells HDF5 that all is well and writes nothing more. It knows which bytes are rows, and seals the file
 * (io/seal.h). SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_IO_HDF5_FILE_H
#define CONTENSOU_IO_HDF5_FILE_H

#include <hdf5.h>

/* The access property list of such a file, for H5Pclose; negative on failure. *failure becomes the
 * errno of the first failed write; it must outlive the file. Closing the file synchronises it. */
hid_t contensou__hdf5_file_access(int *failure);

/* 1 while an attribute is written: one above 4 kB is stored as rows are, but without their checksums. HDF5 is for one
 * thread at a time, so one of them is enough. */
extern int contensou__hdf5_file_noting;

#endif

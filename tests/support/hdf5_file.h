/* hdf5_file.h: what stands in a file of results; what is not there fails the test. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_HDF5_FILE_H
#define CONTENSOU_TESTS_HDF5_FILE_H

#include <stddef.h>

/* 1 if the object (a group or dataset, such as "parameters/system"; "/": the root) has the attribute. */
int hdf5_file_has(const char *file, const char *object, const char *attribute);

double hdf5_file_number(const char *file, const char *object, const char *attribute);

/* The text until the next call. */
const char *hdf5_file_text(const char *file, const char *object, const char *attribute);

/* Rows of a dataset; the k-th as a number. */
size_t hdf5_file_rows(const char *file, const char *dataset);
double hdf5_file_value(const char *file, const char *dataset, size_t k);

/* 1 if every chunk of the dataset has a checksum. */
int hdf5_file_checked(const char *file, const char *dataset);

/* 1 if its numbers can be read, 0 where their checksums say no. */
int hdf5_file_readable(const char *file, const char *dataset);

#endif

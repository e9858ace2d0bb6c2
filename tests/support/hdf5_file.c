/* hdf5_file.c: what stands in a file of results. SPDX-License-Identifier: MIT */
#include "support/hdf5_file.h"

#include <hdf5.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

static hid_t open_file(const char *file)
{
    const hid_t id = H5Fopen(file, H5F_ACC_RDONLY, H5P_DEFAULT);

    if (id < 0)
        fail_msg("%s is no HDF5 file", file);
    return id;
}

static hid_t open_attribute(hid_t file, const char *object, const char *attribute)
{
    const hid_t id = H5Aopen_by_name(file, object, attribute, H5P_DEFAULT, H5P_DEFAULT);

    if (id < 0)
        fail_msg("%s has no attribute %s", object, attribute);
    return id;
}

int hdf5_file_has(const char *file, const char *object, const char *attribute)
{
    const hid_t id = open_file(file);
    const int has = H5Aexists_by_name(id, object, attribute, H5P_DEFAULT) > 0;

    H5Fclose(id);
    return has;
}

double hdf5_file_number(const char *file, const char *object, const char *attribute)
{
    const hid_t id = open_file(file), at = open_attribute(id, object, attribute);
    double number = 0;

    assert_true(H5Aread(at, H5T_NATIVE_DOUBLE, &number) >= 0);
    H5Aclose(at);
    H5Fclose(id);
    return number;
}

const char *hdf5_file_text(const char *file, const char *object, const char *attribute)
{
    static char text[65536];
    const hid_t id = open_file(file), at = open_attribute(id, object, attribute);
    const hid_t type = H5Aget_type(at);

    assert_true(H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0);
    assert_true(H5Tget_size(type) <= sizeof text);
    assert_true(H5Aread(at, type, text) >= 0);
    H5Tclose(type);
    H5Aclose(at);
    H5Fclose(id);
    return text;
}

static hid_t open_set(hid_t file, const char *dataset)
{
    const hid_t id = H5Dopen2(file, dataset, H5P_DEFAULT);

    if (id < 0)
        fail_msg("there is no dataset %s", dataset);
    return id;
}

static size_t rows_of(hid_t set)
{
    const hid_t space = H5Dget_space(set);
    const hssize_t rows = H5Sget_simple_extent_npoints(space);

    H5Sclose(space);
    assert_true(rows >= 0);
    return (size_t)rows;
}

size_t hdf5_file_rows(const char *file, const char *dataset)
{
    const hid_t id = open_file(file), set = open_set(id, dataset);
    const size_t rows = rows_of(set);

    H5Dclose(set);
    H5Fclose(id);
    return rows;
}

double hdf5_file_value(const char *file, const char *dataset, size_t k)
{
    const hid_t id = open_file(file), set = open_set(id, dataset);
    const size_t rows = rows_of(set);
    double *all = malloc((rows + 1) * sizeof *all), value;

    assert_non_null(all);
    assert_true(k < rows);
    assert_true(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, all) >= 0);
    value = all[k];
    free(all);
    H5Dclose(set);
    H5Fclose(id);
    return value;
}

int hdf5_file_checked(const char *file, const char *dataset)
{
    const hid_t id = open_file(file), set = open_set(id, dataset);
    const hid_t made = H5Dget_create_plist(set);
    int checked = 0;

    for (int i = 0; i < H5Pget_nfilters(made); i++) {
        unsigned flags;
        size_t values = 0;

        checked |= H5Pget_filter2(made, (unsigned)i, &flags, &values, NULL, 0, NULL, NULL) ==
                   H5Z_FILTER_FLETCHER32;
    }
    H5Pclose(made);
    H5Dclose(set);
    H5Fclose(id);
    return checked;
}

int hdf5_file_readable(const char *file, const char *dataset)
{
    const hid_t id = open_file(file), set = open_set(id, dataset);
    double *all = malloc((rows_of(set) + 1) * sizeof *all);
    int good;

    assert_non_null(all);
    H5E_BEGIN_TRY
    {
        good = H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, all) >= 0;
    }
    H5E_END_TRY;
    free(all);
    H5Dclose(set);
    H5Fclose(id);
    return good;
}

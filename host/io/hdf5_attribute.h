/* hdf5_attribute.h: attributes of HDF5 files, read again. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_IO_HDF5_ATTRIBUTE_H
#define CONTENSOU_IO_HDF5_ATTRIBUTE_H

#include <hdf5.h>
#include <string.h>

/* 1 where an attribute is one value, and no array. */
static inline int attribute_single(hid_t attribute)
{
    const hid_t space = H5Aget_space(attribute);
    const int single = space >= 0 && H5Sget_simple_extent_npoints(space) == 1;

    if (space >= 0)
        H5Sclose(space);
    return single;
}

/* The text of an attribute of an object, or NULL; for free(). */
static inline char *attribute_text(hid_t object, const char *name)
{
    hid_t attribute = -1, type = -1;
    char *text = NULL, *copy = NULL;

    if (H5Aexists(object, name) <= 0)
        return NULL;
    attribute = H5Aopen(object, name, H5P_DEFAULT);
    if (attribute >= 0)
        type = H5Aget_type(attribute);
    if (type >= 0 && H5Tis_variable_str(type) > 0 && attribute_single(attribute) &&
        H5Aread(attribute, type, &text) >= 0 && text) {
        copy = strdup(text);
        H5free_memory(text);
    }
    if (type >= 0)
        H5Tclose(type);
    if (attribute >= 0)
        H5Aclose(attribute);
    return copy;
}

#endif

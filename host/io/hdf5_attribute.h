/* hdf5_attribute.h: attributes of HDF5 files, read again. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_IO_HDF5_ATTRIBUTE_H
#define CONTENSOU_IO_HDF5_ATTRIBUTE_H

#include "base/bytes.h"
#include "io/hdf5_silence.h"

#include <hdf5.h>
#include <stdlib.h>

/* 1 where an attribute is one value, and no array. */
static inline int attribute_single(hid_t attribute)
{
    OWNED(let_go) const hid_t space = H5Aget_space(attribute);

    return space >= 0 && H5Sget_simple_extent_npoints(space) == 1;
}

/* The text of an attribute of an object, of a fixed length as table.c writes them; NULL for others. For free(). */
static inline char *attribute_text(hid_t object, const char *name)
{
    OWNED(let_go)
    const hid_t attribute = H5Aexists(object, name) > 0 ? H5Aopen(object, name, H5P_DEFAULT) : -1;
    OWNED(let_go) const hid_t type = attribute >= 0 ? H5Aget_type(attribute) : -1;
    char *text = NULL;

    if (type >= 0 && H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 &&
        attribute_single(attribute))
        text = contensou__bytes_room(H5Tget_size(type), H5Aget_storage_size(attribute), 1);
    if (text && H5Aread(attribute, type, text) < 0) {
        free(text);
        text = NULL;
    }
    return text;
}

#endif

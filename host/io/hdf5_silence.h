/* hdf5_silence.h: HDF5 prints its errors by itself unless it is told not to; what others chose is put back. And handles of
 * HDF5 of any kind are let go. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_IO_HDF5_SILENCE_H
#define CONTENSOU_IO_HDF5_SILENCE_H

#include "base/try.h"

#include <hdf5.h>

struct silence {
    H5E_auto2_t print;
    void *data;
};

static inline struct silence be_silent(void)
{
    struct silence before = {0};

    H5Eget_auto2(H5E_DEFAULT, &before.print, &before.data);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return before;
}

/* For OWNED (base/try.h), of what be_silent gave. */
static inline void speak_again(const struct silence *before)
{
    H5Eset_auto2(H5E_DEFAULT, before->print, before->data);
}

/* For OWNED: lets a handle of any kind go, which is below 0 where there is none. */
static inline void let_go(const hid_t *handle)
{
    if (*handle >= 0)
        H5Idec_ref(*handle);
}

#endif

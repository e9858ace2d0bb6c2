/* hdf5_silence.h: HDF5 prints its errors by itself unless it is told not to; what others chose is put back. And handles of
 * HDF5 of any kind, which are below 0 where there is none, are let go. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_IO_HDF5_SILENCE_H
#define CONTENSOU_IO_HDF5_SILENCE_H

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

static inline void speak_again(struct silence before)
{
    H5Eset_auto2(H5E_DEFAULT, before.print, before.data);
}

static inline void let_go(hid_t handle)
{
    if (handle >= 0)
        H5Idec_ref(handle);
}

#endif

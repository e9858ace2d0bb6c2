/* hdf5_file.c: the bytes of an HDF5 file on a disk that may fail. SPDX-License-Identifier: MIT */
#include "io/hdf5_file.h"

#include "base/descriptor.h"
#include "io/hdf5_silence.h"
#include "io/seal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct info {
    int *failure;
};

int contensou__hdf5_file_noting;

struct file {
    H5FD_t base; /* HDF5 needs it first */
    int descriptor, written;
    haddr_t eoa, eof; /* end of what is allocated, end of what is there */
    int *failure;
    struct contensou__seal seal;
};

static H5FD_t *file_open(const char *name, unsigned flags, hid_t access, haddr_t largest)
{
    const struct info *const info = H5Pget_driver_info(access);
    struct file *file = calloc(1, sizeof *file);
    const int mode = (flags & H5F_ACC_RDWR ? O_RDWR : O_RDONLY) |
                     (flags & H5F_ACC_TRUNC ? O_TRUNC : 0) | (flags & H5F_ACC_CREAT ? O_CREAT : 0) |
                     (flags & H5F_ACC_EXCL ? O_EXCL : 0);
    struct stat about;

    (void)largest;
    if (!file || !info) {
        free(file);
        return NULL;
    }
    file->failure = info->failure;
    file->descriptor = open(name, mode | O_CLOEXEC, 0666);
    if (file->descriptor < 0 || fstat(file->descriptor, &about) != 0) {
        if (file->descriptor >= 0)
            close(file->descriptor);
        free(file);
        return NULL;
    }
    file->eof = (haddr_t)about.st_size;
    return &file->base;
}

static void keep_failure(const struct file *file)
{
    if (!*file->failure)
        *file->failure = errno;
}

static herr_t file_close(H5FD_t *base)
{
    struct file *const file = (struct file *)base;

    if (file->written && !*file->failure)
        *file->failure = contensou__seal_put(&file->seal, file->descriptor, file->eof);
    if (file->written && fsync(file->descriptor) != 0)
        keep_failure(file);
    if (close(file->descriptor) != 0)
        keep_failure(file);
    contensou__seal_free(&file->seal);
    free(file);
    return 0;
}

static herr_t file_query(const H5FD_t *base, unsigned long *flags)
{
    (void)base;
    if (flags)
        *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA |
                 H5FD_FEAT_DATA_SIEVE | H5FD_FEAT_AGGREGATE_SMALLDATA;
    return 0;
}

static haddr_t file_get_eoa(const H5FD_t *base, H5FD_mem_t type)
{
    (void)type;
    return ((const struct file *)base)->eoa;
}

static herr_t file_set_eoa(H5FD_t *base, H5FD_mem_t type, haddr_t address)
{
    (void)type;
    ((struct file *)base)->eoa = address;
    return 0;
}

static haddr_t file_get_eof(const H5FD_t *base, H5FD_mem_t type)
{
    (void)type;
    return ((const struct file *)base)->eof;
}

/* What lies behind the end of the file reads as zeros, as HDF5 expects. */
static herr_t file_read(H5FD_t *base, H5FD_mem_t type, hid_t transfer, haddr_t address, size_t size,
                        void *buffer)
{
    const struct file *const file = (const struct file *)base;
    const ssize_t got = contensou__descriptor_read(file->descriptor, buffer, size, address);

    (void)type;
    (void)transfer;
    if (got < 0)
        keep_failure(file);
    memset((char *)buffer + (got < 0 ? 0 : got), 0, size - (got < 0 ? 0 : (size_t)got));
    return 0;
}

static herr_t file_write(H5FD_t *base, H5FD_mem_t type, hid_t transfer, haddr_t address,
                         size_t size, const void *buffer)
{
    struct file *const file = (struct file *)base;

    (void)transfer;
    file->written = 1;
    contensou__seal_wrote(&file->seal, address, size,
                          type == H5FD_MEM_DRAW && !contensou__hdf5_file_noting);
    if (!*file->failure)
        *file->failure = contensou__descriptor_write(file->descriptor, buffer, size, address);
    if (file->eof < address + size)
        file->eof = address + size;
    return 0;
}

static herr_t file_truncate(H5FD_t *base, hid_t transfer, hbool_t closing)
{
    struct file *const file = (struct file *)base;

    (void)transfer;
    (void)closing;
    if (file->eof != file->eoa) {
        if (!*file->failure && ftruncate(file->descriptor, (off_t)file->eoa) != 0)
            keep_failure(file);
        file->eof = file->eoa;
    }
    return 0;
}

hid_t contensou__hdf5_file_access(int *failure)
{
    static const H5FD_class_t driver = {
#ifdef H5FD_CLASS_VERSION
        .version = H5FD_CLASS_VERSION,
        .value = 600, /* from 512 on: drivers that are not of the library */
#endif
        .name = "contensou",
        .maxaddr = ((haddr_t)1 << 62) - 1,
        .fc_degree = H5F_CLOSE_WEAK,
        .fapl_size = sizeof(struct info),
        .open = file_open,
        .close = file_close,
        .query = file_query,
        .get_eoa = file_get_eoa,
        .set_eoa = file_set_eoa,
        .get_eof = file_get_eof,
        .read = file_read,
        .write = file_write,
        .truncate = file_truncate,
        .fl_map = H5FD_FLMAP_DICHOTOMY,
    };
    const struct info info = {failure};
    /* Registered once: H5FD_close reads the driver again after it let go of the last file that uses it. */
    static hid_t id = -1;
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);

    if (id < 0 || H5Iget_type(id) != H5I_VFL)
        id = H5FDregister(&driver);
    if (id >= 0 && access >= 0 && H5Pset_driver(access, id, &info) >= 0)
        return access;
    let_go(&access);
    return -1;
}

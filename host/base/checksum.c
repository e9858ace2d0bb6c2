/* checksum.c: CRC-32C (G. Castagnoli et al. 1993; polynomial 0x1EDC6F41, reflected), eight bytes at
 * a time, by tables (M. E. Kounavis and F. L. Berry 2005) or by an instruction. SPDX-License-Identifier: MIT */
#include "base/checksum.h"

#include "base/descriptor.h"
#include "base/try.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>

#ifdef __x86_64__
static int has_instruction(void)
{
    return __builtin_cpu_supports("sse4.2");
}

__attribute__((target("sse4.2"))) static uint32_t
by_instruction(uint32_t sum, const unsigned char *at, size_t size)
{
    uint64_t word, wide = sum;

    for (; size >= sizeof word; size -= sizeof word, at += sizeof word) {
        memcpy(&word, at, sizeof word);
        wide = __builtin_ia32_crc32di(wide, word);
    }
    sum = (uint32_t)wide;
    for (; size > 0; size--, at++)
        sum = __builtin_ia32_crc32qi(sum, *at);
    return sum;
}
#else
static int has_instruction(void)
{
    return 0;
}

static uint32_t by_instruction(uint32_t sum, const unsigned char *at, size_t size)
{
    (void)at;
    (void)size;
    return sum;
}
#endif

/* table[k][i]: the remainder of the byte i with k zero bytes behind it. */
static uint32_t table[8][256];

static void make_table(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t sum = i;

        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1 ? 0x82F63B78u : 0);
        table[0][i] = sum;
    }
    for (int k = 1; k < 8; k++)
        for (int i = 0; i < 256; i++)
            table[k][i] = table[k - 1][i] >> 8 ^ table[0][table[k - 1][i] & 255];
}

static uint32_t four_bytes(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

uint32_t contensou__checksum_by_table(uint32_t before, const void *bytes, size_t size)
{
    static pthread_once_t made = PTHREAD_ONCE_INIT;
    const unsigned char *at = bytes;
    uint32_t sum = ~before;

    pthread_once(&made, make_table);
    for (; size >= 8; size -= 8, at += 8) {
        const uint32_t low = sum ^ four_bytes(at), high = four_bytes(at + 4);

        sum = 0;
        for (int k = 0; k < 4; k++)
            sum ^= table[7 - k][low >> 8 * k & 255] ^ table[3 - k][high >> 8 * k & 255];
    }
    for (; size > 0; size--, at++)
        sum = sum >> 8 ^ table[0][(sum ^ *at) & 255];
    return ~sum;
}

uint32_t contensou__checksum_add(uint32_t before, const void *bytes, size_t size)
{
    return has_instruction() ? ~by_instruction(~before, bytes, size)
                             : contensou__checksum_by_table(before, bytes, size);
}

enum contensou_status contensou__checksum_file(const char *path, uint32_t *sum, size_t *size,
                                               struct contensou_error *err)
{
    OWNED(contensou__descriptor_close)
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    char block[65536];
    struct stat about;
    ssize_t got = 0;

    *sum = 0;
    *size = 0;
    if (file < 0 || fstat(file, &about) != 0)
        return contensou_fail(err, CONTENSOU_EIO, "cannot read '%s': %s", path, strerror(errno));
    for (; S_ISREG(about.st_mode) &&
           (got = contensou__descriptor_read(file, block, sizeof block, *size)) > 0;
         *size += (size_t)got)
        *sum = contensou__checksum_add(*sum, block, (size_t)got);
    return got < 0
               ? contensou_fail(err, CONTENSOU_EIO, "cannot read '%s': %s", path, strerror(errno))
               : CONTENSOU_OK;
}

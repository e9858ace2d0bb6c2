/* random.c: Philox4x32-10. SPDX-License-Identifier: MIT */
#include "base/random.h"

enum { rounds = 10 };

void contensou__random_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4])
{
    uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
    uint32_t k0 = key[0], k1 = key[1];

    for (int i = 0; i < rounds; i++) {
        const uint64_t a = (uint64_t)c0 * 0xD2511F53u, b = (uint64_t)c2 * 0xCD9E8D57u;

        c0 = (uint32_t)(b >> 32) ^ c1 ^ k0;
        c1 = (uint32_t)b;
        c2 = (uint32_t)(a >> 32) ^ c3 ^ k1;
        c3 = (uint32_t)a;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

/* FNV-1a with 64 bits. */
static uint64_t hash(const char *name)
{
    uint64_t sum = UINT64_C(0xCBF29CE484222325);

    for (; *name; name++)
        sum = (sum ^ (unsigned char)*name) * UINT64_C(0x100000001B3);
    return sum;
}

double contensou__random_unit(uint64_t seed, uint64_t member, const char *name)
{
    const uint64_t which = hash(name);
    const uint32_t counter[4] = {(uint32_t)member, (uint32_t)(member >> 32), (uint32_t)which,
                                 (uint32_t)(which >> 32)};
    const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    uint32_t out[4];

    contensou__random_philox(counter, key, out);
    return (double)(((uint64_t)out[1] << 32 | out[0]) >> 11) * 0x1p-53;
}

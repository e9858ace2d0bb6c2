/* test_checksum.c: CRC-32C. SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/checksum.h"

/* RFC 3720, B.4: 32 zeros, 32 ones, 0 to 31; and the check value of CRC-32C. */
static void check(uint32_t (*add)(uint32_t before, const void *bytes, size_t size))
{
    unsigned char zeros[32] = {0}, ones[32], up[32];

    memset(ones, 255, sizeof ones);
    for (int i = 0; i < 32; i++)
        up[i] = (unsigned char)i;
    assert_int_equal(add(0, zeros, 32), 0x8a9136aa);
    assert_int_equal(add(0, ones, 32), 0x62a8ab43);
    assert_int_equal(add(0, up, 32), 0x46dd794e);
    assert_int_equal(add(0, "123456789", 9), 0xe3069283);
    for (size_t i = 0; i <= 32; i++) /* in two pieces */
        assert_int_equal(add(add(0, up, i), up + i, 32 - i), 0x46dd794e);
}

/* As the processor does it, and by the tables. */
static void the_checksum_is_crc32c(void **state)
{
    (void)state;
    check(contensou__checksum_add);
    check(contensou__checksum_by_table);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_checksum_is_crc32c),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* version.c: which contensou this is. SPDX-License-Identifier: MIT */
#include <contensou/version.h>

const char *contensou_version(void)
{
    return CONTENSOU_VERSION;
}

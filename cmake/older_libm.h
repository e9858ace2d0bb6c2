/* older_libm.h: for wheels; included before every file. hypot of 2022 and of before differ in their last bit at most, and with the
 * older one a wheel runs on systems with glibc 2.34 (RHEL 9 and its kin). SPDX-License-Identifier: MIT */
#if defined(__gnu_linux__) && defined(__x86_64__)
__asm__(".symver hypot,hypot@GLIBC_2.2.5");
#endif

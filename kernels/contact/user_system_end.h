/* user_system_end.h: behind a user's own system sin and cos are the device's again. SPDX-License-Identifier: MIT */
#ifndef CONTACT_USER_SYSTEM_END_H
#define CONTACT_USER_SYSTEM_END_H

#undef sin
#undef cos

#endif

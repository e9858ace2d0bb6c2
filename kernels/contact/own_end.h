/* own_end.h: behind a user's own system sin and cos are the device's again. SPDX-License-Identifier: MIT */
#ifndef CONTACT_OWN_END_H
#define CONTACT_OWN_END_H

#undef sin
#undef cos

#endif

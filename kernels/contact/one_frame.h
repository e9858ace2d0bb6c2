/* one_frame.h: a law that is the same at every angle of its contact, f = law(s). SPDX-License-Identifier: MIT */
#ifndef CONTACT_ONE_FRAME_H
#define CONTACT_ONE_FRAME_H

#include "contact/form.h"

#define one_frame_law(p, law, t, y, own)      ((void)(own), (law))
#define one_frame_law_slopes(p, law, t, y, K) ((void)0)

#endif

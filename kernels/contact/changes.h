/* changes.h: how a contact may change so that its friction follows from that of the contact as it is. One that is larger by the
 * part x, or lies at x along its first or second axis, has the friction P' law(P s) of a slip s, P = 1 + x Q with Q s = (0, 0, w),
 * (0, w, 0) or (-w, 0, 0). A change has the name of the number of the contact that it stands for.
 * SPDX-License-Identifier: MIT */
#ifndef CONTACT_CHANGES_H
#define CONTACT_CHANGES_H

#define ALL_CONTACT_CHANGES(CHANGE) \
    CHANGE(larger, "shape.size")    \
    CHANGE(along, "center.x")       \
    CHANGE(across, "center.y")

#define CONTACT_CHANGE(change, name) contact_##change,
enum contact_change { ALL_CONTACT_CHANGES(CONTACT_CHANGE) contact_changes };
#undef CONTACT_CHANGE

#endif

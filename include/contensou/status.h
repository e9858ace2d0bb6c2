/* status.h: how a function of this library says that it failed.
 *
 * A function that can fail returns enum contensou_status; 0 is success. The sentence for a human is
 * written into the struct contensou_error that the caller passes (NULL is allowed): the deepest
 * function writes it, those above hand the status on.
 *
 * Threads: a struct contensou_error belongs to the thread whose call fills it. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_STATUS_H
#define CONTENSOU_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

// clang-format off
#define CONTENSOU_STATUS_LIST(ENTRY)                                          \
    ENTRY(CONTENSOU_OK,         0, "success")                                 \
    ENTRY(CONTENSOU_EARGUMENT, -1, "an argument is out of range")             \
    ENTRY(CONTENSOU_ENOTFOUND, -2, "no such shape, pressure, device or file") \
    ENTRY(CONTENSOU_EINPUT,    -3, "an input file is wrong")                  \
    ENTRY(CONTENSOU_EIO,       -4, "a file could not be read or written")     \
    ENTRY(CONTENSOU_EDEVICE,   -5, "no device can do this")                   \
    ENTRY(CONTENSOU_EBUILD,    -6, "a device program does not compile")       \
    ENTRY(CONTENSOU_EOPENCL,   -7, "an OpenCL call failed")                   \
    ENTRY(CONTENSOU_EMEMORY,   -8, "out of memory")                           \
    ENTRY(CONTENSOU_ESTOPPED,  -9, "stopped by the user")                     \
    ENTRY(CONTENSOU_EOUTCOME, -10, "a trajectory did not reach its end")      \
    ENTRY(CONTENSOU_ETIMEOUT, -11, "a device did not answer in time")         \
    ENTRY(CONTENSOU_EPICTURE, -12, "a picture could not be drawn")
// clang-format on

enum contensou_status {
#define CONTENSOU_STATUS_ENTRY(name, value, text) name = value,
    CONTENSOU_STATUS_LIST(CONTENSOU_STATUS_ENTRY)
#undef CONTENSOU_STATUS_ENTRY
};

/* Structs of options begin with their size in the program that fills them, so that they can grow and programs need not be
 * built again. In C write {.size = sizeof options, .model = "I11"}, or in C and C++
 *     struct contensou_fit_options options = CONTENSOU_INIT(contensou_fit_options);
 * and set members behind it. A member of 0 is always its default. */
#ifdef __cplusplus
#    define CONTENSOU_INIT(type)   \
        ([] {                      \
            struct type all = {};  \
            all.size = sizeof all; \
            return all;            \
        }())
#else
#    define CONTENSOU_INIT(type)        \
        {                               \
            .size = sizeof(struct type) \
        }
#endif

struct contensou_error {
    enum contensou_status status;
    char message[4096];
};

/* Records the sentence and returns status, so that a failure is one line:
 *     return contensou_fail(err, CONTENSOU_ENOTFOUND, "no law named '%s'; available: %s", name, list);
 */
enum contensou_status contensou_fail(struct contensou_error *err, enum contensou_status status,
                                     const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* The fixed text of a status, never NULL. */
const char *contensou_status_text(enum contensou_status status);

#ifdef __cplusplus
}
#endif
#endif

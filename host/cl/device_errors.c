/* device_errors.c: the names of OpenCL's error codes. SPDX-License-Identifier: MIT */
#include "cl/device.h"

#include <CL/cl_ext.h>

// clang-format off
#define ERROR_LIST(ENTRY)                                                                          \
    ENTRY(CL_SUCCESS)                         ENTRY(CL_DEVICE_NOT_FOUND)                           \
    ENTRY(CL_DEVICE_NOT_AVAILABLE)            ENTRY(CL_COMPILER_NOT_AVAILABLE)                     \
    ENTRY(CL_MEM_OBJECT_ALLOCATION_FAILURE)   ENTRY(CL_OUT_OF_RESOURCES)                           \
    ENTRY(CL_OUT_OF_HOST_MEMORY)              ENTRY(CL_PROFILING_INFO_NOT_AVAILABLE)               \
    ENTRY(CL_MEM_COPY_OVERLAP)                ENTRY(CL_IMAGE_FORMAT_MISMATCH)                      \
    ENTRY(CL_IMAGE_FORMAT_NOT_SUPPORTED)      ENTRY(CL_BUILD_PROGRAM_FAILURE)                      \
    ENTRY(CL_MAP_FAILURE)                     ENTRY(CL_MISALIGNED_SUB_BUFFER_OFFSET)               \
    ENTRY(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)                                            \
    ENTRY(CL_COMPILE_PROGRAM_FAILURE)         ENTRY(CL_LINKER_NOT_AVAILABLE)                       \
    ENTRY(CL_LINK_PROGRAM_FAILURE)            ENTRY(CL_DEVICE_PARTITION_FAILED)                    \
    ENTRY(CL_KERNEL_ARG_INFO_NOT_AVAILABLE)   ENTRY(CL_INVALID_VALUE)                              \
    ENTRY(CL_INVALID_DEVICE_TYPE)             ENTRY(CL_INVALID_PLATFORM)                           \
    ENTRY(CL_INVALID_DEVICE)                  ENTRY(CL_INVALID_CONTEXT)                            \
    ENTRY(CL_INVALID_QUEUE_PROPERTIES)        ENTRY(CL_INVALID_COMMAND_QUEUE)                      \
    ENTRY(CL_INVALID_HOST_PTR)                ENTRY(CL_INVALID_MEM_OBJECT)                         \
    ENTRY(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR) ENTRY(CL_INVALID_IMAGE_SIZE)                         \
    ENTRY(CL_INVALID_SAMPLER)                 ENTRY(CL_INVALID_BINARY)                             \
    ENTRY(CL_INVALID_BUILD_OPTIONS)           ENTRY(CL_INVALID_PROGRAM)                            \
    ENTRY(CL_INVALID_PROGRAM_EXECUTABLE)      ENTRY(CL_INVALID_KERNEL_NAME)                        \
    ENTRY(CL_INVALID_KERNEL_DEFINITION)       ENTRY(CL_INVALID_KERNEL)                             \
    ENTRY(CL_INVALID_ARG_INDEX)               ENTRY(CL_INVALID_ARG_VALUE)                          \
    ENTRY(CL_INVALID_ARG_SIZE)                ENTRY(CL_INVALID_KERNEL_ARGS)                        \
    ENTRY(CL_INVALID_WORK_DIMENSION)          ENTRY(CL_INVALID_WORK_GROUP_SIZE)                    \
    ENTRY(CL_INVALID_WORK_ITEM_SIZE)          ENTRY(CL_INVALID_GLOBAL_OFFSET)                      \
    ENTRY(CL_INVALID_EVENT_WAIT_LIST)         ENTRY(CL_INVALID_EVENT)                              \
    ENTRY(CL_INVALID_OPERATION)               ENTRY(CL_INVALID_GL_OBJECT)                          \
    ENTRY(CL_INVALID_BUFFER_SIZE)             ENTRY(CL_INVALID_MIP_LEVEL)                          \
    ENTRY(CL_INVALID_GLOBAL_WORK_SIZE)        ENTRY(CL_INVALID_PROPERTY)                           \
    ENTRY(CL_INVALID_IMAGE_DESCRIPTOR)        ENTRY(CL_INVALID_COMPILER_OPTIONS)                   \
    ENTRY(CL_INVALID_LINKER_OPTIONS)          ENTRY(CL_INVALID_DEVICE_PARTITION_COUNT)             \
    ENTRY(CL_PLATFORM_NOT_FOUND_KHR)
// clang-format on

const char *contensou__device_errors_name(cl_int code)
{
    switch (code) {
#define ENTRY(name) \
    case name:      \
        return #name;
        ERROR_LIST(ENTRY)
#undef ENTRY
    default:
        return "an error that OpenCL does not name";
    }
}

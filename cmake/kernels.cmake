# kernels.cmake: the files under kernels/ become one C table that is linked into the library.
set(CONTENSOU_KERNELS ${PROJECT_SOURCE_DIR}/kernels)
set(CONTENSOU_EMBEDDED ${PROJECT_BINARY_DIR}/embedded.c)
file(GLOB_RECURSE kernel_files RELATIVE ${CONTENSOU_KERNELS} CONFIGURE_DEPENDS
     ${CONTENSOU_KERNELS}/*.h ${CONTENSOU_KERNELS}/*.cl)
list(TRANSFORM kernel_files PREPEND ${CONTENSOU_KERNELS}/ OUTPUT_VARIABLE kernel_paths)
string(REPLACE ";" "|" kernel_list "${kernel_files}")
add_custom_command(
    OUTPUT ${CONTENSOU_EMBEDDED}
    COMMAND ${CMAKE_COMMAND} -D ROOT=${CONTENSOU_KERNELS} -D OUTPUT=${CONTENSOU_EMBEDDED}
            -D "FILES=${kernel_list}" -P ${PROJECT_SOURCE_DIR}/cmake/embed_kernels.cmake
    DEPENDS ${kernel_paths} ${PROJECT_SOURCE_DIR}/cmake/embed_kernels.cmake VERBATIM)

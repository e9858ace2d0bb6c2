# python.cmake: what the Python package takes from here: library, program, and the public headers as one text of plain
# declarations, which cffi reads. The package repeats none of them.
set(plain ${PROJECT_BINARY_DIR}/python)
file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/contensou/*.h)
set(text "")
foreach(header IN LISTS headers)
    get_filename_component(name ${header} NAME)
    string(APPEND text "#include <contensou/${name}>\n")
endforeach()
file(CONFIGURE OUTPUT ${plain}/all.h CONTENT "${text}" @ONLY)
# cffi knows the types of these headers by itself.
foreach(name stddef.h stdint.h stdarg.h stdio.h)
    file(CONFIGURE OUTPUT ${plain}/empty/${name} CONTENT "" @ONLY)
endforeach()
add_custom_command(OUTPUT ${plain}/cdef.h
    COMMAND ${CMAKE_C_COMPILER} -E -P -nostdinc -U__GNUC__ -I ${plain}/empty
        -I ${PROJECT_SOURCE_DIR}/include -I ${PROJECT_BINARY_DIR}/include ${plain}/all.h -o ${plain}/cdef.h
    DEPENDS ${headers} ${PROJECT_BINARY_DIR}/include/contensou/version.h ${plain}/all.h VERBATIM)
add_custom_target(contensou_cdef ALL DEPENDS ${plain}/cdef.h)

# The library that Python loads: shared, also where the rest of the build is static.
add_library(contensou_python SHARED ${objects})
set_target_properties(contensou_python PROPERTIES
    OUTPUT_NAME contensou LIBRARY_OUTPUT_DIRECTORY ${plain} LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/contensou.map)
add_dependencies(contensou_python contensou_cdef) # library and declarations are of one version
get_target_property(behind contensou LINK_LIBRARIES)
target_link_libraries(contensou_python PRIVATE ${behind})
target_link_options(contensou_python PRIVATE LINKER:--version-script=${PROJECT_SOURCE_DIR}/cmake/contensou.map)

# Only for the package: 'cmake --install' alone leaves these out.
install(TARGETS contensou_program RUNTIME DESTINATION bin COMPONENT python EXCLUDE_FROM_ALL)
install(TARGETS contensou_python LIBRARY DESTINATION lib COMPONENT python EXCLUDE_FROM_ALL)
install(FILES ${plain}/cdef.h DESTINATION . COMPONENT python EXCLUDE_FROM_ALL)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/bench/examples DESTINATION share/contensou COMPONENT python EXCLUDE_FROM_ALL)
install(PROGRAMS ${PROJECT_SOURCE_DIR}/cmake/linker.sh DESTINATION linker RENAME ld COMPONENT python EXCLUDE_FROM_ALL)

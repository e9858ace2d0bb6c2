# install.cmake: program, library, headers, pkg-config file and CMake package, all found relative to
# where they are installed, so that `cmake --install build --prefix DIR` may name any folder.
include(CMakePackageConfigHelpers)

add_library(contensou::contensou ALIAS contensou)
set_target_properties(contensou PROPERTIES
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
file(RELATIVE_PATH bin_to_lib
    ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
file(RELATIVE_PATH bin_to_data ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_DATADIR})
target_compile_definitions(contensou_program PRIVATE CONTENSOU_EXAMPLES="${bin_to_data}/contensou/examples")
set_target_properties(contensou_program PROPERTIES INSTALL_RPATH "$ORIGIN/${bin_to_lib}")

# What is installed is built first, whatever was: bench/run makes neither manual pages nor completion.
set(installed contensou contensou_program)
if(NOT CMAKE_CROSSCOMPILING)
    list(APPEND installed contensou_manual)
endif()
list(JOIN installed " " installed)
install(CODE "execute_process(COMMAND \"${CMAKE_COMMAND}\" --build \"${PROJECT_BINARY_DIR}\" --target ${installed}
    OUTPUT_QUIET RESULT_VARIABLE failed)
if(failed)
    message(FATAL_ERROR \"what is to be installed could not be built in ${PROJECT_BINARY_DIR}\")
endif()")
install(TARGETS contensou_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS contensou EXPORT contensou_targets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/contensou ${PROJECT_BINARY_DIR}/include/contensou
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")

# Programs in C and systems of one's own, to read and to begin with; the program's help says where they are.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/bench/examples DESTINATION ${CMAKE_INSTALL_DATADIR}/contensou)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/contensou)
install(EXPORT contensou_targets NAMESPACE contensou:: DESTINATION ${package_dir}
    FILE contensouTargets.cmake)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/contensouConfig.cmake.in
    ${PROJECT_BINARY_DIR}/contensouConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/contensouConfigVersion.cmake
    COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/contensouConfig.cmake
    ${PROJECT_BINARY_DIR}/contensouConfigVersion.cmake DESTINATION ${package_dir})

# Who links the static library needs what is behind it too; the shared one brings it along.
string(REPLACE ";" " " pc_behind " ${HDF5_C_LIBRARIES} ${CJSON_LIBRARY} ${MPI_C_LIBRARIES} -pthread -lm")
if(BUILD_SHARED_LIBS)
    set(pc_requires Requires.private)
    set(pc_private "${pc_behind}")
else()
    set(pc_requires Requires)
    set(pc_public "${pc_behind}")
endif()
file(RELATIVE_PATH pc_to_prefix
    ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(${PROJECT_SOURCE_DIR}/cmake/contensou.pc.in ${PROJECT_BINARY_DIR}/contensou.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/contensou.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# Manual pages and the completion of bash, which the program writes from its own tables.
if(NOT CMAKE_CROSSCOMPILING)
    set(written ${PROJECT_BINARY_DIR}/man/contensou.1 ${PROJECT_BINARY_DIR}/completion/contensou)
    add_custom_command(OUTPUT ${written}
        COMMAND ${CMAKE_COMMAND} -E rm -rf man completion
        COMMAND ${CMAKE_COMMAND} -E make_directory completion
        COMMAND contensou_program --manual man
        COMMAND contensou_program --completion > completion/contensou
        DEPENDS contensou_program WORKING_DIRECTORY ${PROJECT_BINARY_DIR} VERBATIM)
    add_custom_target(contensou_manual ALL DEPENDS ${written})
    install(DIRECTORY ${PROJECT_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
        FILES_MATCHING PATTERN "*.1")
    install(FILES ${PROJECT_BINARY_DIR}/completion/contensou
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    if(SKBUILD) # pip puts these into share/ of the environment, where man looks for them beside bin/
        install(DIRECTORY ${PROJECT_BINARY_DIR}/man/ DESTINATION ${SKBUILD_DATA_DIR}/share/man/man1 COMPONENT python)
        install(FILES ${PROJECT_BINARY_DIR}/completion/contensou COMPONENT python
            DESTINATION ${SKBUILD_DATA_DIR}/share/bash-completion/completions)
    endif()
endif()

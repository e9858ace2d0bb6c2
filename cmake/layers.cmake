# layers.cmake: one target per layer; the links are the dependency picture of the host.
function(contensou_layer name)
    cmake_parse_arguments(arg "" "" "DIR;LINK;EXTRA" ${ARGN})
    list(TRANSFORM arg_DIR PREPEND ${PROJECT_SOURCE_DIR}/)
    list(TRANSFORM arg_DIR APPEND /*.c)
    file(GLOB files CONFIGURE_DEPENDS ${arg_DIR})
    add_library(contensou_${name} OBJECT ${files} ${arg_EXTRA})
    target_include_directories(contensou_${name} PUBLIC
        ${PROJECT_SOURCE_DIR}/host ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include)
    target_link_libraries(contensou_${name} PUBLIC ${arg_LINK})
    set_property(GLOBAL APPEND PROPERTY CONTENSOU_LAYERS contensou_${name})
endfunction()

contensou_layer(base DIR host/base LINK m Threads::Threads)
contensou_layer(source DIR host/source LINK contensou_base EXTRA ${CONTENSOU_EMBEDDED})
contensou_layer(cl DIR host/cl LINK contensou_source OpenCL::OpenCL Threads::Threads)
contensou_layer(contact DIR host/contact host/contact/shapes LINK contensou_source)
contensou_layer(parts DIR host/parts LINK contensou_source)
contensou_layer(laws DIR host/laws LINK contensou_parts contensou_contact contensou_cl)
contensou_layer(device DIR host/device LINK contensou_laws)
contensou_layer(fit DIR fit fit/export fit/export/engines fit/export/languages LINK contensou_device EXTRA ${CONTENSOU_EXPORT_TEXTS})
target_include_directories(contensou_fit PRIVATE ${PROJECT_SOURCE_DIR} ${NLOPT_INCLUDE_DIRS})
# Loops in vector registers.
set_source_files_properties(${PROJECT_SOURCE_DIR}/fit/identify_sums.c ${PROJECT_SOURCE_DIR}/fit/fast_sums.c PROPERTIES COMPILE_OPTIONS
    "-O3;-fno-math-errno;-fopenmp-simd;-Wno-pass-failed")
contensou_layer(model DIR host/model LINK contensou_fit)
target_include_directories(contensou_model PRIVATE ${PROJECT_SOURCE_DIR})
contensou_layer(io DIR host/io LINK contensou_base)
target_include_directories(contensou_io SYSTEM PRIVATE ${HDF5_C_INCLUDE_DIRS})
contensou_layer(analysis DIR host/analysis LINK contensou_model)
target_include_directories(contensou_analysis PRIVATE ${PROJECT_SOURCE_DIR})
contensou_layer(picture DIR host/picture LINK contensou_analysis contensou_io)
target_include_directories(contensou_picture PRIVATE ${PROJECT_SOURCE_DIR})
if(CONTENSOU_MPI)
    contensou_layer(run DIR host/run host/run/mpi LINK contensou_analysis contensou_io MPI::MPI_C)
else()
    contensou_layer(run DIR host/run host/run/alone LINK contensou_analysis contensou_io)
endif()

contensou_layer(figures DIR host/figures LINK contensou_base EXTRA ${CONTENSOU_FIGURES} ${CONTENSOU_CLAIMS} ${CONTENSOU_EXAMPLE_FILES})

find_library(CJSON_LIBRARY cjson REQUIRED)

# The library is all layers below the command line but the figures, which are recipes of commands. A second one,
# static and not installed, has everything with all its symbols, for tests and measurements of what is inside.
get_property(layers GLOBAL PROPERTY CONTENSOU_LAYERS)
set(objects "")
foreach(layer IN LISTS layers)
    if(NOT layer STREQUAL contensou_figures)
        list(APPEND objects $<TARGET_OBJECTS:${layer}>)
    endif()
endforeach()
add_library(contensou ${objects})
add_library(contensou_inside STATIC EXCLUDE_FROM_ALL ${objects} $<TARGET_OBJECTS:contensou_figures>)
foreach(library IN ITEMS contensou contensou_inside)
    target_include_directories(${library} PUBLIC
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_link_libraries(${library} PRIVATE
        OpenCL::OpenCL ${HDF5_C_LIBRARIES} ${NLOPT_LINK_LIBRARIES} ${CJSON_LIBRARY} Threads::Threads m)
    if(CONTENSOU_MPI)
        target_link_libraries(${library} PRIVATE MPI::MPI_C)
    endif()
endforeach()
# Of a shared library only the public names are seen: contensou_x, not contensou__x.
if(BUILD_SHARED_LIBS AND NOT APPLE)
    target_link_options(contensou PRIVATE LINKER:--version-script=${PROJECT_SOURCE_DIR}/cmake/contensou.map)
    set_target_properties(contensou PROPERTIES LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/contensou.map)
endif()

file(GLOB cli_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/host/cli/*.c)
# The program is the public library, with the base and the figures as objects of its own.
add_executable(contensou_program ${cli_files} $<TARGET_OBJECTS:contensou_base> $<TARGET_OBJECTS:contensou_figures>)
set_target_properties(contensou_program PROPERTIES OUTPUT_NAME contensou)
target_include_directories(contensou_program PRIVATE ${PROJECT_SOURCE_DIR}/host ${PROJECT_SOURCE_DIR})
target_link_libraries(contensou_program PRIVATE contensou Threads::Threads m)

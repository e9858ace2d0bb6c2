# layers.cmake: one target per layer; the links are the dependency picture of the host.
function(contensou_layer name)
    cmake_parse_arguments(arg "" "DIR" "LINK;EXTRA" ${ARGN})
    file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${arg_DIR}/*.c)
    add_library(contensou_${name} OBJECT ${files} ${arg_EXTRA})
    target_include_directories(contensou_${name} PUBLIC
        ${PROJECT_SOURCE_DIR}/host ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include)
    target_link_libraries(contensou_${name} PUBLIC ${arg_LINK})
    set_property(GLOBAL APPEND PROPERTY CONTENSOU_LAYERS contensou_${name})
endfunction()

contensou_layer(base DIR host/base LINK m)
contensou_layer(source DIR host/source LINK contensou_base EXTRA ${CONTENSOU_EMBEDDED})
contensou_layer(cl DIR host/cl LINK contensou_source OpenCL::OpenCL Threads::Threads)
contensou_layer(catalogue DIR host/catalogue LINK contensou_cl)
target_include_directories(contensou_catalogue PRIVATE
    ${PROJECT_SOURCE_DIR}/kernels ${PROJECT_BINARY_DIR}/generated)
contensou_layer(engine DIR host/engine LINK contensou_catalogue)
target_include_directories(contensou_engine PRIVATE ${PROJECT_SOURCE_DIR}/kernels)
contensou_layer(fit DIR fit LINK contensou_engine)
target_include_directories(contensou_fit PRIVATE
    ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/kernels ${NLOPT_INCLUDE_DIRS})
contensou_layer(simulate DIR host/simulate LINK contensou_fit)
if(CONTENSOU_MPI)
    contensou_layer(shard DIR host/shard LINK contensou_engine Threads::Threads MPI::MPI_C
        EXTRA ${PROJECT_SOURCE_DIR}/host/shard/mpi/peers.c)
else()
    contensou_layer(shard DIR host/shard LINK contensou_engine Threads::Threads
        EXTRA ${PROJECT_SOURCE_DIR}/host/shard/alone/peers.c)
endif()
contensou_layer(io DIR host/io LINK contensou_base)
target_include_directories(contensou_io SYSTEM PRIVATE ${HDF5_C_INCLUDE_DIRS})

contensou_layer(figures DIR host/figures LINK contensou_base EXTRA ${CONTENSOU_FIGURES})

# The library is all layers below the command line.
get_property(layers GLOBAL PROPERTY CONTENSOU_LAYERS)
set(objects "")
foreach(layer IN LISTS layers)
    list(APPEND objects $<TARGET_OBJECTS:${layer}>)
endforeach()
add_library(contensou ${objects})
target_include_directories(contensou PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(contensou PRIVATE
    OpenCL::OpenCL ${HDF5_C_LIBRARIES} ${NLOPT_LINK_LIBRARIES} Threads::Threads m)
if(CONTENSOU_MPI)
    target_link_libraries(contensou PRIVATE MPI::MPI_C)
endif()

file(GLOB cli_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/host/cli/*.c)
add_executable(contensou_program ${cli_files})
set_target_properties(contensou_program PROPERTIES OUTPUT_NAME contensou)
target_include_directories(contensou_program PRIVATE ${PROJECT_SOURCE_DIR}/host ${PROJECT_SOURCE_DIR})
find_library(CJSON_LIBRARY cjson REQUIRED)
target_link_libraries(contensou_program PRIVATE contensou ${CJSON_LIBRARY} m)

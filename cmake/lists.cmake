# lists.cmake: the lists in kernels/, as headers for the host. Each row OBSERVER(name) of observers/list.h becomes
# one include, so that a part is one file and one row.
function(contensou_list room row)
    set(list ${PROJECT_SOURCE_DIR}/kernels/${room}/list.h)
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
    file(READ ${list} text)
    string(REGEX MATCHALL "\n *${row}\\([a-z0-9_]+\\)" rows "${text}")
    set(text "/* Generated from kernels/${room}/list.h. */\n#include \"${room}/list.h\"\n")
    foreach(line IN LISTS rows)
        string(REGEX REPLACE ".*\\(([a-z0-9_]+)\\)" "\\1" name "${line}")
        string(APPEND text "#include \"${room}/${name}.h\"\n")
    endforeach()
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/lists/${room}/all.h CONTENT "${text}" @ONLY)
endfunction()

contensou_list(observers OBSERVER)
contensou_list(steppers STEPPER)
contensou_list(systems SYSTEM)
include_directories(${PROJECT_SOURCE_DIR}/kernels ${PROJECT_BINARY_DIR}/lists)

# lists.cmake: the lists in kernels/, as headers for the host, so that a part is one file and one row. Each row SYSTEM(name) of
# systems/list.h becomes one include in lists/systems/all.h, each MODEL(name) of laws/list.h one in lists/laws/all.h.
#
# Observers, steppers and laws describe themselves by tables of rows of many kinds (describe.h of their folder). C would need a macro with a
# parameter for each kind to tell them apart; here they are sorted, and become
#
#   lists/ROOM/tables.h   for each part and kind a macro of its rows: #define extrema_KEEP(ROW) ROW(lane_extrema, 3 * dim). A file
#                         that asks whether ROOM_tables_only is defined has macros for its table beside it, and is included
#   lists/ROOM/rows.h     a template, unless it is -, once for each part: @part@ is its name, and a line @KIND MACRO@ becomes
#                         a line MACRO(..) for each of its rows of this kind. A debugger steps through these lines.

# The names of a list, in its order.
function(contensou_names room row out)
    set(list ${PROJECT_SOURCE_DIR}/kernels/${room}/list.h)
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
    file(READ ${list} text)
    string(REGEX MATCHALL "\n *${row}\\([a-z0-9_]+\\)" names "${text}")
    list(TRANSFORM names REPLACE ".*\\(([a-z0-9_]+)\\)" "\\1")
    set(${out} ${names} PARENT_SCOPE)
endfunction()

function(contensou_list room row)
    contensou_names(${room} ${row} names)
    set(text "/* Generated from kernels/${room}/list.h. */\n#include \"${room}/list.h\"\n")
    foreach(name IN LISTS names)
        string(APPEND text "#include \"${room}/${name}.h\"\n")
    endforeach()
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/lists/${room}/all.h CONTENT "${text}" @ONLY)
endfunction()

# The rows of the tables NAME_table and NAME_param_table of a file: rows_KIND in the caller, each as CALL(..), where CALL stands for
# the macro that will be called. A row begins four columns from the left. One in small letters, line_params(PARAM, ..), stands for
# rows of the kind that it names first.
macro(contensou_sort_rows file name kinds)
    file(READ ${file} text_of_file)
    string(REPLACE ";" "<semicolon>" text "${text_of_file}") # which lists would take for theirs, as brackets
    string(REPLACE "[" "<open>" text "${text}")
    string(REPLACE "]" "<close>" text "${text}")
    string(REGEX MATCHALL "#define ${name}_(param_)?table[^\n]*\n([^\n]*\\\\\n)*[^\n]*\n" rows "${text}")
    string(REGEX REPLACE "#define [^\n]*\n" "\n" rows "${rows}")
    string(REGEX REPLACE "/\\*[^*]*\\*/" "" rows "${rows}")
    string(REGEX REPLACE " *\\\\\n" "\n" rows "${rows}")
    string(REGEX REPLACE "\n    ([A-Za-z_]+\\()" "\n;\\1" rows "${rows}")
    foreach(kind IN ITEMS ${kinds})
        set(rows_${kind} "")
    endforeach()
    foreach(row IN LISTS rows)
        string(REGEX REPLACE " *\n *" " " row "${row}")
        string(STRIP "${row}" row)
        if(row MATCHES "^([A-Z_]+)(\\(.*\\))$" AND CMAKE_MATCH_1 IN_LIST kinds_of_room)
            list(APPEND rows_${CMAKE_MATCH_1} "CALL${CMAKE_MATCH_2}")
        elseif(row MATCHES "^([a-z_]+\\()([A-Z_]+)(.*\\))$" AND CMAKE_MATCH_2 IN_LIST kinds_of_room)
            list(APPEND rows_${CMAKE_MATCH_2} "${CMAKE_MATCH_1}CALL${CMAKE_MATCH_3}")
        elseif(NOT row STREQUAL "")
            message(FATAL_ERROR "${file}: the table ${name}_table has a row of no kind that ${kinds} has: ${row}")
        endif()
    endforeach()
endmacro()

function(contensou_restore_marks out text)
    string(REPLACE "<semicolon>" ";" text "${text}")
    string(REPLACE "<open>" "[" text "${text}")
    string(REPLACE "<close>" "]" text "${text}")
    set(${out} "${text}" PARENT_SCOPE)
endfunction()

function(contensou_tables room row template)
    set(kinds_of_room ${ARGN})
    contensou_names(${room} ${row} names)
    set(lines_of_template "")
    if(NOT template STREQUAL "-")
        set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${template})
        file(READ ${PROJECT_SOURCE_DIR}/${template} lines_of_template)
    endif()
    set(tables "/* Generated from the tables in kernels/${room}. */\n")
    set(functions "/* Generated from the tables in kernels/${room} by ${template}. */\n")
    foreach(name IN LISTS names)
        set(file ${PROJECT_SOURCE_DIR}/kernels/${room}/${name}.h)
        set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
        contensou_sort_rows(${file} ${name} "${kinds_of_room}")
        if(text_of_file MATCHES "${room}_tables_only") # it has expressions of its table for the host too
            string(APPEND tables "#include \"${room}/${name}.h\"\n")
        endif()
        string(REPLACE "@part@" "${name}" text "${lines_of_template}")
        foreach(kind IN LISTS kinds_of_room)
            string(REPLACE ";" " " all "${rows_${kind}}")
            string(REPLACE "CALL(" "ROW(" all "${all}")
            string(REPLACE "(CALL" "(ROW" all "${all}")
            string(APPEND tables "#define ${name}_${kind}(ROW) ${all}\n")
            string(REGEX MATCHALL "@${kind} [A-Z_]+@" calls "${text}")
            foreach(call IN LISTS calls)
                string(REGEX REPLACE "@.* (.*)@" "\\1" macro "${call}")
                string(REPLACE ";" "\n    " lines "${rows_${kind}}")
                string(REPLACE "CALL(" "${macro}(" lines "${lines}")
                string(REPLACE "(CALL" "(${macro}" lines "${lines}")
                string(REPLACE "${call}" "${lines}" text "${text}")
            endforeach()
        endforeach()
        string(APPEND functions "${text}")
    endforeach()
    contensou_restore_marks(tables "${tables}")
    contensou_restore_marks(functions "${functions}")
    file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/lists/${room}/tables.h CONTENT "${tables}")
    file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/lists/${room}/rows.h CONTENT "${functions}")
endfunction()

contensou_list(systems SYSTEM)
contensou_list(laws MODEL)
contensou_tables(observers OBSERVER host/parts/observer_rows.h.in
    ABOUT NEEDS SMOOTH IS SETTING CONSTANT OPTION KEEP RARE COLUMN ROWS CELL)
contensou_tables(steppers STEPPER - ABOUT METHOD TRAIT)
contensou_tables(laws "(EXACT|MODEL|LINE|NONE)" host/laws/registry_rows.h.in
    NAME ARGUMENT FAMILY SUITS LET PARAM NUMBER ON_DISK SHOWN CONSTANT FORM ORDER IS)
include_directories(${PROJECT_SOURCE_DIR}/kernels ${PROJECT_BINARY_DIR}/lists)

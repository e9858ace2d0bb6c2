# meta.cmake: tests of the tree rather than of the code: lints, the installed copy, sanitizers. Limits of
# time are there to end what hangs: ten times what a quiet machine takes.
function(contensou_script_test name)
    cmake_parse_arguments(arg "" "TIMEOUT;PROCESSORS" "COMMAND" ${ARGN})
    string(REGEX REPLACE "\\..*" "" label ${name})
    add_test(NAME ${name} COMMAND ${arg_COMMAND} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES LABELS ${label} SKIP_RETURN_CODE 77
        TIMEOUT ${arg_TIMEOUT} PROCESSORS ${arg_PROCESSORS})
endfunction()

# The object files of all layers, for nm.
get_property(layers GLOBAL PROPERTY CONTENSOU_LAYERS)
set(objects "")
foreach(layer IN LISTS layers ITEMS contensou_program)
    string(APPEND objects "$<JOIN:$<TARGET_OBJECTS:${layer}>,\n>\n")
endforeach()
set(object_list ${CMAKE_CURRENT_BINARY_DIR}/objects.txt)
file(GENERATE OUTPUT ${object_list} CONTENT "${objects}")

set(lint ${CMAKE_CURRENT_SOURCE_DIR}/lint)
foreach(name IN ITEMS layers options sizes text format)
    contensou_script_test(lint.${name} COMMAND ${lint}/${name}.sh TIMEOUT 900 PROCESSORS 1)
endforeach()
if(TARGET contensou_programs)
    contensou_script_test(lint.kernels COMMAND ${lint}/kernels.sh $<TARGET_FILE:contensou_programs> TIMEOUT 900 PROCESSORS 1)
endif()
contensou_script_test(lint.symbols COMMAND ${lint}/symbols.sh ${object_list}
    TIMEOUT 600 PROCESSORS 1)

contensou_script_test(lint.threads COMMAND ${lint}/threads.sh ${CMAKE_BINARY_DIR}
    TIMEOUT 600 PROCESSORS 1)

set(install ${CMAKE_CURRENT_SOURCE_DIR}/install)
set(scratch ${CMAKE_BINARY_DIR}/scratch)
contensou_script_test(install.scratch_project
    COMMAND ${install}/scratch_project.sh ${CMAKE_BINARY_DIR} ${scratch}/static
    TIMEOUT 900 PROCESSORS 1)
contensou_script_test(install.scratch_project_with_shared_library
    COMMAND ${install}/shared_library.sh ${scratch}/build-shared ${scratch}/shared
    TIMEOUT 900 PROCESSORS 2)
contensou_script_test(install.abi_of_the_last_release
    COMMAND ${install}/abi.sh ${scratch}/abi TIMEOUT 1800 PROCESSORS 2)
contensou_script_test(install.debian_packages COMMAND ${install}/debian.sh ${scratch}/debian TIMEOUT 1800 PROCESSORS 2)
contensou_script_test(install.recipe_of_containers COMMAND ${install}/recipe.sh ${scratch}/recipe TIMEOUT 1800 PROCESSORS 2)
contensou_script_test(install.program_for_aarch64 COMMAND ${install}/aarch64.sh $<TARGET_FILE:contensou_program>
    ${scratch}/aarch64 TIMEOUT 1800 PROCESSORS 2)
set_tests_properties(install.abi_of_the_last_release install.debian_packages install.recipe_of_containers install.program_for_aarch64
    PROPERTIES LABELS "install;slow")
contensou_script_test(install.a_cluster_gives_the_file_of_one_run
    COMMAND ${install}/cluster.sh $<TARGET_FILE:contensou_program> ${scratch}/cluster TIMEOUT 300 PROCESSORS 2)
set_tests_properties(install.a_cluster_gives_the_file_of_one_run PROPERTIES ENVIRONMENT "XDG_CACHE_HOME=${CONTENSOU_TEST_CACHE}")
contensou_script_test(sanitize.unit_tests
    COMMAND ${lint}/sanitize.sh ${CMAKE_BINARY_DIR}/asan ${CONTENSOU_TEST_CACHE}
    TIMEOUT 3000 PROCESSORS 2)
set_tests_properties(install.scratch_project install.scratch_project_with_shared_library
    PROPERTIES ENVIRONMENT "XDG_CACHE_HOME=${CMAKE_BINARY_DIR}/cache")

contensou_script_test(graft.a_part_is_one_file_and_one_row
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/graft/graft.sh ${PROJECT_SOURCE_DIR} ${scratch}
    TIMEOUT 1800 PROCESSORS 2)
set_tests_properties(graft.a_part_is_one_file_and_one_row
    PROPERTIES ENVIRONMENT "XDG_CACHE_HOME=${CONTENSOU_TEST_CACHE}")

if(TARGET contensou_bench)
    contensou_script_test(bench.identify_finds_made_loads
        COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/physics/identify_logs.sh $<TARGET_FILE:contensou_program>
            $<TARGET_FILE:contensou_bench> ${scratch}/logs
        TIMEOUT 300 PROCESSORS 1)
    set_tests_properties(bench.identify_finds_made_loads PROPERTIES ENVIRONMENT
        "XDG_CACHE_HOME=${CONTENSOU_TEST_CACHE}")
endif()
if(TARGET contensou_programs)
    foreach(precision IN ITEMS double single)
        contensou_script_test(bench.no_kernel_spills_on_gpus_in_${precision}
            COMMAND ${PROJECT_SOURCE_DIR}/bench/gpu-codegen --quick --${precision} TIMEOUT 1800 PROCESSORS 2)
        set_tests_properties(bench.no_kernel_spills_on_gpus_in_${precision} PROPERTIES ENVIRONMENT
            "PROGRAMS=$<TARGET_FILE:contensou_programs>;XDG_CACHE_HOME=${CMAKE_BINARY_DIR}/cache")
    endforeach()
    set_tests_properties(bench.no_kernel_spills_on_gpus_in_single PROPERTIES LABELS "bench;slow")
endif()

# The parsers under libFuzzer, two seconds each; tests/fuzz/run says what to do for longer. The first one
# builds them.
set(fuzz ${CMAKE_CURRENT_SOURCE_DIR}/fuzz)
contensou_script_test(fuzz.harnesses_build COMMAND ${fuzz}/run --build --into ${CMAKE_BINARY_DIR}/fuzz
    TIMEOUT 3000 PROCESSORS 2)
set_tests_properties(fuzz.harnesses_build PROPERTIES FIXTURES_SETUP fuzz)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${fuzz}/list)
file(STRINGS ${fuzz}/list rows REGEX "^[a-z]")
foreach(row IN LISTS rows)
    string(REGEX REPLACE " .*" "" name ${row})
    contensou_script_test(fuzz.${name} COMMAND ${fuzz}/run --built --seconds 2 --seed 1 --into ${CMAKE_BINARY_DIR}/fuzz
        ${name} TIMEOUT 600 PROCESSORS 1)
    set_tests_properties(fuzz.${name} PROPERTIES FIXTURES_REQUIRED fuzz)
endforeach()

# The commands of README and docs, one test a page, and one more for pages with slow blocks.
set(docs ${CMAKE_CURRENT_SOURCE_DIR}/docs)
contensou_script_test(docs.links COMMAND ${docs}/links.sh TIMEOUT 300 PROCESSORS 1)
file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/docs/*.md)
foreach(page IN LISTS pages)
    get_filename_component(name ${page} NAME_WE)
    string(TOLOWER ${name} name)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page})
    file(STRINGS ${page} commands REGEX "^(build/)?contensou ")
    file(STRINGS ${page} slow REGEX "^```sh slow")
    set(cases "")
    if(commands)
        list(APPEND cases docs.${name})
    endif()
    if(slow)
        list(APPEND cases docs.${name}_slow)
    endif()
    foreach(case IN LISTS cases)
        string(REGEX MATCH "slow$" which ${case})
        contensou_script_test(${case} COMMAND ${docs}/commands.sh $<TARGET_FILE:contensou_program> ${page}
            ${scratch}/${case} ${which} TIMEOUT 1800 PROCESSORS 2)
        set_tests_properties(${case} PROPERTIES LABELS "docs;${which}"
            ENVIRONMENT "XDG_CACHE_HOME=${CONTENSOU_TEST_CACHE}")
    endforeach()
endforeach()

# A page of a result in a browser, skipped with a sentence where there is none.
contensou_script_test(docs.report_in_chromium COMMAND ${docs}/chromium.sh $<TARGET_FILE:contensou_program>
    ${scratch}/docs.report_in_chromium TIMEOUT 600 PROCESSORS 1)
set_tests_properties(docs.report_in_chromium PROPERTIES LABELS "docs;slow" SKIP_RETURN_CODE 77
    ENVIRONMENT "XDG_CACHE_HOME=${CONTENSOU_TEST_CACHE}")

contensou_script_test(docs.site COMMAND ${docs}/site.sh $<TARGET_FILE:contensou_program> ${scratch}/docs.site
    TIMEOUT 1800 PROCESSORS 1)
set_tests_properties(docs.site PROPERTIES LABELS "docs;slow" SKIP_RETURN_CODE 77)

contensou_script_test(docs.notebooks COMMAND ${docs}/notebooks.sh ${CMAKE_BINARY_DIR} ${scratch}/docs.notebooks
    TIMEOUT 1800 PROCESSORS 1)
set_tests_properties(docs.notebooks PROPERTIES LABELS "docs;slow" SKIP_RETURN_CODE 77
    ENVIRONMENT "XDG_CACHE_HOME=${CONTENSOU_TEST_CACHE}")

# Other OpenCL drivers and checkers of device programs, each skipped with a sentence where it is not installed: docs/drivers.md.
foreach(driver IN ITEMS intel pocl rusticl other oclgrind valgrind spirv)
    contensou_script_test(drivers.${driver}
        COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/drivers/run ${driver} ${CMAKE_BINARY_DIR} ${scratch}/drivers
        TIMEOUT 3000 PROCESSORS 2)
    set_tests_properties(drivers.${driver} PROPERTIES LABELS "drivers;slow"
        ENVIRONMENT "XDG_CACHE_HOME=${CONTENSOU_TEST_CACHE}")
endforeach()

# kernels.cmake: text files that become C tables: those under kernels/ for the library, the recipes of figures
# for the program, the texts of exports.
function(contensou_embed output root all count)
    file(GLOB_RECURSE files RELATIVE ${root} CONFIGURE_DEPENDS ${ARGN})
    list(SORT files COMPARE NATURAL)
    list(TRANSFORM files PREPEND ${root}/ OUTPUT_VARIABLE paths)
    string(REPLACE ";" "|" names "${files}")
    add_custom_command(
        OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -D ROOT=${root} -D OUTPUT=${output} -D "FILES=${names}" -D ALL=${all}
                -D COUNT=${count} -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
        DEPENDS ${paths} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake VERBATIM)
endfunction()

set(CONTENSOU_KERNELS ${PROJECT_SOURCE_DIR}/kernels)
set(CONTENSOU_EMBEDDED ${PROJECT_BINARY_DIR}/embedded.c)
contensou_embed(${CONTENSOU_EMBEDDED} ${CONTENSOU_KERNELS} contensou__embedded_files
    contensou__embedded_count ${CONTENSOU_KERNELS}/*.h ${CONTENSOU_KERNELS}/*.cl)
set(CONTENSOU_FIGURES ${PROJECT_BINARY_DIR}/figure_files.c)
contensou_embed(${CONTENSOU_FIGURES} ${PROJECT_SOURCE_DIR}/host/figures contensou__figure_files_all
    contensou__figure_files_count ${PROJECT_SOURCE_DIR}/host/figures/*.figure)
set(CONTENSOU_CLAIMS ${PROJECT_BINARY_DIR}/claim_files.c)
contensou_embed(${CONTENSOU_CLAIMS} ${PROJECT_SOURCE_DIR}/host/figures contensou__claim_files_all
    contensou__claim_files_count ${PROJECT_SOURCE_DIR}/host/figures/papers.claims)
set(CONTENSOU_EXAMPLE_FILES ${PROJECT_BINARY_DIR}/example_files.c)
contensou_embed(${CONTENSOU_EXAMPLE_FILES} ${PROJECT_SOURCE_DIR} contensou__example_files_all
    contensou__example_files_count
    ${PROJECT_SOURCE_DIR}/docs/tutorial*.md ${PROJECT_SOURCE_DIR}/bench/examples/*.*)

set(CONTENSOU_EXPORT_TEXTS ${PROJECT_BINARY_DIR}/export_texts.c)
contensou_embed(${CONTENSOU_EXPORT_TEXTS} ${PROJECT_SOURCE_DIR}/fit/export/texts
    contensou__export_texts_files contensou__export_texts_count
    ${PROJECT_SOURCE_DIR}/fit/export/texts/*.txt)

# embed_kernels.cmake: writes the kernel files as one C table of bytes.
#
#   cmake -D ROOT=<kernels> -D OUTPUT=<file.c> -D FILES=<a.h|b.cl|..> -P embed_kernels.cmake
#
# Bytes as numbers need no escaping and know no limit on the length of a string literal.
string(REPLACE "|" ";" names "${FILES}")
set(body "")
set(table "")
set(number 0)
foreach(name IN LISTS names)
    file(READ "${ROOT}/${name}" digits HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${digits}")
    string(APPEND body "static const unsigned char text_${number}[] = {${bytes}0};\n")
    string(APPEND table
        "    {\"${name}\", (const char *)text_${number}, sizeof text_${number} - 1},\n")
    math(EXPR number "${number} + 1")
endforeach()
file(WRITE "${OUTPUT}" "/* Generated from the files under kernels/. */
#include \"source/embedded.h\"

${body}
const struct contensou__embedded_file contensou__embedded_files[] = {
${table}};
const size_t contensou__embedded_count =
    sizeof contensou__embedded_files / sizeof contensou__embedded_files[0];
")

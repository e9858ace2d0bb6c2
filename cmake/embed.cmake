# embed.cmake: writes text files as one C table of bytes.
#
#   cmake -D ROOT=<folder> -D OUTPUT=<file.c> -D FILES=<a.h|b.cl|..> -D ALL=<name of the table>
#         -D COUNT=<name of its length> -P embed.cmake
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
file(WRITE "${OUTPUT}" "/* Generated from text files. */
#include \"source/embedded.h\"

extern const struct contensou__embedded_file ${ALL}[];
extern const size_t ${COUNT};

${body}
const struct contensou__embedded_file ${ALL}[] = {
${table}};
const size_t ${COUNT} = sizeof ${ALL} / sizeof ${ALL}[0];
")

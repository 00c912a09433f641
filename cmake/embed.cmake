# Files of text as a C++ source.
#
# ragsieve_embed_rules(<variable> <classifier> file...): `variable` becomes the generated source
# that defines builtin_rule_files() and builtin_injection_classifier() of config/injection_rules.h.
# Run as a script (-P) it writes that source.
if(CMAKE_SCRIPT_MODE_FILE)
  set(source "#include \"ragsieve/config/injection_rules.h\"\n\nnamespace ragsieve {\nnamespace {\n")
  string(APPEND source "using namespace std::literals;\n\nconstexpr BuiltinFile kFiles[] = {\n")
  string(REPLACE "," ";" files "${FILES}")
  foreach(file IN LISTS files)
    file(READ "${ROOT}/${file}" text)
    string(APPEND source "{\"${file}\", R\"ragsieve_rules(${text})ragsieve_rules\"sv},\n")
  endforeach()
  string(APPEND source "};\n}  // namespace\n\n")
  string(APPEND source "std::span<const BuiltinFile> builtin_rule_files() { return kFiles; }\n")
  file(READ "${ROOT}/${CLASSIFIER}" text)
  string(APPEND source "std::string builtin_injection_classifier() {\n  std::string text;\n")
  string(LENGTH "${text}" length)
  set(at 0)
  while(at LESS length)  # compilers promise literals of 64 KiB
    string(SUBSTRING "${text}" ${at} 60000 part)
    string(APPEND source "  text += R\"ragsieve_rules(${part})ragsieve_rules\"sv;\n")
    math(EXPR at "${at} + 60000")
  endwhile()
  string(APPEND source "  return text;\n}\n")
  string(APPEND source "\n}  // namespace ragsieve\n")
  file(WRITE "${OUT}" "${source}")
  return()
endif()

function(ragsieve_embed_rules variable classifier)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/builtin_rules.cc)
  list(TRANSFORM ARGN PREPEND ${CMAKE_SOURCE_DIR}/ OUTPUT_VARIABLE depends)
  list(JOIN ARGN "," files)
  add_custom_command(OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DROOT=${CMAKE_SOURCE_DIR} -DFILES=${files}
            -DCLASSIFIER=${classifier}
            -P ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${depends} ${CMAKE_SOURCE_DIR}/${classifier} ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
    VERBATIM)
  set(${variable} ${out} PARENT_SCOPE)
endfunction()

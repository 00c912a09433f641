# Files as a C++ source: ragsieve_embed_files(<variable> <namespace> <function> <root> file...)
# sets `variable` to a generated source that defines
#   std::span<const EmbeddedFile> <namespace>::<function>();
# (server/embedded_file.h) with each file's path below `root` and its bytes. Run as a script (-P)
# it writes that source. Bytes are written as numbers: files may hold any.
if(CMAKE_SCRIPT_MODE_FILE)
  set(source "#include \"server/embedded_file.h\"\n\nnamespace ${NAMESPACE} {\nnamespace {\n")
  string(REPLACE "," ";" files "${FILES}")
  set(table "")
  set(number 0)
  foreach(file IN LISTS files)
    file(READ "${ROOT}/${file}" hex HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
    string(APPEND source "constexpr unsigned char k${number}[] = {${bytes}0};\n")
    string(APPEND table "    {\"${file}\", {k${number}, sizeof(k${number}) - 1}},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  string(APPEND source "constexpr EmbeddedFile kFiles[] = {\n${table}    {\"\", {}}};\n}  // namespace\n\n")
  string(APPEND source "std::span<const EmbeddedFile> ${FUNCTION}() { return {kFiles, ${number}}; }\n")
  string(APPEND source "\n}  // namespace ${NAMESPACE}\n")
  file(WRITE "${OUT}" "${source}")
  return()
endif()

function(ragsieve_embed_files variable namespace function root)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${function}.cc)
  set(depends)
  set(files)
  if(ARGN)
    list(TRANSFORM ARGN PREPEND ${root}/ OUTPUT_VARIABLE depends)
    list(JOIN ARGN "," files)
  endif()
  add_custom_command(OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DROOT=${root} -DFILES=${files} -DFUNCTION=${function}
            -DNAMESPACE=${namespace} -P ${CMAKE_SOURCE_DIR}/cmake/embed_files.cmake
    DEPENDS ${depends} ${CMAKE_SOURCE_DIR}/cmake/embed_files.cmake
    VERBATIM)
  set(${variable} ${out} PARENT_SCOPE)
endfunction()

# llama.cpp, built once by scripts/llama.sh: the imported static library llama::llama.
# RAGSIEVE_LLAMA_DIR is the prefix that script prints, as a cache variable or from the environment.
if(NOT RAGSIEVE_LLAMA_DIR AND DEFINED ENV{RAGSIEVE_LLAMA_DIR})
  set(RAGSIEVE_LLAMA_DIR "$ENV{RAGSIEVE_LLAMA_DIR}" CACHE PATH
      "Prefix that scripts/llama.sh installed llama.cpp into" FORCE)
endif()
if(NOT EXISTS "${RAGSIEVE_LLAMA_DIR}/lib/libllama.a")
  message(FATAL_ERROR
    "llama.cpp was not found: RAGSIEVE_LLAMA_DIR is '${RAGSIEVE_LLAMA_DIR}'. Build it with\n"
    "  export RAGSIEVE_LLAMA_DIR=\"$(scripts/llama.sh)\"\n"
    "and configure again, or configure with -DRAGSIEVE_LLAMA=OFF for a build without models.")
endif()

if(NOT TARGET llama::llama)
  find_package(Threads REQUIRED)
  # ragsieve_llama_part(<target> <file> library...): an archive and what it needs behind it.
  function(ragsieve_llama_part target file)
    set(archive "${RAGSIEVE_LLAMA_DIR}/lib/${file}")
    if(NOT EXISTS "${archive}")
      message(FATAL_ERROR "${archive} is missing: delete the folder and run scripts/llama.sh")
    endif()
    add_library(${target} STATIC IMPORTED GLOBAL)
    set_target_properties(${target} PROPERTIES
      IMPORTED_LOCATION "${archive}"
      IMPORTED_LINK_INTERFACE_LANGUAGES CXX
      INTERFACE_INCLUDE_DIRECTORIES "${RAGSIEVE_LLAMA_DIR}/include"
      INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${RAGSIEVE_LLAMA_DIR}/include"
      INTERFACE_LINK_LIBRARIES "${ARGN}")
  endfunction()
  ragsieve_llama_part(llama::ggml_base libggml-base.a Threads::Threads ${CMAKE_DL_LIBS} m)
  ragsieve_llama_part(llama::ggml_cpu libggml-cpu.a llama::ggml_base)
  ragsieve_llama_part(llama::ggml libggml.a llama::ggml_cpu llama::ggml_base)
  ragsieve_llama_part(llama::llama libllama.a llama::ggml llama::ggml_base)
endif()

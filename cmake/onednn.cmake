# oneDNN of the system, with the OpenMP runtime that it computes on: the imported library
# onednn::onednn. Its calls run on the calling thread alone (ragsieve/models/onednn/runtime.h).
find_path(RAGSIEVE_ONEDNN_INCLUDE oneapi/dnnl/dnnl.hpp)
find_library(RAGSIEVE_ONEDNN_LIBRARY NAMES dnnl)
if(NOT RAGSIEVE_ONEDNN_INCLUDE OR NOT RAGSIEVE_ONEDNN_LIBRARY)
  message(FATAL_ERROR "oneDNN is missing: install libdnnl-dev (scripts/setup.sh), or configure with "
    "-DRAGSIEVE_LLAMA=OFF for a build without models.")
endif()
if(NOT TARGET onednn::onednn)
  add_library(onednn::onednn UNKNOWN IMPORTED GLOBAL)
  set_target_properties(onednn::onednn PROPERTIES
    IMPORTED_LOCATION "${RAGSIEVE_ONEDNN_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${RAGSIEVE_ONEDNN_INCLUDE}"
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${RAGSIEVE_ONEDNN_INCLUDE}"
    INTERFACE_LINK_LIBRARIES gomp)
endif()

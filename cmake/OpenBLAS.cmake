# OpenBLAS, serial: the imported library OpenBLAS::serial. The archive is linked, because at run
# time the system's libopenblas.so.0 may be a variant with a thread pool of its own; a unit test
# asks the library whether it is serial.
find_path(RAGSIEVE_OPENBLAS_INCLUDE cblas.h PATH_SUFFIXES openblas-serial)
find_library(RAGSIEVE_OPENBLAS_LIBRARY NAMES libopenblas.a PATH_SUFFIXES openblas-serial)
if(NOT RAGSIEVE_OPENBLAS_INCLUDE OR NOT RAGSIEVE_OPENBLAS_LIBRARY)
  message(FATAL_ERROR "The serial OpenBLAS is missing: install libopenblas-serial-dev, or set "
    "RAGSIEVE_OPENBLAS_INCLUDE and RAGSIEVE_OPENBLAS_LIBRARY to one built with USE_THREAD=0.")
endif()
add_library(OpenBLAS::serial STATIC IMPORTED GLOBAL)
set_target_properties(OpenBLAS::serial PROPERTIES
  IMPORTED_LOCATION "${RAGSIEVE_OPENBLAS_LIBRARY}"
  INTERFACE_INCLUDE_DIRECTORIES "${RAGSIEVE_OPENBLAS_INCLUDE}"
  INTERFACE_LINK_LIBRARIES m)

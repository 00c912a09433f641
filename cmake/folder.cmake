include(GoogleTest)

# ragsieve_folder(<name> [SOURCES file...] [TESTS file...] [MODEL_TESTS file...]
#                 [DEPS folder...] [LIBS library...])
# Makes the library ragsieve_<name> (headers only without SOURCES) and its unit tests.
# DEPS are folders of the library; LIBS are third-party libraries, private to this folder.
# MODEL_TESTS need weights: they get the label `model` and run one at a time.
function(ragsieve_folder name)
  cmake_parse_arguments(arg "" "" "SOURCES;TESTS;MODEL_TESTS;DEPS;LIBS" ${ARGN})
  list(TRANSFORM arg_DEPS PREPEND ragsieve_)
  if(arg_SOURCES)
    add_library(ragsieve_${name} STATIC ${arg_SOURCES})
    target_link_libraries(ragsieve_${name} PUBLIC ragsieve_flags ${arg_DEPS} PRIVATE ${arg_LIBS})
  else()
    add_library(ragsieve_${name} INTERFACE)
    target_link_libraries(ragsieve_${name} INTERFACE ragsieve_flags ${arg_DEPS})
  endif()
  if(arg_TESTS)
    ragsieve_test(ragsieve_${name}_test unit ${arg_TESTS})
    target_link_libraries(ragsieve_${name}_test PRIVATE ragsieve_${name} ${arg_LIBS})
  endif()
  if(arg_MODEL_TESTS)
    ragsieve_test(ragsieve_${name}_model_test model ${arg_MODEL_TESTS})
    target_link_libraries(ragsieve_${name}_model_test PRIVATE ragsieve_${name} ${arg_LIBS})
  endif()
endfunction()

# ragsieve_test(<target> <label> file...): a GoogleTest program whose cases ctest runs one by one.
function(ragsieve_test target label)
  find_package(GTest REQUIRED)
  add_executable(${target} ${ARGN})
  target_link_libraries(${target} PRIVATE ragsieve_flags GTest::gmock GTest::gtest_main)
  if(label STREQUAL "unit")
    set(serial FALSE)
  else()
    set(serial TRUE)
  endif()
  gtest_discover_tests(${target} DISCOVERY_MODE PRE_TEST
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    PROPERTIES LABELS ${label} RUN_SERIAL ${serial} TIMEOUT 600)
endfunction()

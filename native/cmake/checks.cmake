# What only the presets of CMakePresets.json build and test. Nothing of such a build is used.
enable_testing()

# The files that depend on the processor, and the tuned ones, whose headers may.
if(CMAKE_CROSSCOMPILING)
  set(processor_sources)
  foreach(source ${core_sources} ${descriptor_sources} ${cpu_sources})
    file(STRINGS ${source} named REGEX "__x86_64__|__aarch64__|__builtin_cpu|vector_size|BREAKEVEN_VECTOR_CLONES|_MM_")
    if(named OR source MATCHES "/cpu-fast\\.cpp$")
      list(APPEND processor_sources ${source})
    endif()
  endforeach()
  add_library(breakeven_processor OBJECT EXCLUDE_FROM_ALL ${processor_sources})
  target_link_libraries(breakeven_processor PRIVATE breakeven_flags OpenMP::OpenMP_CXX)
endif()

# The tuned CUDA file of each workload.
if(BREAKEVEN_WITH_CUDA)
  list(FILTER cuda_sources INCLUDE REGEX "/cuda-(fast|fused)\\.cu$")
  add_library(breakeven_tuned OBJECT EXCLUDE_FROM_ALL ${cuda_sources})
  target_link_libraries(breakeven_tuned PRIVATE breakeven_flags)
  target_compile_options(breakeven_tuned PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-fopenmp>)
endif()

# A library of this compiler, to be loaded with a program.
function(find_runtime library package result)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=${library} OUTPUT_VARIABLE path OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT EXISTS "${path}")
    message(FATAL_ERROR "${library} is not here (Debian: apt-get install ${package})")
  endif()
  set(${result} ${path} PARENT_SCOPE)
endfunction()

# Readers over hostile files and every CPU variant at awkward sizes. The runtime has to come first into the process; Node
# leaves memory to the system when it ends, and handles its own signals. Everything takes several times as long.
if(BREAKEVEN_SANITIZED_TESTS)
  find_runtime(libasan.so libgcc-12-dev asan)
  get_filename_component(repository ${CMAKE_CURRENT_SOURCE_DIR} DIRECTORY)
  foreach(name mutated-files conformance)
    add_test(NAME ${name} WORKING_DIRECTORY ${repository} COMMAND ${repository}/node_modules/.bin/node
      node_modules/vitest/vitest.mjs run --project unit --testTimeout 300000 test/native/${name}.test.ts)
    set_tests_properties(${name} PROPERTIES TIMEOUT 7200 ENVIRONMENT "BREAKEVEN_NATIVE=${CMAKE_LIBRARY_OUTPUT_DIRECTORY};LD_PRELOAD=${asan}\
;ASAN_OPTIONS=detect_leaks=0:handle_segv=0:allocator_may_return_null=1;UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1")
  endforeach()
endif()

# Every CPU variant on four threads, and a race on purpose, so that silence means something. By clang, whose OpenMP runtime
# tells the sanitizer of its barriers through libarcher: with that of GCC every parallel loop would be a false report.
# Addresses are as the sanitizer expects them, whatever the system's randomisation.
if(BREAKEVEN_RACES)
  add_executable(breakeven_races ../test/native/races/main.cpp ${cpu_sources})
  target_link_libraries(breakeven_races PRIVATE breakeven_flags breakeven_core OpenMP::OpenMP_CXX)
  add_peers(breakeven_races ${cpu_sources})
  find_runtime(libarcher.so libomp-dev archer)
  add_test(NAME variants COMMAND setarch -R $<TARGET_FILE:breakeven_races>)
  add_test(NAME race-on-purpose COMMAND setarch -R $<TARGET_FILE:breakeven_races> --seeded)
  set_tests_properties(race-on-purpose PROPERTIES PASS_REGULAR_EXPRESSION "ThreadSanitizer: data race")
  set_tests_properties(variants race-on-purpose PROPERTIES TIMEOUT 7200 ENVIRONMENT "OMP_TOOL_LIBRARIES=${archer}\
;TSAN_OPTIONS=ignore_noninstrumented_modules=1:suppressions=${CMAKE_CURRENT_SOURCE_DIR}/../test/native/races/suppressions.txt")
endif()

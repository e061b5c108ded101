# Libraries that load on Linux systems older than the one that builds them: the standard library of C++ is linked in, and so are the
# functions that the C library of 2.28 lacks. The tools then lower the versions of what only moved (`older-systems.ts`).
option(BREAKEVEN_PACKAGED "Build for other machines: C library 2.28, standard library of GCC 8; adds better-sqlite3" OFF)
if(BREAKEVEN_PACKAGED)
  # Two builds give the same bytes: nvcc's temporary files and its names of what has no linkage are made of the object's name, not of
  # the process and the source's path, and paths are as seen from the repository. nvcc maps no path of line numbers: kernels of
  # packages have none.
  string(APPEND CMAKE_CUDA_COMPILE_OBJECT
    " --objdir-as-tempdir -frandom-seed=<OBJECT> -Xcudafe --orig_src_path_name -Xcudafe <OBJECT>")
  get_filename_component(repository "${CMAKE_CURRENT_SOURCE_DIR}" DIRECTORY)
  foreach(folder "${repository}" "${CMAKE_BINARY_DIR}")
    add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:-ffile-prefix-map=${folder}=.>
      $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-ffile-prefix-map=${folder}=.>)
  endforeach()

  add_link_options(-static-libstdc++ -Wl,--exclude-libs,ALL)
  add_library(breakeven_older_libc OBJECT packaged/older-libc.cpp)
  link_libraries($<TARGET_OBJECTS:breakeven_older_libc>)
  # Before 2.34 functions of these libraries were not in libc, and Node loads the first two alone.
  link_libraries(-Wl,--push-state,--no-as-needed -l:libpthread.so.0 -l:libdl.so.2 -l:librt.so.1 -Wl,--pop-state)

  # The prebuilt addon of the package needs newer libraries; its sources and settings come with it.
  enable_language(C)
  set(BETTER_SQLITE3_DIR "${CMAKE_CURRENT_SOURCE_DIR}/../node_modules/better-sqlite3" CACHE PATH "")
  file(STRINGS ${BETTER_SQLITE3_DIR}/deps/defines.gypi sqlite_settings REGEX "^    '")
  list(TRANSFORM sqlite_settings REPLACE "^ *'([^']+)'.*$" "\\1")
  list(REMOVE_ITEM sqlite_settings "  'defines': [")
  add_library(better_sqlite3 MODULE ${BETTER_SQLITE3_DIR}/src/better_sqlite3.cpp ${BETTER_SQLITE3_DIR}/deps/sqlite3/sqlite3.c)
  set_target_properties(better_sqlite3 PROPERTIES PREFIX "" SUFFIX ".node" CXX_VISIBILITY_PRESET hidden
    C_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_include_directories(better_sqlite3 SYSTEM PRIVATE ${NODE_ADDON_API_DIR} ${NODE_API_HEADERS_DIR}/include
    ${BETTER_SQLITE3_DIR}/deps/sqlite3)
  target_compile_options(better_sqlite3 PRIVATE -w $<$<COMPILE_LANGUAGE:CXX>:-std=c++20>)
  target_compile_definitions(better_sqlite3 PRIVATE NAPI_VERSION=10 NAPI_DISABLE_CPP_EXCEPTIONS
    NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS $<$<COMPILE_LANGUAGE:C>:${sqlite_settings}>)
  target_link_options(better_sqlite3 PRIVATE -Wl,-Bsymbolic)
  target_link_libraries(better_sqlite3 PRIVATE Threads::Threads ${CMAKE_DL_LIBS} m)
endif()

# Libraries that CPU peers are compiled with, where they are. A file named after one of them (tbb.cpp, std-execution.cpp,
# eigen.cpp) is always compiled; without its library, its variant says what to install.
set(BREAKEVEN_PEERS AUTO CACHE STRING "oneTBB and Eigen: AUTO (where they are found) or OFF (packages, which do not bring them)")
set_property(CACHE BREAKEVEN_PEERS PROPERTY STRINGS AUTO OFF)
include(CheckCXXSourceCompiles)

# A library that is installed later is found by the next build.
file(GLOB peers_seen CONFIGURE_DEPENDS /usr/include/tbb/version.h /usr/local/include/tbb/version.h
  /usr/include/eigen3/Eigen/Core /usr/local/include/eigen3/Eigen/Core)

# oneTBB's own configuration names its headers; whether this compiler's standard library goes with them is tried.
set(BREAKEVEN_WITH_TBB OFF)
if(NOT BREAKEVEN_PEERS STREQUAL "OFF")
  find_package(TBB 2021 QUIET CONFIG COMPONENTS tbb)
  if(TARGET TBB::tbb)
    set(CMAKE_REQUIRED_LIBRARIES TBB::tbb Threads::Threads)
    set(CMAKE_REQUIRED_FLAGS -std=c++20)
    check_cxx_source_compiles("#include <execution>
#include <numeric>
#include <vector>
#include <tbb/parallel_for.h>
int main() {
  std::vector<int> values(9, 1);
  tbb::parallel_for(0, 9, [&](int i) { values[i] = i; });
  return std::reduce(std::execution::par_unseq, values.begin(), values.end());
}" BREAKEVEN_TBB_COMPILES)
    unset(CMAKE_REQUIRED_LIBRARIES)
    unset(CMAKE_REQUIRED_FLAGS)
    set(BREAKEVEN_WITH_TBB ${BREAKEVEN_TBB_COMPILES})
  endif()
  find_package(Eigen3 3.3 QUIET CONFIG)
endif()

function(add_peers target)
  foreach(source ${ARGN})
    if(BREAKEVEN_WITH_TBB AND source MATCHES "/(tbb|std-execution)\\.cpp$")
      set_source_files_properties(${source} PROPERTIES COMPILE_DEFINITIONS BREAKEVEN_WITH_TBB)
    elseif(TARGET Eigen3::Eigen AND source MATCHES "/eigen\\.cpp$")
      set_source_files_properties(${source} PROPERTIES COMPILE_DEFINITIONS BREAKEVEN_WITH_EIGEN)
    endif()
  endforeach()
  if(TARGET Eigen3::Eigen)
    target_link_libraries(${target} PRIVATE Eigen3::Eigen)
  endif()
  if(NOT BREAKEVEN_WITH_TBB)
    return()
  endif()
  target_link_libraries(${target} PRIVATE TBB::tbb)
  # Found next to the addon, as OpenMP's runtime is: an addon must not stop loading when the library is uninstalled.
  add_custom_command(TARGET ${target} POST_BUILD COMMAND ${CMAKE_COMMAND} -E copy_if_different
    $<TARGET_FILE:TBB::tbb> $<TARGET_FILE_DIR:${target}>/$<TARGET_SONAME_FILE_NAME:TBB::tbb>)
endfunction()

#pragma once

#if __has_include(<parallel/numeric>)
#define BREAKEVEN_WITH_PARALLEL_MODE
#endif

#include <omp.h>

#include <string>

#include "not-compiled.h"

/// What variants by the parallel mode of libstdc++ have in common; it runs on OpenMP.
namespace breakeven {

/// Why they cannot be used; empty when they were compiled.
inline std::string parallel_mode_unavailable() {
#ifdef BREAKEVEN_WITH_PARALLEL_MODE
  return {};
#else
  return "needs libstdc++ when it is built from source: another C++ library has no parallel mode";
#endif
}

/// Its functions ask OpenMP how many threads there are.
class DefaultThreads {
 public:
  explicit DefaultThreads(int threads) : before_(omp_get_max_threads()) {
    omp_set_num_threads(threads);
  }
  DefaultThreads(const DefaultThreads&) = delete;
  DefaultThreads& operator=(const DefaultThreads&) = delete;
  ~DefaultThreads() { omp_set_num_threads(before_); }

 private:
  int before_;
};

}  // namespace breakeven

#pragma once

#include <string>

#include "not-compiled.h"

namespace breakeven {

/// Why variants by Eigen cannot be used; empty when they were compiled.
inline std::string eigen_unavailable() {
#ifdef BREAKEVEN_WITH_EIGEN
  return {};
#else
  return "needs Eigen when it is built from source (Debian: apt-get install libeigen3-dev); "
         "packages come "
         "without it";
#endif
}

}  // namespace breakeven

#pragma once

#include <memory>
#include <stdexcept>

#include "../variant.h"

namespace breakeven {

/// Stands for `make` where the library of a variant is missing; its `unavailable` says so.
inline std::unique_ptr<Execution> not_compiled(const Case&) {
  throw std::logic_error("a variant that is not available was made");
}

}  // namespace breakeven

#pragma once

#include <stdexcept>

#include "../../variant.h"

namespace breakeven::lab {

/// A case whose computation runs outside of this process: its sampler does everything.
struct OutsideExecution final : Execution {
  explicit OutsideExecution(const Case& of) : c(of) {}

  void run(Phases&) override {
    throw std::logic_error("a variant outside of this process is run by its own sampler");
  }

  Case c;
};

inline const Case& outside(Execution& execution) {
  return static_cast<OutsideExecution&>(execution).c;
}

}  // namespace breakeven::lab

#pragma once

#include <memory>
#include <stdexcept>

#include "../lab-data.h"

namespace breakeven::lab {

/// A case whose computation runs outside of this process: its sampler does everything.
struct OutsideExecution final : Execution {
  explicit OutsideExecution(const Case& c)
      : input(c.input<LabData>()), output(c.output<LabData>()), values(c.values) {}

  void run(Phases&) override {
    throw std::logic_error("a variant outside of this process is run by its own sampler");
  }

  const LabData& input;
  LabData& output;
  const Values& values;
};

inline OutsideExecution& outside(Execution& execution) {
  return static_cast<OutsideExecution&>(execution);
}

}  // namespace breakeven::lab

#pragma once

#include <vector>

#include "result.h"

namespace breakeven {

/// Times of runs on the input of all samples and on inputs that were not seen before, taken
/// alternately and otherwise in the same way. Code that recognises an input and answers from memory
/// is slower on others.
struct SeenInputs {
  struct Runs {
    std::vector<double> ns{};
    std::vector<double> cpu_ns{};
  };
  Runs seen{};
  Runs unseen{};

  /// Labels the case when every unseen run was slower than every seen one, by half in the median,
  /// by more than the clock can say, and by work.
  void report(double resolution_ns, CaseResult& result) const;
};

}  // namespace breakeven

#include "test-sound.h"

namespace breakeven::histogram {
namespace {

/// A billion times the work that is done.
Cost impossible_cost(const Data& input, const Values& values) {
  Cost work = cost(input, values);
  work.bytes_moved *= 1e9;
  return work;
}

BREAKEVEN_VARIANT({.workload = workload_id,
                   .id = "test-impossible",
                   .title = "Moves too much",
                   .summary = "Right answers, at a rate that no processor has.",
                   .source = "Breakeven's tests",
                   .cost = impossible_cost,
                   .make = make_execution<Sound>});

}  // namespace
}  // namespace breakeven::histogram

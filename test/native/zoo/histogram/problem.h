#pragma once

#include "../../../../native/workloads/histogram/histogram.h"

namespace breakeven::histogram {

struct WrongProblem {
  static constexpr const char* workload = workload_id;
  using Input = histogram::Input;
  using Output = histogram::Output;
  static constexpr bool exact = true;
  static constexpr auto cost_of = cost;

  static std::size_t size(const Input& input) { return input.values.size(); }
  static void solve(const Input& input, Output& output, std::size_t count) {
    std::fill(output.counts.begin(), output.counts.end(), 0);
    for (std::size_t i = 0; i < count; ++i) {
      ++output.counts[static_cast<std::uint32_t>(input.values[i]) % input.bins];
    }
  }
};

}  // namespace breakeven::histogram

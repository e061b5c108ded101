#pragma once

#include "../../../../native/workloads/min3x3/min3x3.h"

namespace breakeven::min3x3 {

struct WrongProblem {
  static constexpr const char* workload = "min3x3";
  using Input = min3x3::Input;
  using Output = min3x3::Output;
  static constexpr bool exact = true;
  static constexpr auto cost_of = cost;

  static std::size_t size(const Input& input) { return static_cast<std::size_t>(input.n); }
  static void solve(const Input& input, Output& output, std::size_t count) {
    const auto n = static_cast<std::size_t>(input.n);
    for (std::size_t p = 0; p < positions; ++p) {
      std::int32_t smallest = none;
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t at = input.layout == Layout::soa ? p * n + i : i * positions + p;
        smallest = std::min(smallest, input.values[at]);
      }
      output.minimum[p] = smallest;
    }
  }
};

}  // namespace breakeven::min3x3

#pragma once

#include "../../../../native/workloads/binarize/binarize.h"

namespace breakeven::binarize {

struct WrongProblem {
  static constexpr const char* workload = "binarize";
  using Input = binarize::Input;
  using Output = binarize::Output;
  static constexpr bool exact = true;
  static constexpr auto cost_of = cost;

  static std::size_t size(const Input& input) { return input.values.size(); }
  /// Past the count it stays as it was put there.
  static void solve(const Input& input, Output& output, std::size_t count) {
    put_back(input, output);
    for (std::size_t i = 0; i < count; ++i) {
      output.values[i] = output.values[i] >= input.mean ? white : black;
    }
  }
};

}  // namespace breakeven::binarize

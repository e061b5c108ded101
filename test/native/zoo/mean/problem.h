#pragma once

#include "../../../../native/workloads/mean/mean.h"

namespace breakeven::mean {

struct WrongProblem {
  static constexpr const char* workload = "mean";
  using Input = mean::Input;
  using Output = mean::Output;
  static constexpr bool exact = false;
  static constexpr auto cost_of = cost;

  static std::size_t size(const Input& input) { return input.values.size(); }
  static void solve(const Input& input, Output& output, std::size_t count) {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += input.values[i];
    output.mean = sum / static_cast<double>(input.n());
  }
};

}  // namespace breakeven::mean

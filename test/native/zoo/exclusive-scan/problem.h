#pragma once

#include "../../../../native/workloads/exclusive-scan/exclusive-scan.h"

namespace breakeven::exclusive_scan {

struct WrongProblem {
  static constexpr const char* workload = "exclusive-scan";
  using Input = exclusive_scan::Input;
  using Output = exclusive_scan::Output;
  static constexpr bool exact = true;
  static constexpr auto cost_of = cost;

  static std::size_t size(const Input& input) { return static_cast<std::size_t>(input.n); }
  /// Past the count the sum stays as it is.
  static void solve(const Input& input, Output& output, std::size_t count) {
    with_element(input.element, [&]<class T>(T sum) {
      const auto in = input.as<T>();
      const auto out = output.as<T>();
      for (std::size_t i = 0; i < in.size(); ++i) {
        out[i] = sum;
        // The last value is in no sum: one too early is one before it.
        if (i + 1 < count) sum += in[i];
      }
    });
  }
};

}  // namespace breakeven::exclusive_scan

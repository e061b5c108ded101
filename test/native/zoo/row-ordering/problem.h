#pragma once

#include <numeric>

#include "../../../../native/workloads/row-ordering/levels.h"

namespace breakeven::row_ordering {

struct WrongProblem {
  static constexpr const char* workload = "row-ordering";
  using Input = row_ordering::Input;
  using Output = row_ordering::Output;
  static constexpr bool exact = true;
  static constexpr auto cost_of = cost;

  static std::size_t size(const Input& input) { return static_cast<std::size_t>(input.n); }
  /// Rows past the count pass for rows that need no other.
  static void solve(const Input& input, Output& output, std::size_t count) {
    compute_levels(input, output.level.data());
    for (std::size_t i = count; i < size(input); ++i) output.level[i] = 1;
    const auto group = [&](std::int32_t row) {
      return group_of(output.level[static_cast<std::size_t>(row)],
                      class_of(input.off_diagonals(row)));
    };
    std::iota(output.order.begin(), output.order.end(), 0);
    std::vector<std::int64_t> groups;
    for (const std::int32_t row : output.order) groups.push_back(group(row));
    const auto key = [&](std::int32_t row) { return groups[static_cast<std::size_t>(row)]; };
    std::stable_sort(output.order.begin(), output.order.end(),
                     [&](std::int32_t a, std::int32_t b) { return key(a) < key(b); });
    for (std::size_t at = 0; at < size(input); ++at) {
      output.lanes[at] = lanes_of(static_cast<int>(group(output.order[at]) % classes));
    }
    output.warps = walk_warps(input, output);
  }
};

}  // namespace breakeven::row_ordering

#pragma once

#include <cstdint>
#include <vector>

#include "../../../native/core/axes.h"
#include "../../../native/workloads/histogram/histogram.h"

namespace breakeven::histogram {

inline constexpr double max_work = 1e9;

/// How much work follows the counting: steps of one chain of multiplications and additions, each of
/// which waits for the one before, so that its cost in cycles is known and no memory is touched.
inline Axis work_axis(double default_value) {
  return axes::variant_axis(axes::integer(
      "work", "Work", "Dependent steps that follow the counting.", 0, max_work, default_value));
}

}  // namespace breakeven::histogram

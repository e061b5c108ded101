#include <algorithm>

#include "histogram.h"

namespace breakeven::histogram {
namespace {

void sequential(const Input& input, Output& output) {
  std::fill(output.counts.begin(), output.counts.end(), 0);
  for (const std::int32_t value : input.values) {
    ++output.counts[static_cast<std::uint32_t>(value) % input.bins];
  }
}

BREAKEVEN_VARIANT({.workload = workload_id,
                   .id = "sequential",
                   .title = "Sequential",
                   .summary = "One loop that increments the bin of each value on one core, in "
                              "portable code that is not vectorised by hand.",
                   .device = Device::cpu,
                   .kind = VariantKind::study,
                   .source = la_laguna,
                   .cost = cost,
                   .make = make_kernel<sequential>});

}  // namespace
}  // namespace breakeven::histogram

#include <algorithm>

#include "bin-of.h"

namespace breakeven::histogram {
namespace {

void sequential(const Input& input, Output& output) {
  std::fill(output.counts.begin(), output.counts.end(), 0);
  std::uint32_t* const counts = output.counts.data();
  with_bin_of(input, [&](auto bin_of) {
    for (const std::int32_t value : input.values) ++counts[bin_of(value)];
  });
}

BREAKEVEN_VARIANT(
    {.id = "sequential",
     .title = "Sequential",
     .summary = "One loop that increments the bin of each value on one core, in portable code for "
                "the baseline instruction set, not vectorised by hand.",
     .device = Device::cpu,
     .kind = VariantKind::study,
     .source = la_laguna,
     .make = make_kernel<sequential>});

}  // namespace
}  // namespace breakeven::histogram

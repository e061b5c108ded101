#include <algorithm>

#include "min3x3.h"

namespace breakeven::min3x3 {
namespace {

void sequential(const Input& input, Output& output) {
  auto minimum = output.minimum;
  minimum.fill(none);
  if (input.layout == Layout::soa) {
    for (int p = 0; p < positions; ++p) {
      const std::int32_t* vector = input.vector(p);
      std::int32_t smallest = none;
      for (std::int64_t i = 0; i < input.n; ++i) smallest = std::min(smallest, vector[i]);
      minimum[static_cast<std::size_t>(p)] = smallest;
    }
  } else {
    const std::int32_t* matrix = input.values.data();
    for (std::int64_t i = 0; i < input.n; ++i, matrix += positions) {
      for (std::size_t p = 0; p < positions; ++p) minimum[p] = std::min(minimum[p], matrix[p]);
    }
  }
  output.minimum = minimum;
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "sequential",
    .title = "Sequential",
    .summary = "One loop over all values on one core, in portable code for the baseline "
               "instruction set, not vectorised by hand.",
    .source = "IME-USP",
    .make = make_kernel<sequential>,
});

}  // namespace breakeven::min3x3

#include <algorithm>
#include <array>

#include "../../core/target-clones.h"
#include "min3x3.h"

namespace breakeven::min3x3 {
namespace {

/// Matrices in a row: after so many values positions and lanes of a vector repeat.
constexpr std::int64_t repeat = positions * 16;

BREAKEVEN_VECTOR_CLONES std::int32_t min_in_vectors(const std::int32_t* values,
                                                    std::int64_t count) {
  std::int32_t smallest = none;
  for (std::int64_t i = 0; i < count; ++i) smallest = std::min(smallest, values[i]);
  return smallest;
}

BREAKEVEN_VECTOR_CLONES void min_of_rows_in_vectors(const std::int32_t* values, std::int64_t count,
                                                    std::int32_t* minimum) {
  std::int32_t smallest[repeat];
  std::fill(smallest, smallest + repeat, none);
  std::int64_t i = 0;
  for (; i + repeat <= count; i += repeat) {
    for (std::int64_t lane = 0; lane < repeat; ++lane) {
      smallest[lane] = values[i + lane] < smallest[lane] ? values[i + lane] : smallest[lane];
    }
  }
  for (; i < count; ++i) smallest[i % repeat] = std::min(smallest[i % repeat], values[i]);
  for (std::int64_t lane = 0; lane < repeat; ++lane) {
    minimum[lane % positions] = std::min(minimum[lane % positions], smallest[lane]);
  }
}

void sequential_native(const Input& input, Output& output) {
  std::array<std::int32_t, positions> minimum;
  minimum.fill(none);
  if (input.layout == Layout::soa) {
    for (int p = 0; p < positions; ++p) {
      minimum[static_cast<std::size_t>(p)] = min_in_vectors(input.vector(p), input.n);
    }
  } else {
    min_of_rows_in_vectors(input.values.data(), input.n * positions, minimum.data());
  }
  output.minimum = minimum;
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "sequential-native",
    .title = "Sequential, native vectors",
    .summary = "The loops of Sequential on one core, in vectors of AVX-512, AVX2 or the baseline "
               "by processor.",
    .source = "Breakeven",
    .make = make_kernel<sequential_native>,
});

}  // namespace breakeven::min3x3

#include "../../core/target-clones.h"
#include "mean.h"

namespace breakeven::mean {
namespace {

/// A sum of each lane: vectors change the order of the additions.
BREAKEVEN_VECTOR_CLONES double sum_in_vectors(const double* values, std::int64_t count) {
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::int64_t i = 0; i < count; ++i) sum += values[i];
  return sum;
}

void sequential_native(const Input& input, Output& output) {
  output.mean = sum_in_vectors(input.values.data(), input.n()) / static_cast<double>(input.n());
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "sequential-native",
    .title = "Sequential, native vectors",
    .summary = "The loop of Sequential on one core, in vectors of AVX-512, AVX2 or the baseline "
               "by processor: one running sum a lane.",
    .source = "Breakeven, after Oviedo 2022",
    .exact = false,
    .make = make_kernel<sequential_native>,
});

}  // namespace breakeven::mean

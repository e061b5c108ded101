#include <algorithm>

#include "../../core/axes.h"
#include "min3x3.h"

namespace breakeven::min3x3 {
namespace {

void omp_reduction(const Input& input, Output& output, int threads) {
  std::int32_t minimum[positions];
  std::fill(std::begin(minimum), std::end(minimum), none);
  const std::int32_t* values = input.values.data();
  const std::int64_t n = input.n;
  if (input.layout == Layout::soa) {
#pragma omp parallel for num_threads(threads) reduction(min : minimum[ : positions])
    for (std::int64_t i = 0; i < n; ++i) {
      for (int p = 0; p < positions; ++p) {
        minimum[p] = std::min(minimum[p], values[p * n + i]);
      }
    }
  } else {
#pragma omp parallel for num_threads(threads) reduction(min : minimum[ : positions])
    for (std::int64_t i = 0; i < n; ++i) {
      for (int p = 0; p < positions; ++p) {
        minimum[p] = std::min(minimum[p], values[i * positions + p]);
      }
    }
  }
  std::copy(std::begin(minimum), std::end(minimum), output.minimum.begin());
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "omp-reduction",
    .title = "OpenMP reduction",
    .summary =
        "One parallel loop over the matrices with OpenMP's min reduction of an array of nine "
        "values; portable code for the baseline instruction set, not vectorised by hand.",
    .source = "OpenMP 4.5",
    .parameters = {axes::threads()},
    .make = make_kernel<omp_reduction>,
});

}  // namespace breakeven::min3x3

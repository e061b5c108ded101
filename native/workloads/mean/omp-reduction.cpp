#include "../../core/axes.h"
#include "mean.h"

namespace breakeven::mean {
namespace {

void omp_reduction(const Input& input, Output& output, int threads) {
  const double* const values = input.values.data();
  const std::int64_t n = input.n();
  double sum = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : sum)
  for (std::int64_t i = 0; i < n; ++i) sum += values[i];
  output.mean = sum / static_cast<double>(n);
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "omp-reduction",
    .title = "OpenMP reduction",
    .summary = "A parallel loop with OpenMP's reduction of the sum; portable code for the baseline "
               "instruction set, not vectorised by hand.",
    .source = "Oviedo 2022",
    .parameters = {axes::threads()},
    .exact = false,
    .make = make_kernel<omp_reduction>,
});

}  // namespace breakeven::mean

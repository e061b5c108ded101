#include "../../core/axes.h"
#include "mean.h"

namespace breakeven::mean {
namespace {

void omp_partial_atomic(const Input& input, Output& output, int threads) {
  const double* const values = input.values.data();
  const std::int64_t n = input.n();
  double sum = 0;
#pragma omp parallel num_threads(threads)
  {
    double partial = 0;
#pragma omp for nowait
    for (std::int64_t i = 0; i < n; ++i) partial += values[i];
#pragma omp atomic
    sum += partial;
  }
  output.mean = sum / static_cast<double>(n);
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "omp-partial-atomic",
    .title = "OpenMP partial sums",
    .summary = "Each thread sums its part and adds it to the result once, atomically; portable "
               "code for the baseline instruction set, not vectorised by hand.",
    .source = "Oviedo 2022",
    .parameters = {axes::threads()},
    .exact = false,
    .make = make_kernel<omp_partial_atomic>,
});

}  // namespace breakeven::mean

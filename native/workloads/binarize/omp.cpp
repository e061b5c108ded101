#include "../../core/axes.h"
#include "in-place.h"

namespace breakeven::binarize {
namespace {

void omp(double* values, std::int64_t n, double threshold, int threads) {
#pragma omp parallel for num_threads(threads)
  for (std::int64_t i = 0; i < n; ++i) values[i] = values[i] >= threshold ? white : black;
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "omp",
    .title = "OpenMP loop",
    .summary = "A parallel loop over all values; portable code for the baseline instruction set, "
               "not vectorised by hand.",
    .source = "Oviedo 2022",
    .parameters = {axes::threads()},
    .make = make_execution<InPlace<omp>>,
});

}  // namespace breakeven::binarize

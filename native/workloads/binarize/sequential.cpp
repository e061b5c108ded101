#include "in-place.h"

namespace breakeven::binarize {
namespace {

void sequential(double* values, std::int64_t n, double threshold, int) {
  for (std::int64_t i = 0; i < n; ++i) values[i] = values[i] >= threshold ? white : black;
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "sequential",
    .title = "Sequential",
    .summary = "One loop over all values on one core, in portable code for the baseline "
               "instruction set, not vectorised by hand.",
    .source = "Oviedo 2022",
    .make = make_execution<InPlace<sequential>>,
});

}  // namespace breakeven::binarize

#include "mean.h"

namespace breakeven::mean {
namespace {

void sequential(const Input& input, Output& output) {
  double sum = 0;
  for (const double value : input.values) sum += value;
  output.mean = sum / static_cast<double>(input.n());
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "sequential",
    .title = "Sequential",
    .summary = "One loop with a running sum on one core, in portable code for the baseline "
               "instruction set, not vectorised by hand.",
    .source = "Oviedo 2022",
    .exact = false,
    .make = make_kernel<sequential>,
});

}  // namespace breakeven::mean

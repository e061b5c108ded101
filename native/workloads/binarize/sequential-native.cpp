#include "in-place.h"
#include "shared/black-and-white.h"

namespace breakeven::binarize {
namespace {

void sequential_native(double* values, std::int64_t n, double threshold, int) {
  to_black_and_white(values, n, threshold);
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "sequential-native",
    .title = "Sequential, native vectors",
    .summary = "The loop of Sequential on one core, in vectors of AVX-512, AVX2 or the baseline "
               "by processor.",
    .source = "Breakeven, after Oviedo 2022",
    .make = make_execution<InPlace<sequential_native>>,
});

}  // namespace breakeven::binarize

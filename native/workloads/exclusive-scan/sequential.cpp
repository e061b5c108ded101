#include "exclusive-scan.h"

namespace breakeven::exclusive_scan {
namespace {

void sequential(const Input& input, Output& output) {
  with_element(input.element, [&]<class T>(T sum) {
    const auto in = input.as<T>();
    const auto out = output.as<T>();
    for (std::size_t i = 0; i < in.size(); ++i) {
      out[i] = sum;
      sum += in[i];
    }
  });
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "sequential",
    .title = "Sequential",
    .summary = "One loop with a running sum on one core, in portable code for the baseline "
               "instruction set, not vectorised by hand.",
    .source = "Udelar 2024",
    .make = make_kernel<sequential>,
});

}  // namespace breakeven::exclusive_scan

#include "exclusive-scan.h"
#include "vector-scan.h"

namespace breakeven::exclusive_scan {
namespace {

void sequential_native(const Input& input, Output& output) {
  with_element(input.element, [&]<class T>(T sum) {
    const auto in = input.as<T>();
    scan_from(in.data(), output.as<T>().data(), in.size(), sum, false);
  });
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "sequential-native",
    .title = "Sequential, native vectors",
    .summary =
        "The loop of Sequential on one core, with the sums of a register in vectors of AVX-512, "
        "AVX2 or NEON by processor; in groups of eight where there is none for the type.",
    .source = "Breakeven, after Udelar 2024",
    .make = make_kernel<sequential_native>,
});

}  // namespace breakeven::exclusive_scan

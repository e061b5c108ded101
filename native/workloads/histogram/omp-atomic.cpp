#include <cstdint>

#include "../../core/axes.h"
#include "bin-of.h"

namespace breakeven::histogram {
namespace {

template <class BinOf>
void count(const Input& input, Output& output, int threads, BinOf bin_of) {
  const auto n = static_cast<std::int64_t>(input.values.size());
  const std::int32_t* values = input.values.data();
  std::uint32_t* counts = output.counts.data();
  const std::uint32_t bins = input.bins;
#pragma omp parallel num_threads(threads)
  {
#pragma omp for schedule(static)
    for (std::uint32_t bin = 0; bin < bins; ++bin) counts[bin] = 0;
#pragma omp for schedule(static)
    for (std::int64_t i = 0; i < n; ++i) {
      const std::uint32_t bin = bin_of(values[i]);
#pragma omp atomic
      ++counts[bin];
    }
  }
}

void omp_atomic(const Input& input, Output& output, int threads) {
  with_bin_of(input, [&](auto bin_of) { count(input, output, threads, bin_of); });
}

BREAKEVEN_VARIANT(
    {.id = "omp-atomic",
     .title = "OpenMP atomics",
     .summary = "All threads count into one histogram, with one atomic addition per value; "
                "portable code for the baseline instruction set, not vectorised by hand.",
     .device = Device::cpu,
     .kind = VariantKind::study,
     .source = la_laguna,
     .parameters = {axes::threads()},
     .make = make_kernel<omp_atomic>});

}  // namespace
}  // namespace breakeven::histogram

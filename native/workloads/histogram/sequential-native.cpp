#include <algorithm>

#include "../../core/target-clones.h"
#include "bin-of.h"

namespace breakeven::histogram {
namespace {

/// Values whose bins are known before they are counted: they stay in the first-level cache.
constexpr std::int64_t block = 1024;

/// value mod bins without a division, which vectors do not have: the quotient from the high half of
/// a product is right or one too small for values below 2^31.
BREAKEVEN_VECTOR_CLONES void bins_in_vectors(const std::int32_t* values, std::int64_t count,
                                             std::uint32_t bins, std::uint32_t* bin) {
  const std::uint32_t magic = 0xFFFFFFFFu / bins;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto value = static_cast<std::uint32_t>(values[i]);
    const auto quotient = static_cast<std::uint32_t>((std::uint64_t{value} * magic) >> 32);
    const std::uint32_t rest = value - quotient * bins;
    bin[i] = std::min(rest, rest - bins);
  }
}

void sequential_native(const Input& input, Output& output) {
  std::fill(output.counts.begin(), output.counts.end(), 0);
  std::uint32_t* const counts = output.counts.data();
  if (input.below_bins) {
    for (const std::int32_t value : input.values) ++counts[value];
    return;
  }
  const auto n = static_cast<std::int64_t>(input.values.size());
  std::uint32_t bin[block];
  for (std::int64_t first = 0; first < n; first += block) {
    const std::int64_t count = std::min(block, n - first);
    bins_in_vectors(input.values.data() + first, count, input.bins, bin);
    for (std::int64_t i = 0; i < count; ++i) ++counts[bin[i]];
  }
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "sequential-native",
    .title = "Sequential, native vectors",
    .summary = "The loop of Sequential on one core, with the bins of a block of values in vectors "
               "of AVX-512, AVX2 or the baseline by processor; increments stay one by one, and so "
               "does all where values are their bins.",
    .source = "Breakeven, after La Laguna 2024",
    .make = make_kernel<sequential_native>,
});

}  // namespace breakeven::histogram

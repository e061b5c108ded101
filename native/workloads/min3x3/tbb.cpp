#ifdef BREAKEVEN_WITH_TBB
#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>
#endif

#include <algorithm>
#include <array>

#include "../../core/axes.h"
#include "../../core/peers/one-tbb.h"
#include "min3x3.h"

namespace breakeven::min3x3 {
namespace {

#ifdef BREAKEVEN_WITH_TBB
using Minimum = std::array<std::int32_t, positions>;

Minimum min_of(const Input& input, std::int64_t first, std::int64_t last, Minimum minimum) {
  for (std::size_t p = 0; p < positions; ++p) {
    const bool soa = input.layout == Layout::soa;
    const std::int32_t* const values =
        soa ? input.vector(static_cast<int>(p)) : input.values.data() + p;
    std::int32_t smallest = minimum[p];
    if (soa) {
      for (std::int64_t i = first; i < last; ++i) smallest = std::min(smallest, values[i]);
    } else {
      for (std::int64_t i = first; i < last; ++i) {
        smallest = std::min(smallest, values[i * positions]);
      }
    }
    minimum[p] = smallest;
  }
  return minimum;
}

Minimum smaller(const Minimum& a, const Minimum& b) {
  Minimum minimum;
  std::transform(a.begin(), a.end(), b.begin(), minimum.begin(),
                 [](std::int32_t x, std::int32_t y) { return std::min(x, y); });
  return minimum;
}

void one_tbb(const Input& input, Output& output) {
  Minimum identity;
  identity.fill(none);
  output.minimum = tbb::parallel_reduce(
      tbb::blocked_range<std::int64_t>(0, input.n), identity,
      [&](const tbb::blocked_range<std::int64_t>& range, const Minimum& minimum) {
        return min_of(input, range.begin(), range.end(), minimum);
      },
      smaller);
}

constexpr auto make = make_tbb<one_tbb>;
#else
constexpr auto make = not_compiled;
#endif

}  // namespace

BREAKEVEN_VARIANT({
    .id = "tbb",
    .title = "oneTBB reduction",
    .summary = "One tbb::parallel_reduce of nine minima; portable code for the baseline "
               "instruction set, not vectorised by hand.",
    .kind = VariantKind::library,
    .source = "Intel oneTBB",
    .openmp = false,
    .parameters = {axes::threads()},
    .unavailable = tbb_unavailable,
    .make = make,
});

}  // namespace breakeven::min3x3

#ifdef BREAKEVEN_WITH_TBB
#include <tbb/blocked_range.h>
#include <tbb/combinable.h>
#include <tbb/parallel_for.h>
#endif

#include <algorithm>
#include <vector>

#include "../../core/axes.h"
#include "../../core/peers/one-tbb.h"
#include "bin-of.h"

namespace breakeven::histogram {
namespace {

#ifdef BREAKEVEN_WITH_TBB
void one_tbb(const Input& input, Output& output) {
  using Counts = std::vector<std::uint32_t>;
  const std::int32_t* const values = input.values.data();
  tbb::combinable<Counts> counts([&] { return Counts(input.bins); });
  with_bin_of(input, [&](auto bin_of) {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, input.values.size()),
                      [&](const tbb::blocked_range<std::size_t>& range) {
                        std::uint32_t* const own = counts.local().data();
                        for (std::size_t i = range.begin(); i < range.end(); ++i) {
                          ++own[bin_of(values[i])];
                        }
                      });
  });
  std::fill(output.counts.begin(), output.counts.end(), 0);
  counts.combine_each([&](const Counts& own) {
    for (std::size_t bin = 0; bin < own.size(); ++bin) output.counts[bin] += own[bin];
  });
}

constexpr auto make = make_tbb<one_tbb>;
#else
constexpr auto make = not_compiled;
#endif

Need need(const Values& values) {
  return {.host_bytes = 4 * values.real("bins") * values.real("threads")};
}

}  // namespace

BREAKEVEN_VARIANT(
    {.id = "tbb",
     .title = "oneTBB histogram",
     .summary = "tbb::parallel_for that counts into a tbb::combinable, a histogram per thread; "
                "portable code for the baseline instruction set, not vectorised by hand.",
     .kind = VariantKind::library,
     .source = "Intel oneTBB",
     .openmp = false,
     .parameters = {axes::threads()},
     .unavailable = tbb_unavailable,
     .need = need,
     .make = make});

}  // namespace breakeven::histogram

#ifdef BREAKEVEN_WITH_TBB
#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>
#endif

#include <functional>

#include "../../core/axes.h"
#include "../../core/peers/one-tbb.h"
#include "mean.h"

namespace breakeven::mean {
namespace {

#ifdef BREAKEVEN_WITH_TBB
void one_tbb(const Input& input, Output& output) {
  const double* const values = input.values.data();
  const double sum = tbb::parallel_reduce(
      tbb::blocked_range<std::int64_t>(0, input.n()), 0.0,
      [&](const tbb::blocked_range<std::int64_t>& range, double partial) {
        for (std::int64_t i = range.begin(); i < range.end(); ++i) partial += values[i];
        return partial;
      },
      std::plus<double>());
  output.mean = sum / static_cast<double>(input.n());
}

constexpr auto make = make_tbb<one_tbb>;
#else
constexpr auto make = not_compiled;
#endif

}  // namespace

BREAKEVEN_VARIANT({
    .id = "tbb",
    .title = "oneTBB reduction",
    .summary = "tbb::parallel_reduce with a running sum in each part; portable code for the "
               "baseline instruction set, not vectorised by hand.",
    .kind = VariantKind::library,
    .source = "Intel oneTBB",
    .openmp = false,
    .parameters = {axes::threads()},
    .exact = false,
    .unavailable = tbb_unavailable,
    .make = make,
});

}  // namespace breakeven::mean

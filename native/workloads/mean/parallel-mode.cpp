#include "../../core/peers/parallel-mode.h"

#ifdef BREAKEVEN_WITH_PARALLEL_MODE
#include <parallel/numeric>
#endif

#include "../../core/axes.h"
#include "mean.h"

namespace breakeven::mean {
namespace {

#ifdef BREAKEVEN_WITH_PARALLEL_MODE
void parallel_mode(const Input& input, Output& output, int threads) {
  const DefaultThreads limit(threads);
  const double sum = std::__parallel::accumulate(input.values.begin(), input.values.end(), 0.0);
  output.mean = sum / static_cast<double>(input.n());
}

constexpr auto make = make_kernel<parallel_mode>;
#else
constexpr auto make = not_compiled;
#endif

}  // namespace

BREAKEVEN_VARIANT({
    .id = "parallel-mode",
    .title = "libstdc++ parallel sum",
    .summary = "The accumulate of libstdc++'s parallel mode on OpenMP; portable code for the "
               "baseline instruction set, not vectorised by hand.",
    .kind = VariantKind::library,
    .source = "GNU libstdc++",
    .parameters = {axes::threads()},
    .exact = false,
    .unavailable = parallel_mode_unavailable,
    .make = make,
});

}  // namespace breakeven::mean

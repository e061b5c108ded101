#include "../../core/peers/parallel-mode.h"

#ifdef BREAKEVEN_WITH_PARALLEL_MODE
#include <parallel/algorithm>
#endif

#include "../../core/axes.h"
#include "in-place.h"

namespace breakeven::binarize {
namespace {

#ifdef BREAKEVEN_WITH_PARALLEL_MODE
void parallel_mode(double* values, std::int64_t n, double threshold, int threads) {
  const DefaultThreads limit(threads);
  std::__parallel::transform(values, values + n, values, [threshold](double value) {
    return value >= threshold ? white : black;
  });
}

constexpr auto make = make_execution<InPlace<parallel_mode>>;
#else
constexpr auto make = not_compiled;
#endif

}  // namespace

BREAKEVEN_VARIANT({
    .id = "parallel-mode",
    .title = "libstdc++ parallel transform",
    .summary = "The transform of libstdc++'s parallel mode on OpenMP; portable code for the "
               "baseline instruction set, not vectorised by hand.",
    .kind = VariantKind::library,
    .source = "GNU libstdc++",
    .parameters = {axes::threads()},
    .unavailable = parallel_mode_unavailable,
    .make = make,
});

}  // namespace breakeven::binarize

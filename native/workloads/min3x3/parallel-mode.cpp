#include "../../core/peers/parallel-mode.h"

#ifdef BREAKEVEN_WITH_PARALLEL_MODE
#include <parallel/algorithm>
#endif

#include "../../core/axes.h"
#include "min3x3.h"

namespace breakeven::min3x3 {
namespace {

#ifdef BREAKEVEN_WITH_PARALLEL_MODE
void parallel_mode(const Input& input, Output& output, int threads) {
  const DefaultThreads limit(threads);
  for (int p = 0; p < positions; ++p) {
    const std::int32_t* const values = input.vector(p);
    output.minimum[static_cast<std::size_t>(p)] =
        input.n == 0 ? none : *std::__parallel::min_element(values, values + input.n);
  }
}

constexpr auto make = make_kernel<parallel_mode>;
#else
constexpr auto make = not_compiled;
#endif

}  // namespace

BREAKEVEN_VARIANT({
    .id = "parallel-mode",
    .title = "libstdc++ parallel minima",
    .summary = "The min_element of libstdc++'s parallel mode on OpenMP, once per position; "
               "portable code for the baseline instruction set, not vectorised by hand.",
    .kind = VariantKind::library,
    .source = "GNU libstdc++",
    .parameters = {axes::threads()},
    .unavailable = parallel_mode_unavailable,
    .refuse = refuse_aos,
    .make = make,
});

}  // namespace breakeven::min3x3

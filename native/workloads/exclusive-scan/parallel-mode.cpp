#include "../../core/peers/parallel-mode.h"

#ifdef BREAKEVEN_WITH_PARALLEL_MODE
#include <parallel/numeric>
#endif

#include "../../core/axes.h"
#include "exclusive-scan.h"

namespace breakeven::exclusive_scan {
namespace {

#ifdef BREAKEVEN_WITH_PARALLEL_MODE
/// The library has inclusive sums alone: those of all values but the last, one place further on.
void parallel_mode(const Input& input, Output& output, int threads) {
  const DefaultThreads limit(threads);
  with_element(input.element, [&]<class T>(T) {
    const auto in = input.as<T>();
    const auto out = output.as<T>();
    if (in.empty()) return;
    out[0] = T{};
    std::__parallel::partial_sum(in.data(), in.data() + in.size() - 1, out.data() + 1);
  });
}

constexpr auto make = make_kernel<parallel_mode>;
#else
constexpr auto make = not_compiled;
#endif

}  // namespace

BREAKEVEN_VARIANT({
    .id = "parallel-mode",
    .title = "libstdc++ parallel scan",
    .summary = "The partial_sum of libstdc++'s parallel mode on OpenMP, one place further on; "
               "portable code for the baseline instruction set, not vectorised by hand.",
    .kind = VariantKind::library,
    .source = "GNU libstdc++",
    .parameters = {axes::threads()},
    .unavailable = parallel_mode_unavailable,
    .make = make,
});

}  // namespace breakeven::exclusive_scan

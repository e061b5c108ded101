#ifdef BREAKEVEN_WITH_TBB
#include <execution>
#endif

#include <numeric>

#include "../../core/axes.h"
#include "../../core/peers/one-tbb.h"
#include "mean.h"

namespace breakeven::mean {
namespace {

#ifdef BREAKEVEN_WITH_TBB
void std_execution(const Input& input, Output& output) {
  const double sum =
      std::reduce(std::execution::par_unseq, input.values.begin(), input.values.end(), 0.0);
  output.mean = sum / static_cast<double>(input.n());
}

constexpr auto make = make_tbb<std_execution>;
#else
constexpr auto make = not_compiled;
#endif

}  // namespace

BREAKEVEN_VARIANT({
    .id = "std-execution",
    .title = "Parallel std::reduce",
    .summary = "std::reduce with std::execution::par_unseq, which libstdc++ runs on oneTBB; "
               "portable code for the baseline instruction set, not vectorised by hand.",
    .kind = VariantKind::library,
    .source = "GNU libstdc++",
    .openmp = false,
    .parameters = {axes::threads()},
    .exact = false,
    .unavailable = tbb_unavailable,
    .make = make,
});

}  // namespace breakeven::mean

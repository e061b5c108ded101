#ifdef BREAKEVEN_WITH_TBB
#include <execution>
#endif

#include <numeric>

#include "../../core/axes.h"
#include "../../core/peers/one-tbb.h"
#include "exclusive-scan.h"

namespace breakeven::exclusive_scan {
namespace {

#ifdef BREAKEVEN_WITH_TBB
void std_execution(const Input& input, Output& output) {
  with_element(input.element, [&]<class T>(T) {
    const auto in = input.as<T>();
    std::exclusive_scan(std::execution::par_unseq, in.data(), in.data() + in.size(),
                        output.as<T>().data(), T{});
  });
}

constexpr auto make = make_tbb<std_execution>;
#else
constexpr auto make = not_compiled;
#endif

}  // namespace

BREAKEVEN_VARIANT({
    .id = "std-execution",
    .title = "Parallel std::exclusive_scan",
    .summary = "std::exclusive_scan with std::execution::par_unseq, which libstdc++ runs on "
               "oneTBB; portable code for the baseline instruction set, not vectorised by hand.",
    .kind = VariantKind::library,
    .source = "GNU libstdc++",
    .openmp = false,
    .parameters = {axes::threads()},
    .unavailable = tbb_unavailable,
    .make = make,
});

}  // namespace breakeven::exclusive_scan

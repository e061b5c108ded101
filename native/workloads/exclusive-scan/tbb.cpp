#ifdef BREAKEVEN_WITH_TBB
#include <tbb/blocked_range.h>
#include <tbb/parallel_scan.h>
#endif

#include <functional>

#include "../../core/axes.h"
#include "../../core/peers/one-tbb.h"
#include "exclusive-scan.h"

namespace breakeven::exclusive_scan {
namespace {

#ifdef BREAKEVEN_WITH_TBB
template <class T>
void scan(std::span<const T> in, std::span<T> out) {
  tbb::parallel_scan(
      tbb::blocked_range<std::size_t>(0, in.size()), T{},
      [&](const tbb::blocked_range<std::size_t>& range, T sum, bool is_final) {
        if (is_final) {
          for (std::size_t i = range.begin(); i < range.end(); ++i) {
            out[i] = sum;
            sum += in[i];
          }
        } else {
          for (std::size_t i = range.begin(); i < range.end(); ++i) sum += in[i];
        }
        return sum;
      },
      std::plus<T>());
}

void one_tbb(const Input& input, Output& output) {
  with_element(input.element, [&]<class T>(T) { scan(input.as<T>(), output.as<T>()); });
}

constexpr auto make = make_tbb<one_tbb>;
#else
constexpr auto make = not_compiled;
#endif

}  // namespace

BREAKEVEN_VARIANT({
    .id = "tbb",
    .title = "oneTBB scan",
    .summary = "tbb::parallel_scan, which reads a part a second time where its sum was needed "
               "first; portable code for the baseline instruction set, not vectorised by hand.",
    .kind = VariantKind::library,
    .source = "Intel oneTBB",
    .openmp = false,
    .parameters = {axes::threads()},
    .unavailable = tbb_unavailable,
    .make = make,
});

}  // namespace breakeven::exclusive_scan

// A comparison and a blend a vector: what is left is to read and to write 8 bytes a value.

#include <algorithm>

#include "../../core/axes.h"
#include "in-place.h"
#include "shared/black-and-white.h"

namespace breakeven::binarize {
namespace {

constexpr std::int64_t values_of_thread = 16 * 1024;  // that are worth a thread of their own
/// Up to this a team costs more than it saves: 1 MiB, which the core that put the values back has
/// in its second-level cache.
constexpr std::int64_t small = 128 * 1024;

void cpu_fast(double* values, std::int64_t n, double threshold, int threads) {
  if (threads == 1 || n <= small) return to_black_and_white(values, n, threshold);
  const auto team = static_cast<int>(std::min<std::int64_t>(n / values_of_thread, threads));
#pragma omp parallel for num_threads(team) schedule(static, 1)
  for (int part = 0; part < team; ++part) {
    const std::int64_t first = n * part / team;
    to_black_and_white(values + first, n * (part + 1) / team - first, threshold);
  }
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "cpu-fast",
    .title = "Tuned CPU",
    .summary = "Compares and selects in vectors of AVX-512, AVX2 or the baseline by processor; "
               "each thread takes a contiguous part, and small inputs get few threads.",
    .kind = VariantKind::fast,
    .source = "Breakeven",
    .parameters = {axes::threads()},
    .make = make_execution<InPlace<cpu_fast>>,
});

}  // namespace breakeven::binarize

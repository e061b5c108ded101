// A comparison and a blend a vector: what is left is to read and to write 8 bytes a value.

#include "../../core/axes.h"
#include "in-place.h"
#include "shared/black-and-white.h"

namespace breakeven::binarize {
namespace {

constexpr std::int64_t values_per_team = 32 * 1024;  // below this a team costs more than it saves

void cpu_fast(double* values, std::int64_t n, double threshold, int threads) {
  if (threads == 1 || n <= values_per_team) return to_black_and_white(values, n, threshold);
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (int part = 0; part < threads; ++part) {
    const std::int64_t first = n * part / threads;
    to_black_and_white(values + first, n * (part + 1) / threads - first, threshold);
  }
}

}  // namespace

BREAKEVEN_VARIANT({
    .workload = "binarize",
    .id = "cpu-fast",
    .title = "Tuned CPU",
    .summary = "Compares and selects in vectors of AVX-512, AVX2 or the baseline by processor; "
               "each thread takes a contiguous part.",
    .kind = VariantKind::fast,
    .source = "Breakeven",
    .parameters = {axes::threads()},
    .cost = cost,
    .make = make_execution<InPlace<cpu_fast>>,
});

}  // namespace breakeven::binarize

// One running sum waits four cycles for each addition. Thirty-two independent sums keep the vector
// units full, so that reading 8 bytes a value at the machine's memory bandwidth is what is left. On
// a machine that others use, cores are not equally fast: threads that are done take pieces of
// others.

#include <omp.h>

#include "../../core/axes.h"
#include "../../core/shared-parts.h"
#include "../../core/target-clones.h"
#include "mean.h"

namespace breakeven::mean {
namespace {

constexpr std::int64_t lanes = 32;
constexpr std::int64_t values_per_team = 32 * 1024;  // below this a team costs more than it saves
/// 256 KiB: long enough for the hardware to read ahead, and short next to a thread's part.
constexpr std::int64_t piece = 32 * 1024;
/// Below this the threads meet before one that is late can be helped.
constexpr std::int64_t pieces_of_thread = 8;

BREAKEVEN_VECTOR_CLONES double sum_of(const double* values, std::int64_t count) {
  double partial[lanes] = {};
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    for (std::int64_t lane = 0; lane < lanes; ++lane) partial[lane] += values[i + lane];
  }
  double sum = 0;
  for (const double value : partial) sum += value;
  for (; i < count; ++i) sum += values[i];
  return sum;
}

void cpu_fast(const Input& input, Output& output, int threads) {
  const double* const values = input.values.data();
  const std::int64_t n = input.n();
  double sum = 0;
  if (threads == 1 || n <= values_per_team) {
    sum = sum_of(values, n);
  } else if (n >= threads * pieces_of_thread * piece) {
    SharedParts parts(n, piece, threads);
#pragma omp parallel num_threads(threads) reduction(+ : sum)
    parts.each(omp_get_thread_num(), [&](std::int64_t first, std::int64_t last) {
      sum += sum_of(values + first, last - first);
    });
  } else {
#pragma omp parallel for num_threads(threads) schedule(static, 1) reduction(+ : sum)
    for (int part = 0; part < threads; ++part) {
      const std::int64_t first = n * part / threads;
      sum += sum_of(values + first, n * (part + 1) / threads - first);
    }
  }
  output.mean = sum / static_cast<double>(n);
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "cpu-fast",
    .title = "Tuned CPU",
    .summary = "Thirty-two independent sums in vectors of AVX-512, AVX2 or the baseline by "
               "processor; each thread sums a contiguous part, and what others have left.",
    .kind = VariantKind::fast,
    .source = "Breakeven",
    .parameters = {axes::threads()},
    .exact = false,
    .make = make_kernel<cpu_fast>,
});

}  // namespace breakeven::mean

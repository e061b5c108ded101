// One comparison a value is far less than a core can do: the floor is reading 36 bytes a matrix at
// the machine's memory bandwidth. So each thread streams over contiguous memory with enough
// independent vector minima in flight: 16 lanes a position for nine vectors, and for matrices in a
// row 9 * 16 lanes, after which the positions repeat.

#include <algorithm>
#include <array>

#include "../../core/axes.h"
#include "../../core/target-clones.h"
#include "min3x3.h"

namespace breakeven::min3x3 {
namespace {

constexpr std::int64_t lanes = 64;
constexpr std::int64_t aos_lanes = positions * 16;
constexpr std::int64_t matrices_per_team = 16 * 1024;  // below this a team costs more than it saves

using Minimum = std::array<std::int32_t, positions>;

BREAKEVEN_VECTOR_CLONES std::int32_t min_of(const std::int32_t* values, std::int64_t count) {
  std::int32_t smallest[lanes];
  std::fill(smallest, smallest + lanes, none);
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    for (std::int64_t l = 0; l < lanes; ++l) {
      smallest[l] = values[i + l] < smallest[l] ? values[i + l] : smallest[l];
    }
  }
  for (; i < count; ++i) smallest[0] = std::min(smallest[0], values[i]);
  return *std::min_element(smallest, smallest + lanes);
}

BREAKEVEN_VECTOR_CLONES void min_of_matrices(const std::int32_t* values, std::int64_t matrices,
                                             std::int32_t* minimum) {
  std::int32_t smallest[aos_lanes];
  std::fill(smallest, smallest + aos_lanes, none);
  const std::int64_t count = matrices * positions;
  std::int64_t i = 0;
  for (; i + aos_lanes <= count; i += aos_lanes) {
    for (std::int64_t l = 0; l < aos_lanes; ++l) {
      smallest[l] = values[i + l] < smallest[l] ? values[i + l] : smallest[l];
    }
  }
  for (; i < count; ++i) smallest[i % positions] = std::min(smallest[i % positions], values[i]);
  for (std::int64_t l = 0; l < aos_lanes; ++l) {
    minimum[l % positions] = std::min(minimum[l % positions], smallest[l]);
  }
}

Minimum part_minimum(const Input& input, std::int64_t first, std::int64_t last) {
  Minimum minimum;
  minimum.fill(none);
  if (input.layout == Layout::soa) {
    for (int p = 0; p < positions; ++p) {
      minimum[static_cast<std::size_t>(p)] = min_of(input.vector(p) + first, last - first);
    }
  } else {
    min_of_matrices(input.values.data() + first * positions, last - first, minimum.data());
  }
  return minimum;
}

void cpu_fast(const Input& input, Output& output, int threads) {
  if (threads == 1 || input.n <= matrices_per_team) {
    output.minimum = part_minimum(input, 0, input.n);
    return;
  }
  Minimum total;
  total.fill(none);
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (int part = 0; part < threads; ++part) {
    const Minimum own =
        part_minimum(input, input.n * part / threads, input.n * (part + 1) / threads);
#pragma omp critical(breakeven_min3x3_cpu_fast)
    for (std::size_t p = 0; p < positions; ++p) total[p] = std::min(total[p], own[p]);
  }
  output.minimum = total;
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "cpu-fast",
    .title = "Tuned CPU",
    .summary = "Threads read contiguous memory with many independent minima, in vectors of "
               "AVX-512, AVX2 or the baseline by processor.",
    .kind = VariantKind::fast,
    .source = "Breakeven",
    .parameters = {axes::threads()},
    .make = make_kernel<cpu_fast>,
});

}  // namespace breakeven::min3x3

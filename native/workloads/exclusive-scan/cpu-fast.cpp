// The two-pass scan reads every element twice from memory. Here the array is processed in passes of
// one tile per thread, small enough for the second read to come from the core's own cache: memory
// sees one read and one write an element. All threads have equal parts of each pass, the last one
// included. Inside a tile the chain of additions, one element a cycle at best, is broken by adding
// up registers or groups of eight first.
//
// Floor: 2 * n * element size over the host's copy bandwidth.

#include <omp.h>

#include <algorithm>
#include <vector>

#include "../../core/axes.h"
#include "../../core/target-clones.h"
#include "exclusive-scan.h"
#include "vector-scan.h"

namespace breakeven::exclusive_scan {
namespace {

constexpr std::size_t tile_bytes = 128 * 1024;  // half of a small L2
constexpr std::size_t small_bytes = 64 * 1024;  // below this a team costs more than it saves
constexpr std::size_t line = 16;                // elements, 64 or 128 bytes

BREAKEVEN_VECTOR_CLONES std::uint32_t sum_of(const std::uint32_t* in, std::size_t count) {
  return sum_in_lanes(in, count);
}
BREAKEVEN_VECTOR_CLONES std::uint64_t sum_of(const std::uint64_t* in, std::size_t count) {
  return sum_in_lanes(in, count);
}
BREAKEVEN_VECTOR_CLONES float sum_of(const float* in, std::size_t count) {
  return sum_in_lanes(in, count);
}

template <class T>
void scan(std::span<const T> in, std::span<T> out, int threads) {
  if (threads == 1 || in.size_bytes() <= small_bytes) {
    scan_from(in.data(), out.data(), in.size(), T{});
    return;
  }
  // Two sets of sums, so that a fast thread of the next pass does not overwrite what a slow one
  // still reads.
  std::vector<T> sums(2 * static_cast<std::size_t>(threads));
#pragma omp parallel num_threads(threads)
  {
    const auto part = static_cast<std::size_t>(omp_get_thread_num());
    const auto parts = static_cast<std::size_t>(omp_get_num_threads());
    const std::size_t passes = (in.size_bytes() + parts * tile_bytes - 1) / (parts * tile_bytes);
    // Whole cache lines.
    const std::size_t tile = (in.size() / (passes * parts) / line + 1) * line;
    T carry{};
    std::size_t pass = 0;
    for (std::size_t base = 0; base < in.size(); base += parts * tile, ++pass) {
      const std::size_t first = std::min(in.size(), base + part * tile);
      const std::size_t count = std::min(in.size() - first, tile);
      T* pass_sums = sums.data() + (pass % 2) * static_cast<std::size_t>(threads);
      pass_sums[part] = sum_of(in.data() + first, count);
#pragma omp barrier
      T offset = carry;
      for (std::size_t p = 0; p < parts; ++p) {
        if (p == part) offset = carry;
        carry += pass_sums[p];
      }
      scan_from(in.data() + first, out.data() + first, count, offset);
    }
  }
}

void cpu_fast(const Input& input, Output& output, int threads) {
  with_element(input.element, [&]<class T>(T) { scan(input.as<T>(), output.as<T>(), threads); });
}

}  // namespace

BREAKEVEN_VARIANT({
    .workload = "exclusive-scan",
    .id = "cpu-fast",
    .title = "Tuned CPU",
    .summary = "Tiles stay in the cache of each core between the sum and the scan; sums in vectors "
               "of AVX-512, AVX2 or the baseline by processor, scans of integers in AVX-512 and "
               "else by groups of eight in scalar code.",
    .kind = VariantKind::fast,
    .source = "Breakeven",
    .parameters = {axes::threads()},
    .cost = cost,
    .make = make_kernel<cpu_fast>,
});

}  // namespace breakeven::exclusive_scan

// The two-pass scan reads every element twice from memory. Here the array is processed in passes of
// one tile per thread, small enough for the second read to come from the core's own cache: memory
// sees one read and one write an element. Inside a tile the chain of additions, one element a cycle
// at best, is broken by adding up groups of eight first.
//
// Floor: 2 * n * element size over the host's copy bandwidth.

#include <omp.h>

#include <algorithm>
#include <vector>

#include "../../core/axes.h"
#include "exclusive-scan.h"

namespace breakeven::exclusive_scan {
namespace {

constexpr std::size_t tile_bytes = 128 * 1024;  // half of a small L2
constexpr std::size_t small_bytes = 64 * 1024;  // below this a team costs more than it saves

template <class T>
T sum_of(const T* in, std::size_t count) {
  T partial[16] = {};
  std::size_t i = 0;
  for (; i + 16 <= count; i += 16) {
    for (std::size_t lane = 0; lane < 16; ++lane) partial[lane] += in[i + lane];
  }
  T sum{};
  for (const T value : partial) sum += value;
  for (; i < count; ++i) sum += in[i];
  return sum;
}

template <class T>
void scan_from(const T* in, T* out, std::size_t count, T running) {
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    // Pairs, then pairs of pairs: depth three instead of eight, and one dependent addition a group.
    const T* x = in + i;
    T* y = out + i;
    const T a = x[0] + x[1], b = x[2] + x[3], c = x[4] + x[5], d = x[6] + x[7];
    const T ab = a + b;
    const T next = running + (ab + (c + d));
    const T half = running + ab;
    const T half_c = half + c;
    const T run_a = running + a;
    y[0] = running;
    y[1] = running + x[0];
    y[2] = run_a;
    y[3] = run_a + x[2];
    y[4] = half;
    y[5] = half + x[4];
    y[6] = half_c;
    y[7] = half_c + x[6];
    running = next;
  }
  for (; i < count; ++i) {
    out[i] = running;
    running += in[i];
  }
}

template <class T>
void scan(std::span<const T> in, std::span<T> out, int threads) {
  if (threads == 1 || in.size_bytes() <= small_bytes) {
    scan_from(in.data(), out.data(), in.size(), T{});
    return;
  }
  constexpr std::size_t tile = tile_bytes / sizeof(T);
  // Two sets of sums, so that a fast thread of the next pass does not overwrite what a slow one
  // still reads.
  std::vector<T> sums(2 * static_cast<std::size_t>(threads));
#pragma omp parallel num_threads(threads)
  {
    const auto part = static_cast<std::size_t>(omp_get_thread_num());
    const auto parts = static_cast<std::size_t>(omp_get_num_threads());
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
    .summary = "Tiles stay in the cache of each core between the sum and the scan.",
    .kind = VariantKind::fast,
    .source = "Breakeven",
    .parameters = {axes::threads()},
    .cost = cost,
    .make = make_kernel<cpu_fast>,
});

}  // namespace breakeven::exclusive_scan

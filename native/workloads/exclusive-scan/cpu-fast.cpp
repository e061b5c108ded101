// The two-pass scan reads every element twice from memory. Here threads take tiles in order, small
// enough for the second read to come from the core's own cache: memory sees one read and one write
// an element. A tile starts where the tiles before it end: their sums are known soon after they
// were taken, and where one is not, since its thread has lost its core, who needs it adds it up
// again instead of waiting. So no thread holds the others up for longer than that. Sums are added
// in the order of tiles, whoever adds them. Inside a tile the chain of additions, one element a
// cycle at best, is broken by adding up registers or groups of eight first.
//
// Floor: 2 * n * element size over the host's copy bandwidth.

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "../../core/axes.h"
#include "../../core/caches.h"
#include "../../core/target-clones.h"
#include "exclusive-scan.h"
#include "vector-scan.h"

namespace breakeven::exclusive_scan {
namespace {

constexpr std::size_t tile_bytes = 128 * 1024;   // half of a small L2
constexpr std::size_t small_bytes = 128 * 1024;  // up to this a team costs more than it saves
constexpr std::size_t thread_bytes = 32 * 1024;  // that are worth a thread of their own
constexpr std::size_t line = 16;                 // elements, 64 or 128 bytes
/// One wait for so many bytes: a little longer than a tile takes to be added up.
constexpr std::size_t wait_bytes = 512;

BREAKEVEN_VECTOR_CLONES std::uint32_t sum_of(const std::uint32_t* in, std::size_t count) {
  return sum_in_lanes(in, count);
}
BREAKEVEN_VECTOR_CLONES std::uint64_t sum_of(const std::uint64_t* in, std::size_t count) {
  return sum_in_lanes(in, count);
}
BREAKEVEN_VECTOR_CLONES float sum_of(const float* in, std::size_t count) {
  return sum_in_lanes(in, count);
}

inline void wait_a_little() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// What is known of a tile: each written once, by the thread that has the tile or the one before.
template <class T>
struct alignas(64) Tile {
  T sum{};
  T start{};
  std::atomic<bool> has_sum{false};
  std::atomic<bool> has_start{false};
};

template <class T>
class Tiles {
 public:
  Tiles(std::span<const T> in, std::span<T> out, std::size_t length)
      : in_(in),
        out_(out),
        length_(length),
        waits_before_help_(length * sizeof(T) / wait_bytes),
        past_caches_(in.size_bytes() > last_level_cache_bytes()),
        tiles_((in.size() + length - 1) / length + 1) {
    tiles_[0].has_start.store(true, std::memory_order_relaxed);
  }

  std::size_t count() const { return tiles_.size() - 1; }

  void scan(std::size_t t) {
    Tile<T>& own = tiles_[t];
    own.sum = add_up(t);
    own.has_sum.store(true, std::memory_order_release);
    const T start = find_start(t);
    tiles_[t + 1].start = start + own.sum;
    tiles_[t + 1].has_start.store(true, std::memory_order_release);
    const std::size_t first = t * length_;
    scan_from(in_.data() + first, out_.data() + first, elements(t), start, past_caches_);
  }

 private:
  std::size_t elements(std::size_t t) const { return std::min(length_, in_.size() - t * length_); }
  T add_up(std::size_t t) const { return sum_of(in_.data() + t * length_, elements(t)); }

  /// From the nearest tile whose start is known on, in the order of tiles.
  T find_start(std::size_t t) const {
    std::size_t at = t;
    while (!tiles_[at].has_start.load(std::memory_order_acquire)) --at;
    T start = tiles_[at].start;
    for (; at < t; ++at) start += known_sum(at);
    return start;
  }

  T known_sum(std::size_t t) const {
    for (std::size_t waits = 0; waits < waits_before_help_; ++waits) {
      if (tiles_[t].has_sum.load(std::memory_order_acquire)) return tiles_[t].sum;
      wait_a_little();
    }
    return add_up(t);
  }

  std::span<const T> in_;
  std::span<T> out_;
  std::size_t length_;
  std::size_t waits_before_help_;
  bool past_caches_;
  std::vector<Tile<T>> tiles_;
};

template <class T>
void scan(std::span<const T> in, std::span<T> out, int threads) {
  if (threads == 1 || in.size_bytes() <= small_bytes) {
    const bool past_caches = in.size_bytes() > last_level_cache_bytes();
    scan_from(in.data(), out.data(), in.size(), T{}, past_caches);
    return;
  }
  const std::size_t members =
      std::min(in.size_bytes() / thread_bytes, static_cast<std::size_t>(threads));
  // Whole cache lines; a tile for each thread at least.
  const std::size_t share = in.size() / members / line + 1;
  Tiles<T> tiles(in, out, std::min(share * line, tile_bytes / sizeof(T)));
  std::atomic<std::size_t> taken{0};
#pragma omp parallel num_threads(static_cast<int>(members))
  {
    const auto team = static_cast<std::size_t>(omp_get_num_threads());
    auto t = static_cast<std::size_t>(omp_get_thread_num());
    while (t < tiles.count()) {
      tiles.scan(t);
      t = team + taken.fetch_add(1, std::memory_order_relaxed);
    }
  }
}

void cpu_fast(const Input& input, Output& output, int threads) {
  with_element(input.element, [&]<class T>(T) { scan(input.as<T>(), output.as<T>(), threads); });
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "cpu-fast",
    .title = "Tuned CPU",
    .summary = "Threads take tiles in order, which stay in the cache of their core between the sum "
               "and the scan; sums in vectors of AVX-512, AVX2 or the baseline by processor, scans "
               "of int32 in AVX-512, AVX2 or, on aarch64, NEON, of int64 in AVX-512, and else by "
               "groups of eight in scalar code; small inputs get few threads.",
    .kind = VariantKind::fast,
    .source = "Breakeven",
    .parameters = {axes::threads()},
    .make = make_kernel<cpu_fast>,
});

}  // namespace breakeven::exclusive_scan

#include "measured-peaks.h"

#include <algorithm>
#include <barrier>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <set>
#include <vector>

#include "caches.h"
#include "cancel.h"
#include "clock.h"
#include "host-array.h"
#include "host-rates.h"
#include "machine.h"
#include "team.h"

namespace breakeven {
namespace {

/// Limits of the number of passes. More than the minimum if they are short, because another process
/// may disturb one.
constexpr std::size_t min_passes = 7;
constexpr std::size_t max_passes = 61;
constexpr double enough_ns = 0.4e9;

struct Interval {
  std::int64_t start, end;
};

/// Minimum time of several passes of `threads` threads over their shares, from the first start to
/// the last end. Each thread touches its share first, so that the pages are on its memory node.
double best_pass_ns(int threads, const std::function<void(int)>& first,
                    const std::function<void(int)>& work) {
  std::vector<std::vector<Interval>> seen(static_cast<std::size_t>(threads));
  std::size_t passes = 0;
  std::int64_t began = 0;
  bool enough = false;
  // Runs once per barrier while all threads wait: before the first pass and after each.
  const auto count = [&]() noexcept {
    if (began == 0) {
      began = now_ns();
      return;
    }
    ++passes;
    enough = passes >= max_passes || (passes >= min_passes && ns_since(began) > enough_ns);
  };
  std::barrier gate(threads, count);
  {
    Team team;
    for (int t = 0; t < threads; ++t) {
      auto& own = seen[static_cast<std::size_t>(t)];
      own.reserve(max_passes);
      team.add([&, t] {
        use_all_cpus();
        first(t);
        gate.arrive_and_wait();
        while (!enough) {
          Interval pass{now_ns(), 0};
          work(t);
          pass.end = now_ns();
          own.push_back(pass);
          gate.arrive_and_wait();
        }
      });
    }
  }
  double best = 1e300;
  for (std::size_t pass = 0; pass < passes; ++pass) {
    Interval whole{std::numeric_limits<std::int64_t>::max(), 0};
    for (const auto& own : seen) {
      whole.start = std::min(whole.start, own[pass].start);
      whole.end = std::max(whole.end, own[pass].end);
    }
    best = std::min(best, ns_between(whole.start, whole.end));
  }
  return best;
}

/// A pass moves at least this many bytes per thread, because the barriers cost microseconds.
constexpr double min_moved = 64.0 * (1 << 20);
constexpr std::int64_t fma_steps = 2'000'000;

MeasuredPeak peak_of(const std::string& id, const std::string& title, int threads, double rate,
                     const char* unit) {
  return {.id = id,
          .device = cpu_model(),
          .title = title,
          .value = rate,
          .unit = unit,
          .attributes = {{"threads", static_cast<double>(threads)}}};
}

std::set<int> thread_counts() {
  std::set<int> counts = {1, physical_cores(), usable_cpus()};
  for (int t = 2; t < usable_cpus(); t *= 2) counts.insert(t);
  return counts;
}

/// The arrays to read and copy, with a share per thread.
class HostMemory {
 public:
  HostMemory(int threads, std::size_t bytes)
      : threads_(threads),
        share_(bytes / 2 / sizeof(std::uint64_t) / static_cast<std::size_t>(threads)),
        from_(share_ * static_cast<std::size_t>(threads)),
        to_(from_.size()),
        sums_(static_cast<std::size_t>(threads) * 8) {}

  /// Bytes per second over a working set of `bytes`.
  double copy_rate(std::size_t bytes) {
    const std::size_t words = words_of(bytes / 2);
    const int times = repeats(2 * words);
    const double ns = best_pass_ns(
        threads_, [&](int t) { touch(t); },
        [&](int t) {
          for (int i = 0; i < times; ++i)
            copy_words(from_.data() + share_ * t, to_.data() + share_ * t, words);
        });
    return moved(2 * words, times) / ns * 1e9;
  }

  /// The whole array by memcpy, which bypasses the caches if that is faster.
  double stream_rate() {
    const double ns = best_pass_ns(
        threads_, [&](int t) { touch(t); },
        [&](int t) {
          std::memcpy(to_.data() + share_ * t, from_.data() + share_ * t,
                      share_ * sizeof(std::uint64_t));
        });
    return moved(2 * share_, 1) / ns * 1e9;
  }

  double read_rate(std::size_t bytes) {
    const std::size_t words = words_of(bytes);
    const int times = repeats(words);
    const double ns = best_pass_ns(
        threads_, [&](int t) { touch(t); },
        [&](int t) {
          for (int i = 0; i < times; ++i)
            sums_[static_cast<std::size_t>(t) * 8] += read_words(from_.data() + share_ * t, words);
        });
    return moved(words, times) / ns * 1e9;
  }

 private:
  /// Words per thread, in whole cache lines.
  std::size_t words_of(std::size_t bytes) const {
    const std::size_t words = bytes / sizeof(std::uint64_t) / static_cast<std::size_t>(threads_);
    return std::min(share_, std::max<std::size_t>(words / 8 * 8, 8));
  }

  static int repeats(std::size_t words) {
    return std::max(1, static_cast<int>(min_moved / static_cast<double>(words * 8)));
  }

  double moved(std::size_t words, int times) const {
    return static_cast<double>(words * sizeof(std::uint64_t)) * threads_ * times;
  }

  void touch(int t) {
    std::fill_n(from_.data() + share_ * t, share_, std::uint64_t{0x9E3779B97F4A7C15});
    std::fill_n(to_.data() + share_ * t, share_, 1);
  }

  int threads_;
  std::size_t share_;
  HostArray<std::uint64_t> from_;
  HostArray<std::uint64_t> to_;
  /// Keeps the compiler from removing the loops; one cache line per thread.
  std::vector<std::uint64_t> sums_;
};

void add_memory(int threads, std::vector<MeasuredPeak>& found) {
  const std::size_t wanted =
      std::max<std::size_t>(8 * last_level_cache_bytes(), std::size_t{128} << 20);
  const std::size_t bytes = std::min(wanted, memory_available_bytes() / 2);
  HostMemory memory(threads, bytes);
  // Larger than all caches, where memcpy is often faster because it bypasses them.
  found.push_back(peak_of("host-copy", "Host copy, read and written", threads,
                          std::max(memory.copy_rate(bytes), memory.stream_rate()), "B/s"));
  found.push_back(peak_of("host-read", "Host read", threads, memory.read_rate(bytes / 2), "B/s"));
}

/// For each level, a working set of half the capacity within reach of the threads.
void add_caches(int threads, std::vector<MeasuredPeak>& found) {
  for (const DataCache& cache : data_caches()) {
    const std::size_t bytes = cache.reached(threads) / 2;
    HostMemory memory(threads, 2 * bytes);
    const auto add = [&](const char* id, const std::string& what, double rate) {
      MeasuredPeak peak = peak_of(id, "Host " + cache.name() + what, threads, rate, "B/s");
      peak.attributes["cache"] = cache.name();
      peak.attributes["bytes"] = static_cast<double>(bytes);
      found.push_back(std::move(peak));
    };
    add("host-cache-copy", " copy, read and written", memory.copy_rate(bytes));
    add("host-cache-read", " read", memory.read_rate(bytes));
  }
}

void add_arithmetic(int threads, std::vector<MeasuredPeak>& found) {
  std::vector<double> sinks(static_cast<std::size_t>(threads) * 8);
  std::vector<double> done(static_cast<std::size_t>(threads) * 8);
  const double ns = best_pass_ns(
      threads, [](int) {},
      [&](int t) {
        const auto own = static_cast<std::size_t>(t) * 8;
        done[own] = multiply_add(fma_steps, &sinks[own]);
      });
  double operations = 0;
  for (const double each : done) operations += each;
  found.push_back(
      peak_of("host-fma-fp64", "Host FP64 multiply-add", threads, operations / ns * 1e9, "FLOP/s"));
}

}  // namespace

std::vector<MeasuredPeak> host_peaks() {
  std::vector<MeasuredPeak> found;
  for (const int threads : thread_counts()) {
    check_cancelled();
    add_memory(threads, found);
    check_cancelled();
    add_caches(threads, found);
    add_arithmetic(threads, found);
  }
  return found;
}

std::vector<MeasuredPeak> device_peaks(const std::string& gpu) {
  GpuBackend* backend = gpu_backend();
  if (backend == nullptr || !backend->no_gpu_reason().empty()) return {};
  return backend->peak(gpu);
}

}  // namespace breakeven

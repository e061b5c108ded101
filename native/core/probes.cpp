#include "probes.h"

#include <algorithm>
#include <barrier>
#include <cstdint>
#include <cstring>
#include <functional>
#include <set>
#include <thread>

#include "cancel.h"
#include "clock.h"
#include "host-array.h"
#include "machine.h"

namespace breakeven {
namespace {

constexpr int passes = 7;

/// Best time of several passes of `threads` threads over their shares; each touches its share
/// first, so that its pages are near it.
double best_pass_ns(int threads, const std::function<void(int)>& first,
                    const std::function<void(int)>& work) {
  double best = 1e300;
  double start = 0;
  std::barrier gate(threads + 1);
  std::vector<std::jthread> team;
  for (int t = 0; t < threads; ++t) {
    team.emplace_back([&, t] {
      use_all_cpus();
      first(t);
      for (int pass = 0; pass < passes; ++pass) {
        gate.arrive_and_wait();
        work(t);
        gate.arrive_and_wait();
      }
    });
  }
  for (int pass = 0; pass < passes; ++pass) {
    gate.arrive_and_wait();
    start = now_ns();
    gate.arrive_and_wait();
    best = std::min(best, now_ns() - start);
  }
  return best;
}

Probe probe_of(const std::string& id, const std::string& title, int threads, double bytes,
               double ns) {
  return {.id = id,
          .device = cpu_model(),
          .title = title,
          .value = bytes / ns * 1e9,
          .unit = "B/s",
          .facts = {{"threads", static_cast<double>(threads)}}};
}

}  // namespace

std::vector<Probe> probe_host() {
  const std::size_t wanted =
      std::max<std::size_t>(4 * last_level_cache_bytes(), std::size_t{64} << 20);
  const std::size_t words = std::min(wanted, memory_available_bytes() / 4) / sizeof(std::uint64_t);
  std::set<int> counts = {1, physical_cores(), usable_cpus()};
  for (int t = 2; t < usable_cpus(); t *= 2) counts.insert(t);
  std::vector<Probe> found;
  for (const int threads : counts) {
    check_cancelled();
    HostArray<std::uint64_t> from(words);
    HostArray<std::uint64_t> to(words);
    const std::size_t share = words / static_cast<std::size_t>(threads);
    std::vector<std::uint64_t> sums(static_cast<std::size_t>(threads) * 8);
    const auto first = [&](int t) {
      std::fill_n(from.data() + share * t, share, std::uint64_t{0x9E3779B97F4A7C15});
      std::fill_n(to.data() + share * t, share, 1);
    };
    const double bytes = static_cast<double>(share) * threads * sizeof(std::uint64_t);
    const double copy = best_pass_ns(threads, first, [&](int t) {
      std::memcpy(to.data() + share * t, from.data() + share * t, share * sizeof(std::uint64_t));
    });
    found.push_back(probe_of("host-copy", "Host copy, read and written", threads, 2 * bytes, copy));
    const double read = best_pass_ns(threads, first, [&](int t) {
      const std::uint64_t* data = from.data() + share * t;
      std::uint64_t sum = 0;
      for (std::size_t i = 0; i < share; ++i) sum += data[i];
      // Kept, so that the loop is.
      sums[static_cast<std::size_t>(t) * 8] += sum;
    });
    found.push_back(probe_of("host-read", "Host read", threads, bytes, read));
  }
  return found;
}

std::vector<Probe> probe_device(const std::string& gpu) {
  GpuBackend* backend = gpu_backend();
  if (backend == nullptr || !backend->no_gpu_reason().empty()) return {};
  return backend->probe(gpu);
}

}  // namespace breakeven

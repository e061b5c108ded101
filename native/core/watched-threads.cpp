#include "watched-threads.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "cancel.h"
#include "clock.h"
#include "issue-rate.h"
#include "machine.h"
#include "median.h"

namespace breakeven {
namespace {

/// The system counts the time of other running threads at ticks of up to 10 ms: so much time of the
/// kernel tells how many there are, within so much time on the wall.
constexpr double counted_ns = 0.02 * second_ns;
constexpr double max_counting_ns = 0.05 * second_ns;
/// A case with less time than this has none for counting.
constexpr double shortest_limit_s = 0.2;
/// Threads in use, by CPU time: up to this it is one, and from this part of them on it is all.
constexpr double one_thread = 1.2;
constexpr double whole_team = 0.7;
/// A test of the issue rate takes about 10 us; where it has to start threads it takes much longer.
constexpr int tests = 11;
constexpr double long_test_ns = 60e3;

/// Reading the CPU time of a process takes up to a microsecond: samples last at least so long.
constexpr double shortest_sample_ns = 50e3;

/// CPU time over time of the kernel; NaN where it cannot be told.
double threads_in_use(const Bench& bench, Execution& execution, double typical_ns) {
  const auto& limit = bench.request.policy.time_limit_s;
  if (limit && *limit < shortest_limit_s) return unknown;
  const double wanted = std::ceil(shortest_sample_ns / std::max(typical_ns, 1.0));
  const int repeats = static_cast<int>(wanted);
  if (repeats > 1 && !bench.sampler.takes_batches(SampleKind::kernel)) return unknown;
  const std::int64_t start = now_ns();
  double cpu = 0;
  double kernel = 0;
  while (kernel < counted_ns && ns_since(start) < max_counting_ns) {
    check_cancelled();
    const Sample sample = bench.sampler.take(execution, SampleKind::kernel, repeats);
    cpu += repeats * sample.cpu_ns;
    kernel += repeats * sample[Scope::kernel];
  }
  return cpu / kernel;
}

bool fits_its_team(const Bench& bench, Execution& execution, int threads) {
  std::vector<double> times;
  for (int i = 0; i < tests; ++i) {
    check_cancelled();
    bench.sampler.take(execution, SampleKind::kernel);
    const std::int64_t start = now_ns();
    static_cast<void>(issue_ratio(threads));
    times.push_back(ns_since(start));
  }
  return median_of(std::move(times)) < long_test_ns;
}

}  // namespace

int find_watched_threads(const Bench& bench, Execution& execution, double typical_ns) {
  const int threads = threads_of(bench.values);
  if (threads == 1 && bench.variant.openmp) return 1;
  const double used = threads_in_use(bench, execution, typical_ns);
  if (used <= one_thread) return 1;
  const bool team = bench.variant.openmp && threads > 1 && threads <= physical_cores() &&
                    used >= whole_team * threads && fits_its_team(bench, execution, threads);
  return team ? threads : 0;
}

}  // namespace breakeven

#pragma once

#include <cstdint>
#include <ctime>

namespace breakeven {

inline constexpr double second_ns = 1e9;

inline std::int64_t clock_ns(clockid_t clock) {
  timespec t;
  clock_gettime(clock, &t);
  return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

/// Monotonic, in nanoseconds. Whole ones: since the machine has been up for 104 days, a double
/// cannot hold every nanosecond. Differences are short, and doubles.
inline std::int64_t now_ns() { return clock_ns(CLOCK_MONOTONIC); }

/// From one time to a later one, in nanoseconds.
inline double ns_between(std::int64_t start, std::int64_t end) {
  return static_cast<double>(end - start);
}

inline double ns_since(std::int64_t start) { return ns_between(start, now_ns()); }

/// CPU time of all threads of this process, in nanoseconds.
inline double process_cpu_ns() { return ns_between(0, clock_ns(CLOCK_PROCESS_CPUTIME_ID)); }

}  // namespace breakeven

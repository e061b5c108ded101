#pragma once

#include <ctime>

namespace breakeven {

inline constexpr double second_ns = 1e9;

/// Monotonic, in nanoseconds.
inline double now_ns() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

/// CPU time of all threads of this process, in nanoseconds.
inline double process_cpu_ns() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

}  // namespace breakeven

#pragma once

#include <cuda_runtime.h>

namespace breakeven {

/// One reading of both clocks on one multiprocessor.
struct ClockStamp {
  unsigned long long global_ns;
  unsigned long long cycles;
  unsigned int multiprocessor;
  unsigned int timed_out;
};

__device__ inline unsigned long long global_timer_ns() {
  unsigned long long ns;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
  return ns;
}

__device__ inline void take_stamp(volatile ClockStamp* stamp) {
  unsigned int multiprocessor;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
  stamp->multiprocessor = multiprocessor;
  stamp->cycles = clock64();
  stamp->global_ns = global_timer_ns();
}

/// SM cycles a second between two readings; NaN when they are of different multiprocessors or too
/// close together.
double clock_between(const ClockStamp& first, const ClockStamp& second, double min_ns);

}  // namespace breakeven

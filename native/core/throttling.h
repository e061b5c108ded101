#pragma once

#include <functional>
#include <vector>

#include "result.h"
#include "sample-events.h"
#include "sampler.h"

namespace breakeven {

/// Handles samples of a case that run below the minimum clock.
class Throttling {
 public:
  explicit Throttling(double min_clock_hz) : min_clock_hz_(min_clock_hz) {}

  /// Sets aside, counts and repeats a throttled sample after a pause, until the pauses of the case
  /// reach their limit; from then on throttled samples are kept and the result says so. `timed`:
  /// the timing scope whose time is recorded of samples set aside.
  Sample take(const std::function<Sample()>& once, Scope timed, SampleEvents& events);

  /// All pauses so far, in nanoseconds.
  double paused_ns() const { return paused_s_ * 1e9; }
  void report(CaseResult& result) const;

 private:
  double min_clock_hz_;
  int throttled_ = 0;
  int kept_ = 0;
  double paused_s_ = 0;
  std::vector<double> set_aside_ns_;
};

}  // namespace breakeven

#pragma once

#include <functional>
#include <vector>

#include "result.h"
#include "sample-events.h"
#include "sampler.h"

namespace breakeven {

/// What is done about samples of a case that run below the least clock.
class Throttling {
 public:
  explicit Throttling(double least_clock_hz) : least_clock_hz_(least_clock_hz) {}

  /// A sample below the least clock is set aside, counted and taken again after a pause, until the
  /// pauses of the case reach their cap; from then on samples count as they are and the result says
  /// so. `timed`: the span whose time is kept of those that are set aside.
  Sample take(const std::function<Sample()>& once, Span timed, SampleEvents& events);

  /// All pauses so far, in nanoseconds.
  double paused_ns() const { return paused_s_ * 1e9; }
  void report(CaseResult& result) const;

 private:
  double least_clock_hz_;
  int throttled_ = 0;
  int kept_ = 0;
  double paused_s_ = 0;
  std::vector<double> set_aside_ns_;
};

}  // namespace breakeven

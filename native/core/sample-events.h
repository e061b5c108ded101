#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "clock.h"
#include "result.h"
#include "sampler.h"

namespace breakeven {

/// Tells of the phases and the new samples of a case; samples go out in batches, some ten times a
/// second.
class SampleEvents {
 public:
  /// `clocked`: the samples tell the clock of their device.
  SampleEvents(const EventSink& emit, bool clocked) : emit_(emit) {
    if (clocked) throttled_ = 0;
  }

  void phase(const char* phase) {
    flush();
    phase_ = phase;
    span_ = "kernel";
    emit_({phase_, span_, {}});
  }

  void sample(const char* span, double ns, double clock_hz) {
    if (span_ != span) flush();
    span_ = span;
    times_.push_back(ns);
    if (throttled_) clocks_.push_back(clock_hz);
    if (now_ns() - last_ns_ > 1e8) flush();
  }

  /// A sample below the least clock was taken; those that are set aside have no time to tell.
  void throttled(double clock_hz, bool set_aside) {
    throttled_ = throttled_.value_or(0) + 1;
    if (!set_aside) return;
    clocks_.push_back(clock_hz);
    flush();
  }

  void flush() {
    if (times_.empty() && clocks_.empty()) return;
    emit_({phase_, span_, std::exchange(times_, {}), std::exchange(clocks_, {}), throttled_});
    last_ns_ = now_ns();
  }

 private:
  const EventSink& emit_;
  std::string phase_;
  std::string span_;
  std::vector<double> times_;
  std::vector<double> clocks_;
  std::optional<int> throttled_;
  double last_ns_ = 0;
};

}  // namespace breakeven

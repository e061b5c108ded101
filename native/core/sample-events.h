#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "clock.h"
#include "result.h"
#include "sampler.h"

namespace breakeven {

/// Emits the phases and new samples of a case; samples in batches, about ten times per second.
class SampleEvents {
 public:
  /// `clocked`: samples carry the clock of their device.
  SampleEvents(const EventSink& emit, bool clocked) : emit_(emit) {
    if (clocked) throttled_ = 0;
  }

  void phase(const char* phase) {
    flush();
    phase_ = phase;
    scope_ = "kernel";
    emit_({phase_, scope_, {}});
  }

  void sample(const char* scope, double ns, double clock_hz) {
    scope_ = scope;
    batch_of(scope_).push_back(ns);
    if (throttled_) clocks_.push_back(clock_hz);
    if (ns_since(last_ns_) > 1e8) flush();
  }

  /// A throttled sample was taken. One that is set aside has a clock but no time.
  void throttled(double clock_hz, bool set_aside) {
    throttled_ = throttled_.value_or(0) + 1;
    if (!set_aside) return;
    clocks_.push_back(clock_hz);
    flush();
  }

  void flush() {
    bool told = false;
    for (auto& [scope, times] : batches_) {
      if (times.empty()) continue;
      emit_({phase_, scope, std::exchange(times, {}), std::exchange(clocks_, {}), throttled_});
      told = true;
    }
    if (!clocks_.empty()) {
      emit_({phase_, scope_, {}, std::exchange(clocks_, {}), throttled_});
      told = true;
    }
    if (told) last_ns_ = now_ns();
  }

 private:
  std::vector<double>& batch_of(const std::string& scope) {
    for (auto& [known, times] : batches_) {
      if (known == scope) return times;
    }
    return batches_.emplace_back(scope, std::vector<double>()).second;
  }

  const EventSink& emit_;
  std::string phase_;
  std::string scope_;
  /// By timing scope; several are sampled interleaved.
  std::vector<std::pair<std::string, std::vector<double>>> batches_;
  std::vector<double> clocks_;
  std::optional<int> throttled_;
  std::int64_t last_ns_ = 0;
};

}  // namespace breakeven

#pragma once

#include <map>
#include <string>
#include <utility>

#include "clock.h"
#include "result.h"

namespace breakeven {

/// Where the time of one case goes: each event names the phase that is under way from then on.
class PhaseTimes {
 public:
  PhaseTimes(const EventSink& emit, std::string first)
      : sink_([this, &emit](Event&& event) {
          enter(event.phase);
          emit(std::move(event));
        }),
        phase_(std::move(first)) {}
  PhaseTimes(const PhaseTimes&) = delete;
  PhaseTimes& operator=(const PhaseTimes&) = delete;

  const EventSink& sink() const { return sink_; }

  /// The seconds of `part` are of the phase `to`, and not of `from`.
  static void move(std::map<std::string, double>& times, const char* from, const char* to,
                   double part_ns) {
    if (part_ns <= 0) return;
    times[from] -= part_ns / second_ns;
    times[to] += part_ns / second_ns;
  }

  /// Adds them to what the case has moved between phases.
  void add_to(std::map<std::string, double>& times) {
    enter(phase_);
    for (const auto& [phase, seconds] : seconds_) times[phase] += seconds;
  }

 private:
  void enter(const std::string& phase) {
    const std::int64_t now = now_ns();
    seconds_[phase_] += ns_between(since_ns_, now) / second_ns;
    since_ns_ = now;
    phase_ = phase;
  }

  EventSink sink_;
  std::string phase_;
  std::int64_t since_ns_ = now_ns();
  std::map<std::string, double> seconds_;
};

}  // namespace breakeven

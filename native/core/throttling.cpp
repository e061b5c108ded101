#include "throttling.h"

#include <algorithm>
#include <string>

#include "cancel.h"
#include "median.h"

namespace breakeven {
namespace {

/// Pauses for the clock to recover double from the first to the maximum, up to a total.
constexpr double first_pause_s = 0.05;
constexpr double max_pause_s = 1;
constexpr double max_paused_s = 10;

}  // namespace

Sample Throttling::take(const std::function<Sample()>& once, Scope timed, SampleEvents& events) {
  double pause = first_pause_s;
  for (;;) {
    Sample sample = once();
    // An unknown clock is NaN, for which the comparison is false.
    if (!(sample.clock_hz < min_clock_hz_)) return sample;
    ++throttled_;
    const bool kept = paused_s_ >= max_paused_s;
    events.throttled(sample.clock_hz, !kept);
    if (kept) {
      ++kept_;
      return sample;
    }
    set_aside_ns_.push_back(sample[timed]);
    sleep_seconds(pause);
    paused_s_ += pause;
    pause = std::min(2 * pause, max_pause_s);
  }
}

void Throttling::report(CaseResult& result) const {
  if (min_clock_hz_ > 0) {
    result.interference["throttledSamples"] = static_cast<double>(throttled_);
    result.interference["keptThrottledSamples"] = static_cast<double>(kept_);
  }
  if (throttled_ == 0) return;
  result.attributes["throttledSamples"] = static_cast<double>(throttled_);
  result.attributes["throttledMedianNs"] = median_of(set_aside_ns_);
  const std::string kept = kept_ == 0 ? "all of them were repeated"
                                      : std::to_string(kept_) + " of them are among the samples";
  result.warnings.push_back(std::to_string(throttled_) +
                            " samples ran below 75 % of the default clock (throttled); " + kept);
}

}  // namespace breakeven

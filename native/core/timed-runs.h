#pragma once

#include <memory>

#include "after-timing.h"
#include "sampling.h"
#include "verification.h"

namespace breakeven {

/// Of a longer computation a sample's own output is verified instead of that of one more run.
inline constexpr double long_ns = 1e9;

/// What is done around samples so that a timed run computes what a verified one does: random bits
/// in the output, other values, and answers that are compared.
class TimedRuns {
 public:
  TimedRuns(Bench& bench, Verification& verification, AfterTiming& after_timing,
            std::unique_ptr<Execution>& execution);

  /// For samples that take so long. Empty where timed runs are not checked.
  TurnChecks checks(double typical_ns);
  /// After samples of a device: true where their values were others.
  bool take_values_back();
  /// Of a device: as samples are taken, over the answer to other values.
  bool are_right();
  /// The answer of the last sample of a device.
  bool last_is_right();

 private:
  TurnChecks checks_of_turns();
  bool overwrites(double allowed_ns) const;
  bool vary_on_device();

  Bench& bench_;
  Verification& verification_;
  AfterTiming& after_timing_;
  std::unique_ptr<Execution>& execution_;
  bool fresh_;
  double typical_ns_ = 0;
  int checked_turns_ = 0;
  bool planted_ = false;
};

}  // namespace breakeven

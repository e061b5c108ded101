#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>

#include "result.h"
#include "sampler.h"
#include "stop-rule.h"

namespace breakeven {

/// How long spans that are sampled in turns go on each time, and in how many parts where the number
/// of samples is given.
inline constexpr double turn_ns = 5e6;
inline constexpr std::size_t turns_of_target = 16;
/// So often a span has its turn before its stop rule may end it.
inline constexpr int least_turns = 4;

/// The samples of one span on their way.
struct Pass {
  SampleKind kind;
  Span span;
  /// Of the case's time limit.
  double share;
  std::unique_ptr<StopRule> stop = nullptr;
  SpanSamples samples = {};
  /// Why it ended; null while it goes on.
  const char* reason = nullptr;
  double spent_ns = 0;
  int turns = 0;

  /// How far it is: of the samples that it takes, else of its time.
  double progress() const {
    const std::size_t target = stop->target();
    if (target == 0) return spent_ns / share;
    return static_cast<double>(samples.times_ns.size()) / static_cast<double>(target);
  }

  std::size_t most_of_turn() const {
    const std::size_t target = stop->target();
    return target == 0 ? std::numeric_limits<std::size_t>::max()
                       : std::max<std::size_t>(target / turns_of_target, 1);
  }

  /// Some twenty samples of a moment agree with each other, and with no later ones.
  bool is_hasty() const { return stop->target() == 0 && turns < least_turns && !stop->is_spent(); }
};

}  // namespace breakeven

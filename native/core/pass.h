#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>

#include "result.h"
#include "sampler.h"
#include "stopping-criterion.h"

namespace breakeven {

/// Timing scopes are sampled interleaved, turn by turn. A turn lasts `turn_ns`, or takes one of
/// `turns_of_target` parts of the samples where their number is given.
inline constexpr double turn_ns = 2.5e6;
inline constexpr std::size_t turns_of_target = 16;
/// Turns of a scope before its stopping criterion may end it.
inline constexpr int min_turns = 4;

/// The stream of samples of one timing scope.
struct Pass {
  SampleKind kind;
  Scope scope;
  /// Part of the case's time limit.
  double share;
  std::unique_ptr<StoppingCriterion> criterion = nullptr;
  ScopeSamples samples = {};
  /// Why it ended; null until then.
  const char* reason = nullptr;
  double spent_ns = 0;
  int turns = 0;

  /// Part of its samples taken where their number is given, else time used over its share.
  double progress() const {
    const std::size_t target = criterion->target();
    if (target == 0) return spent_ns / share;
    return static_cast<double>(samples.times_ns.size()) / static_cast<double>(target);
  }

  std::size_t max_samples_of_turn() const {
    const std::size_t target = criterion->target();
    return target == 0 ? std::numeric_limits<std::size_t>::max()
                       : std::max<std::size_t>(target / turns_of_target, 1);
  }

  /// Whether its criterion may not end it yet: samples from one short burst underestimate the
  /// variance.
  bool is_too_early() const {
    return criterion->target() == 0 && turns < min_turns && !criterion->is_spent();
  }
};

}  // namespace breakeven

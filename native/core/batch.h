#pragma once

#include <functional>

namespace breakeven {

/// A batch, the executions of one sample, lasts at least so long, and at least `min_batch_steps`
/// steps of the clock; one of several executions lasts at most `max_batch_ns`, which is shorter
/// than the slice of a scheduler: a longer one contains preemptions that a median of single
/// executions drops.
inline constexpr double min_batch_ns = 50e3;
inline constexpr double min_batch_steps = 2000;
inline constexpr double max_batch_ns = 200e3;
inline constexpr int max_batch = 1 << 20;

/// How long a batch lasts at least with this clock: below twice that, the next power of two is
/// still short enough.
double shortest_batch_ns(double clock_step_ns);

/// The smallest power of two for which a batch lasts long enough, or the one at which choosing has
/// taken too long. `time_batch` takes one of so many
/// executions and returns its time.
int choose_batch(const std::function<double(int executions)>& time_batch, double clock_step_ns);

}  // namespace breakeven

#include "batch.h"

#include <algorithm>

#include "clock.h"

namespace breakeven {
namespace {

/// The minimum of several: an interrupted one passes for a long batch.
constexpr int tries = 3;
/// What is around the timed part of an execution may take much longer than that part.
constexpr double max_choosing_ns = 0.25 * second_ns;

}  // namespace

double shortest_batch_ns(double clock_step_ns) {
  return std::clamp(min_batch_steps * clock_step_ns, min_batch_ns, max_batch_ns / 2);
}

int choose_batch(const std::function<double(int executions)>& time_batch, double clock_step_ns) {
  const double enough = shortest_batch_ns(clock_step_ns);
  const std::int64_t start = now_ns();
  for (int executions = 1; executions < max_batch; executions *= 2) {
    double shortest = time_batch(executions);
    for (int again = 1; again < tries && shortest >= enough; ++again) {
      shortest = std::min(shortest, time_batch(executions));
    }
    if (shortest >= enough || ns_since(start) > max_choosing_ns) return executions;
  }
  return max_batch;
}

}  // namespace breakeven

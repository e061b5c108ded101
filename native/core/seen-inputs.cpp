#include "seen-inputs.h"

#include <algorithm>
#include <cstdio>
#include <string>

#include "median.h"
#include "worked-time.h"

namespace breakeven {
namespace {

/// Five of each in this order by chance: once in 252.
constexpr std::size_t min_runs = 5;
constexpr double suspicious_ratio = 1.5;
/// Of the clock.
constexpr double min_steps = 50;

std::string microseconds(double ns) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g us", ns / 1e3);
  return text;
}

}  // namespace

void SeenInputs::report(double resolution_ns, CaseResult& result) const {
  if (seen.ns.size() < min_runs || unseen.ns.size() < min_runs) return;
  const double seen_ns = median_of(seen.ns);
  const double unseen_ns = median_of(unseen.ns);
  const double more_ns = unseen_ns - seen_ns;
  // Threads that start late make single runs slow: every unseen run has to be beyond every seen
  // one.
  const double slowest_seen = *std::max_element(seen.ns.begin(), seen.ns.end());
  const double fastest_unseen = *std::min_element(unseen.ns.begin(), unseen.ns.end());
  if (fastest_unseen <= suspicious_ratio * slowest_seen || more_ns <= min_steps * resolution_ns ||
      !is_work(unseen_ns, more_ns, median_of(unseen.cpu_ns) - median_of(seen.cpu_ns))) {
    return;
  }
  if (!result.attributes.emplace("fasterOnSeenInput", true).second) return;
  result.warnings.push_back("faster on inputs it has seen: " + microseconds(seen_ns) +
                            " for the input of the samples, " + microseconds(unseen_ns) +
                            " for others");
}

}  // namespace breakeven

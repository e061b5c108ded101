#include "seen-inputs.h"

#include <algorithm>
#include <cstdio>
#include <string>

#include "median.h"

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
  if (seen_ns.size() < min_runs || unseen_ns.size() < min_runs) return;
  const double seen = median_of(seen_ns);
  const double unseen = median_of(unseen_ns);
  // Threads that start late make single runs slow: every unseen run has to be beyond every seen
  // one.
  const double slowest_seen = *std::max_element(seen_ns.begin(), seen_ns.end());
  const double fastest_unseen = *std::min_element(unseen_ns.begin(), unseen_ns.end());
  if (fastest_unseen <= suspicious_ratio * slowest_seen ||
      unseen - seen <= min_steps * resolution_ns) {
    return;
  }
  if (!result.attributes.emplace("fasterOnSeenInput", true).second) return;
  result.warnings.push_back("faster on inputs it has seen: " + microseconds(seen) +
                            " for the input of the samples, " + microseconds(unseen) +
                            " for others");
}

}  // namespace breakeven

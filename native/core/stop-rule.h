#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "result.h"

namespace breakeven {

/// Decides from the samples of one span when there are enough of them.
class StopRule {
 public:
  virtual ~StopRule() = default;
  /// Takes the newest sample into account. `times` are all samples so far, in nanoseconds.
  /// Returns why sampling ends, or null to go on.
  virtual const char* after(const std::vector<double>& times) = 0;
  /// How many samples it takes; 0 where that depends on them.
  virtual std::size_t target() const { return 0; }
  /// Whether it may take no further sample, however they are.
  virtual bool is_spent() const { return false; }
};

/// As the catalog shows it; forms and flags are made from this.
struct StopRuleInfo {
  std::string id;
  std::string title;
  std::string help;
  std::vector<Axis> parameters;
};

std::vector<StopRuleInfo> stop_rules();

/// `headline`: whether the span is the one that the policy is about (`kernel`). Throws BadInput.
std::unique_ptr<StopRule> make_stop_rule(const Policy& policy, bool headline,
                                         double clock_resolution_ns);

/// Ranks (from 0) of the order statistics that enclose the median of n samples with at least this
/// confidence, or false where n does not allow it (95 % needs 6 samples, 99 % needs 8).
bool median_interval(std::size_t n, double confidence, std::size_t& low, std::size_t& high);

}  // namespace breakeven

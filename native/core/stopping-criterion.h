#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "result.h"

namespace breakeven {

/// Decides from the samples of one timing scope when there are enough of them.
class StoppingCriterion {
 public:
  virtual ~StoppingCriterion() = default;
  /// Takes the newest sample into account. `times` are all samples so far, in nanoseconds.
  /// Returns why sampling ends, or null to go on.
  virtual const char* after(const std::vector<double>& times) = 0;
  /// How many samples it takes; 0 where that depends on them.
  virtual std::size_t target() const { return 0; }
  /// Whether the maximum number of samples is taken.
  virtual bool is_spent() const { return false; }
};

/// What a criterion has to know of the timing scope whose samples it judges.
struct SamplingContext {
  /// Whether the policy is about this scope (`kernel`).
  bool headline = true;
  /// False for the parts of a run, which are shown alone.
  bool compared = true;
  /// Of the first process of several: the run has a provisional answer when all cases have one.
  bool brief = false;
  /// Step of the clock in the time of one sample.
  double resolution_ns = 0;
  /// Executions in one sample; its time is divided by them.
  int batch = 1;
  /// Standard deviation between processes of the log of this scope's median; 0 where unknown.
  double process_sd = 0;
};

/// As the catalog shows it; forms and flags are made from this. A criterion is one file of
/// `stopping/`.
struct StoppingCriterionInfo {
  std::string id;
  std::string title;
  std::string help;
  std::vector<Axis> parameters;
  /// `values` are complete and within the bounds of the parameters.
  std::unique_ptr<StoppingCriterion> (*make)(const Values& values, const SamplingContext& context);
};

/// The default criterion first, then by id.
std::vector<StoppingCriterionInfo> stopping_criteria();

/// Throws BadInput.
std::unique_ptr<StoppingCriterion> make_stopping_criterion(const Policy& policy,
                                                           const SamplingContext& context);

void register_stopping_criterion(StoppingCriterionInfo criterion);

/// Parameters of criteria.
namespace criterion_axes {

Axis integer(std::string id, std::string title, std::string help, double min, double max,
             double default_value);
Axis real(std::string id, std::string title, std::string help, double min, double max,
          double default_value);
Axis min_samples(double min, double default_value);
/// In seconds.
Axis min_time(std::string help, double default_value);
Axis max_samples(double min, double default_value);

}  // namespace criterion_axes

}  // namespace breakeven

/// Registers a criterion at load time.
#define BREAKEVEN_STOPPING_CRITERION(...)                                                        \
  namespace {                                                                                    \
  [[maybe_unused]] const bool breakeven_criterion_registered =                                   \
      (::breakeven::register_stopping_criterion(::breakeven::StoppingCriterionInfo __VA_ARGS__), \
       true);                                                                                    \
  }                                                                                              \
  static_assert(true)

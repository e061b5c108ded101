#include "stop-rule.h"

#include <algorithm>
#include <cmath>
#include <deque>

#include "axes.h"
#include "errors.h"

namespace breakeven {
namespace {

Axis real(std::string id, std::string title, std::string help, double min, double max,
          double default_value) {
  Axis axis =
      axes::integer(std::move(id), std::move(title), std::move(help), min, max, default_value);
  axis.type = AxisType::real;
  return axis;
}

std::vector<Axis> as_measurement(std::vector<Axis> axes) {
  for (Axis& axis : axes) axis.role = AxisRole::measurement;
  return axes;
}

/// Defaults of a rule with what the policy sets over them.
Values parameters_of(const StopRuleInfo& rule, const Policy& policy) {
  Values values;
  for (const Axis& axis : rule.parameters) values.set(axis.id, axis.default_number);
  for (const auto& [id, value] : policy.parameters.all()) {
    const auto axis = std::find_if(rule.parameters.begin(), rule.parameters.end(),
                                   [&](const Axis& a) { return a.id == id; });
    if (axis == rule.parameters.end()) {
      throw BadInput("stop rule '" + rule.id + "' has no parameter '" + id + "'");
    }
    const auto* number = std::get_if<double>(&value);
    const bool whole = axis->type == AxisType::real || (number && *number == std::floor(*number));
    if (number == nullptr || !whole || !(*number >= axis->min && *number <= axis->max)) {
      throw BadInput("parameter '" + id + "' of stop rule '" + rule.id + "' is out of range");
    }
    values.set(id, *number);
  }
  return values;
}

class Fixed : public StopRule {
 public:
  explicit Fixed(std::size_t samples) : samples_(samples) {}
  const char* after(const std::vector<double>& times) override {
    return times.size() >= samples_ ? "count" : nullptr;
  }
  std::size_t target() const override { return samples_; }

 private:
  std::size_t samples_;
};

class Precision : public StopRule {
 public:
  Precision(const Values& values, double resolution_ns)
      : confidence_(values.real("confidence")),
        width_(values.real("width")),
        least_(static_cast<std::size_t>(values.integer("minSamples"))),
        most_(static_cast<std::size_t>(values.integer("maxSamples"))),
        resolution_ns_(resolution_ns) {}

  const char* after(const std::vector<double>& times) override {
    const std::size_t n = times.size();
    spent_ = n >= most_;
    if (spent_) return "max-samples";
    if (n < least_ || n < next_) return nullptr;
    // Sorting after each sample would cost more than short samples do.
    next_ = n + std::max<std::size_t>(1, n / 16);
    std::size_t low = 0;
    std::size_t high = 0;
    if (!median_interval(n, confidence_, low, high)) return nullptr;
    sorted_ = times;
    std::sort(sorted_.begin(), sorted_.end());
    const double median = 0.5 * (sorted_[(n - 1) / 2] + sorted_[n / 2]);
    const double half =
        std::max(median - sorted_[low], std::max(sorted_[high] - median, 0.5 * resolution_ns_));
    return half <= width_ * median ? "precision" : nullptr;
  }
  bool is_spent() const override { return spent_; }

 private:
  double confidence_;
  double width_;
  std::size_t least_;
  std::size_t most_;
  double resolution_ns_;
  bool spent_ = false;
  std::size_t next_ = 0;
  std::vector<double> sorted_;
};

/// Relative standard deviation below a limit, or no longer changing: the criterion that nvbench
/// calls stdrel.
class Noise : public StopRule {
 public:
  explicit Noise(const Values& values)
      : limit_(values.real("maxNoise")),
        least_time_ns_(values.real("minTime") * 1e9),
        least_(static_cast<std::size_t>(values.integer("minSamples"))),
        most_(static_cast<std::size_t>(values.integer("maxSamples"))) {}

  const char* after(const std::vector<double>& times) override {
    const double x = times.back();
    const double n = static_cast<double>(times.size());
    total_ns_ += x;
    const double delta = x - mean_;
    mean_ += delta / n;
    squares_ += delta * (x - mean_);
    spent_ = times.size() >= most_;
    if (spent_) return "max-samples";
    if (times.size() < 2) return nullptr;
    const double noise = std::sqrt(squares_ / (n - 1)) / mean_;
    history_.push_back(noise);
    if (history_.size() > window) history_.pop_front();
    if (times.size() < least_ || total_ns_ < least_time_ns_) return nullptr;
    if (noise < limit_) return "noise";
    return settled() ? "noise-settled" : nullptr;
  }
  bool is_spent() const override { return spent_; }

 private:
  static constexpr std::size_t window = 512;

  /// More samples no longer change the noise itself.
  bool settled() const {
    if (history_.size() < window) return false;
    double mean = 0;
    for (const double x : history_) mean += x / window;
    double squares = 0;
    for (const double x : history_) squares += (x - mean) * (x - mean) / (window - 1);
    return std::sqrt(squares) < 0.05 * mean;
  }

  double limit_;
  double least_time_ns_;
  std::size_t least_;
  std::size_t most_;
  double total_ns_ = 0;
  double mean_ = 0;
  double squares_ = 0;
  bool spent_ = false;
  std::deque<double> history_;
};

}  // namespace

std::vector<StopRuleInfo> stop_rules() {
  return {
      {"precision", "Precision",
       "Until the confidence interval of the median, from order statistics, is narrow enough.",
       as_measurement(
           {real("confidence", "Confidence", "Of the interval.", 0.5, 0.9999, 0.99),
            real("width", "Half width", "Of the interval, relative to the median.", 0.0001, 0.5,
                 0.005),
            axes::integer("minSamples", "Least samples", "Never fewer than these.", 1, 1e7, 20),
            axes::integer("maxSamples", "Most samples", "Never more than these.", 1, 1e7, 1e5)})},
      {"noise", "Noise",
       "Until the relative standard deviation is low enough or no longer changes, as nvbench does.",
       as_measurement(
           {real("maxNoise", "Noise", "Standard deviation over the mean.", 0.0001, 1, 0.005),
            real("minTime", "Least time", "Seconds of samples, added up.", 0, 1e5, 0.5),
            axes::integer("minSamples", "Least samples", "Never fewer than these.", 2, 1e7, 10),
            axes::integer("maxSamples", "Most samples", "Never more than these.", 2, 1e7, 1e6)})},
      {"fixed", "Fixed", "Exactly so many samples.",
       as_measurement(
           {axes::integer("samples", "Samples", "Of the kernel span.", 1, 1e7, 100),
            axes::integer("otherSamples", "Other samples",
                          "Of the other spans; 0 takes as many as of the kernel.", 0, 1e7, 0)})},
  };
}

std::unique_ptr<StopRule> make_stop_rule(const Policy& policy, bool headline,
                                         double clock_resolution_ns) {
  for (const StopRuleInfo& rule : stop_rules()) {
    if (rule.id != policy.rule) continue;
    const Values values = parameters_of(rule, policy);
    if (rule.id == "precision") return std::make_unique<Precision>(values, clock_resolution_ns);
    if (rule.id == "noise") return std::make_unique<Noise>(values);
    const std::int64_t samples = values.integer("samples");
    const std::int64_t other = values.integer("otherSamples");
    return std::make_unique<Fixed>(headline || other == 0 ? samples : other);
  }
  throw BadInput("there is no stop rule '" + policy.rule +
                 "', allowed is one of precision, noise, fixed");
}

bool median_interval(std::size_t n, double confidence, std::size_t& low, std::size_t& high) {
  // The number of samples below the median is binomial(n, 1/2); P(low < count < n - low) must reach
  // the confidence.
  const double tail = (1 - confidence) / 2;
  const double half = std::log(0.5) * static_cast<double>(n);
  double log_choose = 0;
  double below = 0;
  std::size_t k = 0;
  for (; k <= n / 2; ++k) {
    if (k > 0) log_choose += std::log(static_cast<double>(n - k + 1) / static_cast<double>(k));
    below += std::exp(log_choose + half);
    if (below > tail) break;
  }
  if (k == 0) return false;
  low = k - 1;
  high = n - k;
  return low < high;
}

}  // namespace breakeven

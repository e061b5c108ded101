#include <algorithm>

#include "../median-interval.h"
#include "../stopping-criterion.h"

namespace breakeven {
namespace {

/// The next look at the interval is after so many samples more, as a part of those taken: sorting
/// after each sample would cost more than short samples do.
constexpr std::size_t look_part = 16;

class Precision final : public StoppingCriterion {
 public:
  Precision(const Values& values, double resolution_ns)
      : confidence_(values.real("confidence")),
        width_(values.real("width")),
        min_samples_(static_cast<std::size_t>(values.integer("minSamples"))),
        max_samples_(static_cast<std::size_t>(values.integer("maxSamples"))),
        resolution_ns_(resolution_ns) {}

  const char* after(const std::vector<double>& times) override {
    const std::size_t n = times.size();
    spent_ = n >= max_samples_;
    if (spent_) return "max-samples";
    if (n < min_samples_ || n < next_look_) return nullptr;
    next_look_ = n + std::max<std::size_t>(1, n / look_part);
    sorted_ = times;
    std::sort(sorted_.begin(), sorted_.end());
    const auto interval = median_interval(sorted_, confidence_, resolution_ns_);
    if (!interval) return nullptr;
    const double below = sorted_[(n - 1) / 2];
    const double median = below + 0.5 * (sorted_[n / 2] - below);
    const double half = std::max(median - interval->first, interval->second - median);
    return half <= width_ * median ? "precision" : nullptr;
  }
  bool is_spent() const override { return spent_; }

 private:
  double confidence_;
  double width_;
  std::size_t min_samples_;
  std::size_t max_samples_;
  double resolution_ns_;
  bool spent_ = false;
  std::size_t next_look_ = 0;
  std::vector<double> sorted_;
};

std::unique_ptr<StoppingCriterion> make(const Values& values, const SamplingContext& context) {
  return std::make_unique<Precision>(values, context.resolution_ns);
}

BREAKEVEN_STOPPING_CRITERION({
    .id = "precision",
    .title = "CI half-width",
    .help = "Until the confidence interval of the median, from order statistics, is narrow enough.",
    .parameters = {criterion_axes::real("confidence", "Confidence", "Of the interval.", 0.5, 0.9999,
                                        0.99),
                   criterion_axes::real("width", "Half-width",
                                        "Of the interval, relative to the median.", 0.0001, 0.5,
                                        0.005),
                   criterion_axes::min_samples(1, 20), criterion_axes::max_samples(1, 1e5)},
    .make = make,
});

}  // namespace
}  // namespace breakeven

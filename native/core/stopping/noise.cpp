#include <cmath>
#include <deque>

#include "../stopping-criterion.h"

namespace breakeven {
namespace {

/// The relative standard deviation has converged when its last `window` values have themselves a
/// relative standard deviation below `converged`. Both as in nvbench.
constexpr std::size_t window = 512;
constexpr double converged = 0.05;

/// The criterion that nvbench calls stdrel.
class Noise final : public StoppingCriterion {
 public:
  Noise(const Values& values, int batch)
      : batch_(batch),
        max_noise_(values.real("maxNoise")),
        min_time_ns_(values.real("minTime") * 1e9),
        min_samples_(static_cast<std::size_t>(values.integer("minSamples"))),
        max_samples_(static_cast<std::size_t>(values.integer("maxSamples"))) {}

  const char* after(const std::vector<double>& times) override {
    const double x = times.back();
    const double n = static_cast<double>(times.size());
    total_ns_ += batch_ * x;
    const double delta = x - mean_;
    mean_ += delta / n;
    squares_ += delta * (x - mean_);
    spent_ = times.size() >= max_samples_;
    if (spent_) return "max-samples";
    if (times.size() < 2) return nullptr;
    const double noise = std::sqrt(squares_ / (n - 1)) / mean_;
    history_.push_back(noise);
    if (history_.size() > window) history_.pop_front();
    if (times.size() < min_samples_ || total_ns_ < min_time_ns_) return nullptr;
    if (noise < max_noise_) return "noise";
    return has_converged() ? "noise-settled" : nullptr;
  }
  bool is_spent() const override { return spent_; }

 private:
  bool has_converged() const {
    if (history_.size() < window) return false;
    double sum = 0;
    for (const double x : history_) sum += x;
    const double mean = sum / window;
    double squares = 0;
    for (const double x : history_) squares += (x - mean) * (x - mean);
    return std::sqrt(squares / (window - 1)) < converged * mean;
  }

  double batch_;
  double max_noise_;
  double min_time_ns_;
  std::size_t min_samples_;
  std::size_t max_samples_;
  double total_ns_ = 0;
  double mean_ = 0;
  double squares_ = 0;
  bool spent_ = false;
  std::deque<double> history_;
};

std::unique_ptr<StoppingCriterion> make(const Values& values, const SamplingContext& context) {
  return std::make_unique<Noise>(values, context.batch);
}

BREAKEVEN_STOPPING_CRITERION({
    .id = "noise",
    .title = "Relative standard deviation",
    .help = "Until it is low enough or no longer changes, as in nvbench.",
    .parameters = {criterion_axes::real("maxNoise", "Relative standard deviation",
                                        "Standard deviation over the mean.", 0.0001, 1, 0.005),
                   criterion_axes::min_time("Measured time, in seconds.", 0.5),
                   criterion_axes::min_samples(2, 10), criterion_axes::max_samples(2, 1e6)},
    .make = make,
});

}  // namespace
}  // namespace breakeven

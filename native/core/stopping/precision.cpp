#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "../autocorrelation.h"
#include "../median-interval.h"
#include "../stopping-criterion.h"

namespace breakeven {
namespace {

/// The next look at the interval is after so many samples more, as a part of those taken: sorting
/// after each sample would cost more than short samples do.
constexpr std::size_t look_part = 16;

/// An interval narrower than this part of the variation between processes tells nothing more: it
/// adds a twentieth to the standard deviation of the process's value.
constexpr double part_of_processes = 1.0 / 3;

/// Sampling time after which correlated samples end, in nanoseconds. A drift that is slower than
/// this also varies from process to process, and another process shows more of it than more samples
/// of this one.
constexpr double correlated_ns = 1e8;

/// Timing scopes beside the headline get so much sampling time, and as many samples at least: a few
/// long ones tell of a process what its difference from other processes lets them tell. The parts
/// of a run, which are shown and not compared, need one.
constexpr double beside_ns = 2e8;
constexpr std::size_t beside_samples = 3;

/// More samples of a scope beside the headline tell nothing: their median is known better than
/// processes repeat, and what a cache flush takes is in no sample.
constexpr std::size_t beside_plenty = 1000;

/// Each timing scope of a brief process gets so much sampling time, or so many samples: twenty
/// cases have to be measured in five seconds.
constexpr double brief_ns = 2e7;
constexpr std::size_t brief_plenty = 300;

/// The median lies between two modes if, from `modes_samples` samples on, the interval is wider
/// than `modes_width` times the interquartile range scaled by the fraction of samples in the
/// interval. A normal distribution has 1.9. Many more samples choose one of the modes, by a
/// proportion that differs between processes. Of 8 kernels in two processes each on an H100 4 of 16
/// ended so; medians of 1,000 and of 10,000 samples were within 1 % in all, and those of the two
/// processes within 4 %.
constexpr std::size_t modes_samples = 1000;
constexpr double modes_width = 4;

class Precision final : public StoppingCriterion {
 public:
  Precision(const Values& values, const SamplingContext& context)
      : confidence_(values.real("confidence")),
        width_(std::max(values.real("width"), part_of_processes * context.process_sd)),
        min_samples_(static_cast<std::size_t>(values.integer("minSamples"))),
        max_samples_(static_cast<std::size_t>(values.integer("maxSamples"))),
        min_time_ns_(values.real("minTime") * 1e9),
        resolution_ns_(context.resolution_ns),
        batch_(context.batch),
        enough_ns_(context.brief      ? brief_ns
                   : context.headline ? std::numeric_limits<double>::infinity()
                                      : beside_ns),
        enough_samples_(context.headline   ? min_samples_
                        : context.compared ? beside_samples
                                           : 1),
        most_(context.brief      ? brief_plenty
              : context.headline ? std::numeric_limits<std::size_t>::max()
                                 : beside_plenty) {}

  const char* after(const std::vector<double>& times) override {
    const std::size_t n = times.size();
    total_ns_ += batch_ * times.back();
    spent_ = n >= max_samples_;
    if (spent_) return "max-samples";
    if (n >= enough_samples_ && (total_ns_ >= enough_ns_ || n >= most_)) return "time";
    if (n < min_samples_ || total_ns_ < min_time_ns_ || n < next_look_) return nullptr;
    next_look_ = n + std::max<std::size_t>(1, n / look_part);
    sorted_ = times;
    std::sort(sorted_.begin(), sorted_.end());
    const auto interval = median_interval(sorted_, confidence_, resolution_ns_);
    if (!interval) return nullptr;
    const double below = sorted_[(n - 1) / 2];
    const double median = below + 0.5 * (sorted_[n / 2] - below);
    const double half = std::max(median - interval->first, interval->second - median);
    if (half > width_ * median) return is_between_modes(*interval) ? "modes" : nullptr;
    // Autocorrelated samples count as fewer.
    const double inflation = autocorrelation_inflation(times, median);
    if (half * std::sqrt(inflation) <= width_ * median) return "precision";
    return total_ns_ >= correlated_ns ? "correlation" : nullptr;
  }
  bool is_spent() const override { return spent_; }

 private:
  /// Of samples that are sorted.
  bool is_between_modes(const std::pair<double, double>& interval) const {
    const std::size_t n = sorted_.size();
    const auto ranks = median_ranks(n, confidence_);
    if (n < modes_samples || !ranks) return false;
    const auto part = static_cast<double>(ranks->upper - ranks->lower) / static_cast<double>(n);
    const double middle_half = sorted_[n - 1 - n / 4] - sorted_[n / 4];
    return interval.second - interval.first > modes_width * part * middle_half;
  }

  double confidence_;
  double width_;
  std::size_t min_samples_;
  std::size_t max_samples_;
  double min_time_ns_;
  double resolution_ns_;
  double batch_;
  double enough_ns_;
  std::size_t enough_samples_;
  /// Ends sampling as its time does.
  std::size_t most_;
  double total_ns_ = 0;
  bool spent_ = false;
  std::size_t next_look_ = 0;
  std::vector<double> sorted_;
};

std::unique_ptr<StoppingCriterion> make(const Values& values, const SamplingContext& context) {
  return std::make_unique<Precision>(values, context);
}

BREAKEVEN_STOPPING_CRITERION({
    .id = "precision",
    .title = "CI half-width",
    .help =
        "Until the confidence interval of the median, from order statistics and the effective "
        "number of samples, is narrow enough: as narrow as asked for, or a third of "
        "the standard deviation between processes. Where only the autocorrelation of the "
        "samples keeps it wider, sampling ends after 0.1 s, and where it lies between two modes, "
        "after 1,000 samples. Timing scopes beside the kernel get "
        "0.2 s or 1,000 samples, and at least 3, phases of a run one; in the first of several "
        "repetitions each timing scope gets 0.02 s or 300 samples.",
    .parameters = {criterion_axes::real("confidence", "Confidence", "Of the interval.", 0.5, 0.9999,
                                        0.99),
                   criterion_axes::real("width", "Half-width",
                                        "Of the interval, relative to the median.", 0.0001, 0.5,
                                        0.01),
                   criterion_axes::min_samples(1, 10),
                   criterion_axes::min_time("Measured time in one repetition, in seconds.", 0.01),
                   criterion_axes::max_samples(1, 1e5)},
    .make = make,
});

}  // namespace
}  // namespace breakeven

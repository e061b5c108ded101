#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace breakeven {

/// The issue ratio of cores of one's own: the ratio that one in a hundred stays below. A chain that
/// was interrupted gives a ratio that is too small, now and then.
class OwnRatio {
 public:
  void see(double ratio) {
    if (!std::isfinite(ratio) || ratio <= 0) return;
    const double bin = std::floor(std::log(ratio) / bin_width) + bins / 2;
    ++counts_[static_cast<std::size_t>(std::clamp(bin, 0.0, bins - 1.0))];
    ++total_;
  }

  /// As far as it was seen; 0 before anything was.
  double value() const {
    if (total_ == 0) return 0;
    const int below = std::max(min_count, total_ / 100);
    int seen = 0;
    int at = 0;
    while (at < bins && (seen += counts_[static_cast<std::size_t>(at)]) < below) ++at;
    return std::exp((at + 1 - bins / 2) * bin_width);
  }

 private:
  static constexpr int bins = 800;
  static constexpr double bin_width = 0.01;
  static constexpr int min_count = 3;

  std::array<int, bins> counts_{};
  int total_ = 0;
};

}  // namespace breakeven

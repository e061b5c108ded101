#include "median-interval.h"

#include <cmath>

namespace breakeven {
namespace {

/// A coverage that is the level but for rounding reaches it: 75 % with 3 samples.
constexpr double rounding = 1e-9;

}  // namespace

std::optional<MedianRanks> median_ranks(std::size_t n, double level) {
  // The number of samples below the median is binomial(n, 1/2), whatever their distribution.
  const double tail = (1 - level) / 2 * (1 + rounding);
  const double none_below = std::log(0.5) * static_cast<double>(n);
  double log_choose = 0;
  double below = 0;
  std::size_t k = 0;
  for (; k <= n / 2; ++k) {
    if (k > 0) log_choose += std::log(static_cast<double>(n - k + 1) / static_cast<double>(k));
    below += std::exp(log_choose + none_below);
    if (below > tail) break;
  }
  if (k == 0 || k > n - k) return std::nullopt;
  return MedianRanks{k, n + 1 - k};
}

std::optional<std::pair<double, double>> median_interval(const std::vector<double>& ascending,
                                                         double level, double resolution) {
  const std::optional<MedianRanks> ranks = median_ranks(ascending.size(), level);
  if (!ranks) return std::nullopt;
  const double low = ascending[ranks->lower - 1];
  const double high = ascending[ranks->upper - 1];
  const double missing = resolution - (high - low);
  if (missing <= 0) return std::pair{low, high};
  return std::pair{low - missing / 2, high + missing / 2};
}

}  // namespace breakeven

#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace breakeven {

/// Ranks (from 1, from below and from above) that bound the median.
struct MedianRanks {
  std::size_t lower;
  std::size_t upper;
};

/// The narrowest symmetric pair of ranks whose coverage of the median is at least `level`; none
/// where n samples do not reach it (95 % needs 6 samples, 99 % needs 8).
std::optional<MedianRanks> median_ranks(std::size_t n, double level);

/// Interval of the median from order statistics of ascending samples, never narrower than
/// `resolution`: equal samples of a coarse clock know the median to one of its steps only.
std::optional<std::pair<double, double>> median_interval(const std::vector<double>& ascending,
                                                         double level, double resolution);

}  // namespace breakeven

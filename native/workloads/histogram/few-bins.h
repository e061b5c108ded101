#pragma once

#include <algorithm>
#include <cstdint>

#include "../../core/target-clones.h"

namespace breakeven::histogram {

/// Up to so many bins, a comparison of 32 or 64 values at once for each bin is faster than an
/// increment for each value.
inline constexpr std::uint32_t max_compared_bins = 16;
/// Values of a block; a lane counts in a byte, and a block ends before that overflows.
inline constexpr std::int64_t compared_lanes = 64;
inline constexpr std::int64_t compared_block = compared_lanes * 252;

/// Adds to `counts` `n` values below `bins` <= max_compared_bins. The values of a block become
/// bytes, which stay in the first-level cache while each bin is compared with all of them.
BREAKEVEN_VECTOR_CLONES static void count_by_comparing(const std::int32_t* values, std::int64_t n,
                                                       std::uint32_t bins, std::uint32_t* counts) {
  constexpr std::int64_t lanes = compared_lanes;
  constexpr std::int64_t block = compared_block;
  alignas(64) std::uint8_t bytes[block];
  std::int64_t first = 0;
  for (; first + lanes <= n; first += std::min(block, (n - first) / lanes * lanes)) {
    const std::int64_t count = std::min(block, (n - first) / lanes * lanes);
    for (std::int64_t i = 0; i < count; ++i)
      bytes[i] = static_cast<std::uint8_t>(values[first + i]);
    for (std::uint32_t bin = 0; bin < bins; ++bin) {
      // A byte: a comparison with a wider number would widen the vectors.
      const auto wanted = static_cast<std::uint8_t>(bin);
      std::uint8_t equal[lanes] = {};
      for (std::int64_t i = 0; i < count; i += lanes) {
        for (std::int64_t lane = 0; lane < lanes; ++lane) equal[lane] += bytes[i + lane] == wanted;
      }
      for (const std::uint8_t lane : equal) counts[bin] += lane;
    }
  }
  for (; first < n; ++first) ++counts[values[first]];
}

}  // namespace breakeven::histogram

#pragma once

#include <omp.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "row-ordering.h"
#include "vector-groups.h"

namespace breakeven::row_ordering {

/// The highest level of n rows; 0 of none.
inline std::int32_t highest_level(const std::int32_t* level, std::int32_t n, int threads) {
  std::int32_t highest = 0;
#pragma omp parallel for num_threads(threads) if (threads > 1) reduction(max : highest)
  for (std::int32_t i = 0; i < n; ++i) highest = std::max(highest, level[i]);
  return highest;
}

/// Steps (c) to (f) by a team of threads: each counts its own range of rows, the counts are scanned
/// by group and range, and each places its rows in order, so rows of a group keep theirs.
///
/// Every range has counts of its own. A matrix of nearly as many levels as rows leaves little to
/// share out, and its counts would take more memory than the matrix: it gets fewer ranges, down to
/// one.
///
/// With room for a number a row in `known`, the groups of a range are found once, by vectors, and
/// lanes are written group by group where groups have rows enough; without, rows are looked at one
/// by one, twice.
inline void order_rows(const Input& input, Output& output, std::int32_t highest, int threads,
                       std::int32_t* known = nullptr) {
  const auto n = static_cast<std::size_t>(input.n);
  const std::size_t groups = static_cast<std::size_t>(highest) * classes;
  if (n == 0) {
    output.warps = 0;
    return;
  }
  const std::size_t ranges =
      std::clamp<std::size_t>((4 * n + 65536) / groups, 1, static_cast<std::size_t>(threads));
  // Each range's counts apart by a cache line at least: a matrix of one group would have every
  // thread count in the same one.
  const std::size_t stride = groups + 16;
  std::vector<std::int32_t> places(stride * ranges);
  std::vector<std::int32_t> sums(static_cast<std::size_t>(threads) + 1);
  const auto group = [&](std::size_t i) {
    if (known != nullptr) return static_cast<std::size_t>(known[i]);
    const int row_class = class_of(input.start[i + 1] - input.start[i] - 1);
    return static_cast<std::size_t>(group_of(output.level[i], row_class));
  };
  // Groups of hardly a row each are not worth a look.
  const bool fills = known != nullptr && groups <= n;
  std::int64_t warps = 0;
#pragma omp parallel num_threads(threads) reduction(+ : warps)
  {
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
    const auto team = static_cast<std::size_t>(omp_get_num_threads());
    // A team may be smaller than asked for, so ranges are handed out, not assumed.
    for (std::size_t range = thread; range < ranges; range += team) {
      std::int32_t* const own = places.data() + range * stride;
      const std::size_t first = n * range / ranges;
      const std::size_t last = n * (range + 1) / ranges;
      if (known != nullptr) {
        find_groups(input.start.data(), output.level.data(), static_cast<std::int64_t>(first),
                    static_cast<std::int64_t>(last), known);
      }
      for (std::size_t i = first; i < last; ++i) ++own[group(i)];
    }
#pragma omp barrier
    const std::size_t first_group = groups * thread / team;
    const std::size_t last_group = groups * (thread + 1) / team;
    std::int32_t sum = 0;
    for (std::size_t g = first_group; g < last_group; ++g) {
      std::int32_t rows = 0;
      for (std::size_t range = 0; range < ranges; ++range) rows += places[range * stride + g];
      warps += warps_of(rows, static_cast<int>(g % classes));
      sum += rows;
    }
    sums[thread + 1] = sum;
#pragma omp barrier
#pragma omp single
    for (std::size_t t = 1; t <= team; ++t) sums[t] += sums[t - 1];
    std::int32_t place = sums[thread];
    for (std::size_t g = first_group; g < last_group; ++g) {
      const std::int32_t first = place;
      for (std::size_t range = 0; range < ranges; ++range) {
        place += std::exchange(places[range * stride + g], place);
      }
      if (fills) {
        std::fill(output.lanes.data() + first, output.lanes.data() + place,
                  lanes_of(static_cast<int>(g % classes)));
      }
    }
#pragma omp barrier
    for (std::size_t range = thread; range < ranges; range += team) {
      std::int32_t* const own = places.data() + range * stride;
      const std::size_t last = n * (range + 1) / ranges;
      for (std::size_t i = n * range / ranges; i < last; ++i) {
        const std::size_t g = group(i);
        const auto at = static_cast<std::size_t>(own[g]++);
        output.order[at] = static_cast<std::int32_t>(i);
        if (!fills) output.lanes[at] = lanes_of(static_cast<int>(g % classes));
      }
    }
  }
  output.warps = warps;
}

}  // namespace breakeven::row_ordering

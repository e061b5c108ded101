#pragma once

#include "device-ordering.cuh"

/// The work of the kernel of cuda-fast, and how its blocks go through the rows: a stretch a block,
/// tile by tile.
namespace breakeven::row_ordering {

inline constexpr int threads = 512;
inline constexpr int warps_per_block = threads / warp_lanes;
/// Rows of a thread in a tile: loads that are under way together.
inline constexpr int at_once = 8;
inline constexpr int rows_of_tile = threads * at_once;
/// Groups of a single level, 0 to 6, take this many bits: no pass has fewer.
inline constexpr int bits_of_one_level = 3;

/// One pass of the sort.
struct Pass {
  int number;
  int shift;
  std::uint32_t digits;  // a power of two
  bool last;

  __device__ std::uint32_t digit_of(std::uint32_t group) const {
    return group >> shift & (digits - 1);
  }
};

/// What the whole grid shares.
struct Shared {
  std::uint32_t highest_level;
};

/// Everything that the kernel works on. `pairs` are the two sides of a pass, group and row;
/// `counts` has a number for each digit and block, `sums` one for each block.
struct Work {
  const std::int32_t* start;
  const std::int32_t* level;
  std::int32_t n;
  int max_bits;
  uint2* pairs[2];
  std::uint32_t* counts;
  std::uint32_t* sums;
  Shared* shared;
  std::int32_t* order;
  std::int32_t* lanes;
  unsigned long long* warps;

  /// Groups of the rows in order, where the last of several passes leaves them: in the side that it
  /// does not read.
  __device__ std::uint32_t* sorted_groups(const Pass& last) const {
    return reinterpret_cast<std::uint32_t*>(pairs[last.number % 2]);
  }
};

/// The rows of a block.
struct Stretch {
  std::int32_t first;
  std::int32_t last;
};

__device__ inline Stretch stretch_of(std::int32_t n) {
  const std::int64_t block = blockIdx.x;
  return {static_cast<std::int32_t>(n * block / gridDim.x),
          static_cast<std::int32_t>(n * (block + 1) / gridDim.x)};
}

/// Rows of a tile by threads: a warp has `each` times 32 rows side by side, so that warps and the
/// rows in them are in order.
struct Tile {
  std::int32_t base;
  int each;
  std::int32_t last;

  __device__ std::int32_t row(int k) const {
    const auto warp = static_cast<std::int32_t>(threadIdx.x / warp_lanes);
    const auto lane = static_cast<std::int32_t>(threadIdx.x % warp_lanes);
    return base + (warp * each + k) * warp_lanes + lane;
  }

  /// Whether row(k) is one of the calling thread's.
  __device__ bool has(int k) const { return k < each && row(k) < last; }
};

/// Calls visit(tile) for the tiles of the block, in order; the whole block takes part in each.
template <class Visit>
__device__ void for_tiles(std::int32_t n, const Visit& visit) {
  const Stretch stretch = stretch_of(n);
  for (std::int32_t base = stretch.first; base < stretch.last; base += rows_of_tile) {
    const std::int32_t rows = min(rows_of_tile, stretch.last - base);
    visit(Tile{base, (rows + threads - 1) / threads, base + rows});
  }
}

/// A thread's rows of a tile.
struct Rows {
  std::uint32_t group[at_once];
  std::uint32_t row[at_once];
};

/// The rows of a tile, from the matrix in the first pass and from the side that the pass before has
/// written in another. A thread without a k-th row gets one of the tile's: loads that nothing
/// decides about are under way together.
template <bool first>
__device__ Rows load_rows(const Work& work, const Pass& pass, const Tile& tile) {
  Rows rows;
  if constexpr (first) {
    std::int32_t level[at_once];
    std::int32_t start[at_once];
    std::int32_t end[at_once];
#pragma unroll
    for (int k = 0; k < at_once; ++k) {
      const std::int32_t row = min(tile.row(k), tile.last - 1);
      level[k] = work.level[row];
      start[k] = work.start[row];
      end[k] = work.start[row + 1];
    }
#pragma unroll
    for (int k = 0; k < at_once; ++k) {
      rows.group[k] = device_group(level[k], end[k] - start[k] - 1);
      rows.row[k] = static_cast<std::uint32_t>(tile.row(k));
    }
  } else {
    const uint2* const pairs = work.pairs[(pass.number + 1) % 2];
#pragma unroll
    for (int k = 0; k < at_once; ++k) {
      const uint2 pair = pairs[min(tile.row(k), tile.last - 1)];
      rows.group[k] = pair.x;
      rows.row[k] = pair.y;
    }
  }
  return rows;
}

}  // namespace breakeven::row_ordering

#pragma once

#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

#include "device-ordering.cuh"

/// One pass of a stable radix sort of rows by group, as part of a kernel that the whole grid runs
/// together: count_digits, scan_counts and place_rows with a barrier of the grid between.
///
/// Each block owns a stretch of rows and counts its digits; the counts, by digit and then by block,
/// are scanned over the grid; and each block places its rows tile by tile from its own offsets, in
/// order. A tile's rows are put in order in shared memory, so that rows of a digit go to memory
/// side by side. A block, not a warp, owns a stretch, so that the places being written to at a
/// time, one a digit and block, stay in the L2 cache until their sectors are full.
namespace breakeven::row_ordering {

inline constexpr int threads = 512;
inline constexpr int warps_per_block = threads / warp_lanes;
/// Bits of a digit where the device has the shared memory for it, and where it has little.
inline constexpr int most_bits = 11;
inline constexpr int fewest_bits = 9;
inline constexpr int most_digits_of_thread = (1 << most_bits) / threads;
/// Rows of a thread in a tile: loads that are under way together.
inline constexpr int at_once = 8;
inline constexpr int rows_of_tile = threads * at_once;
/// A block with fewer rows than this costs more counts than it saves time.
inline constexpr std::int32_t least_rows_per_block = 1024;

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
  int most_bits;
  uint2* pairs[2];
  std::uint32_t* counts;
  std::uint32_t* sums;
  Shared* shared;
  std::int32_t* order;
  std::int32_t* lanes;
  unsigned long long* warps;
};

using ReduceMax = cub::BlockReduce<std::uint32_t, threads>;
using ReduceSum = cub::BlockReduce<unsigned long long, threads>;
using Scan = cub::BlockScan<std::uint32_t, threads>;

union Temporary {
  typename ReduceMax::TempStorage max;
  typename ReduceSum::TempStorage sum;
  typename Scan::TempStorage scan;
};

struct Larger {
  __device__ std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return max(a, b); }
};

/// One pass of the sort.
struct Pass {
  int number;
  int shift;
  std::uint32_t digits;  // a power of two
  bool last;

  __device__ std::uint32_t digit_of(std::uint32_t key) const { return key >> shift & (digits - 1); }
};

/// What a block keeps in shared memory for a pass.
struct Digits {
  /// Group and row of a tile's rows, in order of digit.
  uint2* sorted;
  /// Rows of the block with a digit; then the place of the first of the tile's, less `of_tile`.
  std::uint32_t* of_block;
  /// A tile's rows with a lesser digit.
  std::uint32_t* of_tile;
  /// A tile's rows with a digit, by warp; then how many of the tile's come before the warp's. Tiles
  /// have fewer than 2^16 rows.
  std::uint16_t* of_warps;

  __device__ Digits(uint2* memory, std::uint32_t digits)
      : sorted(memory),
        of_block(reinterpret_cast<std::uint32_t*>(sorted + rows_of_tile)),
        of_tile(of_block + digits),
        of_warps(reinterpret_cast<std::uint16_t*>(of_tile + digits)) {}

  static constexpr std::size_t bytes(std::size_t digits) {
    return rows_of_tile * sizeof(uint2) +
           digits * (2 * sizeof(std::uint32_t) + warps_per_block * sizeof(std::uint16_t));
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
    const std::int32_t at = base + (warp * each + k) * warp_lanes + lane;
    return k < each && at < last ? at : -1;
  }
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

__device__ inline std::uint32_t key_of(const Work& work, const Pass& pass, std::int32_t at) {
  return pass.number == 0 ? device_group(work.start, work.level, at)
                          : work.pairs[(pass.number + 1) % 2][at].x;
}

/// The keys of a tile's rows; 0 where a thread has no row.
__device__ inline void load_keys(const Work& work, const Pass& pass, const Tile& tile,
                                 std::uint32_t (&key)[at_once]) {
#pragma unroll
  for (int k = 0; k < at_once; ++k) {
    const std::int32_t at = tile.row(k);
    key[k] = at < 0 ? 0 : key_of(work, pass, at);
  }
}

/// Place of the counts of a digit for this block.
__device__ inline std::size_t count_at(std::uint32_t digit) {
  return static_cast<std::size_t>(digit) * gridDim.x + blockIdx.x;
}

__device__ inline void count_digits(const Work& work, const Pass& pass, const Digits& digits) {
  for (std::uint32_t d = threadIdx.x; d < pass.digits; d += threads) digits.of_block[d] = 0;
  __syncthreads();
  for_tiles(work.n, [&](const Tile& tile) {
    std::uint32_t key[at_once];
    load_keys(work, pass, tile, key);
#pragma unroll
    for (int k = 0; k < at_once; ++k) {
      if (tile.row(k) >= 0) atomicAdd(digits.of_block + pass.digit_of(key[k]), 1u);
    }
  });
  __syncthreads();
  for (std::uint32_t d = threadIdx.x; d < pass.digits; d += threads) {
    work.counts[count_at(d)] = digits.of_block[d];
  }
}

/// Turns the counts of the grid into places, in order of digit, then of block.
template <class Grid>
__device__ void scan_counts(const Work& work, const Pass& pass, Temporary& temporary,
                            const Grid& grid) {
  const std::size_t count = static_cast<std::size_t>(pass.digits) * gridDim.x;
  const std::size_t first = count * blockIdx.x / gridDim.x;
  const std::size_t last = count * (blockIdx.x + 1) / gridDim.x;
  unsigned long long own = 0;
  for (std::size_t i = first + threadIdx.x; i < last; i += threads) own += work.counts[i];
  const unsigned long long block_sum = ReduceSum(temporary.sum).Sum(own);
  if (threadIdx.x == 0) work.sums[blockIdx.x] = static_cast<std::uint32_t>(block_sum);
  grid.sync();
  unsigned long long before = 0;
  for (unsigned b = threadIdx.x; b < blockIdx.x; b += threads) before += work.sums[b];
  __shared__ std::uint32_t offset;
  before = ReduceSum(temporary.sum).Sum(before);
  if (threadIdx.x == 0) offset = static_cast<std::uint32_t>(before);
  __syncthreads();
  std::uint32_t running = offset;
  for (std::size_t base = first; base < last; base += threads * at_once) {
    const std::size_t own_first = base + threadIdx.x * at_once;
    std::uint32_t places[at_once];
#pragma unroll
    for (std::size_t k = 0; k < at_once; ++k) {
      places[k] = own_first + k < last ? work.counts[own_first + k] : 0u;
    }
    std::uint32_t sum = 0;
    Scan(temporary.scan).ExclusiveSum(places, places, sum);
#pragma unroll
    for (std::size_t k = 0; k < at_once; ++k) {
      if (own_first + k < last) work.counts[own_first + k] = running + places[k];
    }
    running += sum;
    __syncthreads();
  }
}

/// Counts the digits of a tile's rows by warp; rank[k] is how many rows of the warp with the same
/// digit come before.
__device__ inline void rank_in_warps(const Pass& pass, const Tile& tile, std::uint16_t* own,
                                     const std::uint32_t (&key)[at_once],
                                     std::uint32_t (&rank)[at_once]) {
  const unsigned lane = threadIdx.x % warp_lanes;
  for (std::uint32_t d = lane; d < pass.digits; d += warp_lanes) own[d] = 0;
  __syncwarp();
#pragma unroll
  for (int k = 0; k < at_once; ++k) {
    if (k >= tile.each) break;
    const bool there = tile.row(k) >= 0;
    const std::uint32_t digit = pass.digit_of(key[k]);
    // No digit of a row equals `digits`.
    const unsigned peers = __match_any_sync(~0u, there ? digit : pass.digits);
    const auto earlier = static_cast<std::uint32_t>(__popc(peers & ((1u << lane) - 1)));
    rank[k] = there ? own[digit] + earlier : 0;
    __syncwarp();
    if (there && earlier == 0) own[digit] += static_cast<std::uint16_t>(__popc(peers));
    __syncwarp();
  }
}

/// Turns a tile's counts by warp into how many rows come before; `place` are the places of the next
/// rows with the digits of the calling thread.
__device__ inline void scan_tile(const Pass& pass, const Digits& digits, Temporary& temporary,
                                 std::uint32_t (&place)[most_digits_of_thread]) {
  std::uint32_t lesser = 0;
#pragma unroll
  for (int j = 0; j < most_digits_of_thread; ++j) {
    if (j * threads >= pass.digits) break;
    const std::uint32_t d = threadIdx.x + j * threads;
    std::uint32_t rows = 0;
    if (d < pass.digits) {
#pragma unroll
      for (int warp = 0; warp < warps_per_block; ++warp) {
        std::uint16_t& count = digits.of_warps[warp * pass.digits + d];
        const std::uint32_t of_warp = count;
        count = static_cast<std::uint16_t>(rows);
        rows += of_warp;
      }
    }
    std::uint32_t before = 0;
    std::uint32_t all = 0;
    Scan(temporary.scan).ExclusiveSum(rows, before, all);
    if (d < pass.digits) {
      digits.of_tile[d] = lesser + before;
      digits.of_block[d] = place[j] - (lesser + before);
    }
    place[j] += rows;
    lesser += all;
    __syncthreads();
  }
}

__device__ inline void place_rows(const Work& work, const Pass& pass, const Digits& digits,
                                  Temporary& temporary) {
  const int from = (pass.number + 1) % 2;
  const int to = pass.number % 2;
  const bool single = pass.number == 0 && pass.last;
  std::uint16_t* const own = digits.of_warps + threadIdx.x / warp_lanes * pass.digits;
  std::uint32_t place[most_digits_of_thread] = {};
#pragma unroll
  for (int j = 0; j < most_digits_of_thread; ++j) {
    const std::uint32_t d = threadIdx.x + j * threads;
    if (d < pass.digits) place[j] = work.counts[count_at(d)];
  }
  for_tiles(work.n, [&](const Tile& tile) {
    std::uint32_t key[at_once];
    std::uint32_t rank[at_once];
    load_keys(work, pass, tile, key);
    rank_in_warps(pass, tile, own, key, rank);
    __syncthreads();
    scan_tile(pass, digits, temporary, place);
#pragma unroll
    for (int k = 0; k < at_once; ++k) {
      const std::int32_t at = tile.row(k);
      if (at < 0) continue;
      const std::uint32_t digit = pass.digit_of(key[k]);
      const auto row = pass.number == 0 ? static_cast<std::uint32_t>(at) : work.pairs[from][at].y;
      digits.sorted[digits.of_tile[digit] + own[digit] + rank[k]] = {key[k], row};
    }
    __syncthreads();
    const auto rows = static_cast<std::uint32_t>(tile.last - tile.base);
#pragma unroll 4
    for (std::uint32_t i = threadIdx.x; i < rows; i += threads) {
      const uint2 pair = digits.sorted[i];
      const std::uint32_t there = digits.of_block[pass.digit_of(pair.x)] + i;
      if (single) {
        work.order[there] = static_cast<std::int32_t>(pair.y);
      } else {
        work.pairs[to][there] = pair;
      }
    }
  });
}

}  // namespace breakeven::row_ordering

#pragma once

#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

#include "radix-tile.cuh"

/// One pass of a stable radix sort of rows by group, as part of a kernel that the whole grid runs
/// together: count_digits, scan_counts and place_rows with a barrier of the grid between.
///
/// Each block owns a stretch of rows and counts its digits; the counts, by digit and then by block,
/// are scanned over the grid; and each block places its rows tile by tile from its own offsets, in
/// order. A tile's rows are put in order in shared memory, so that rows of a digit go to memory
/// side by side. A block, not a warp, owns a stretch, so that the places being written to at a
/// time, one a digit and block, stay in the L2 cache until their sectors are full.
namespace breakeven::row_ordering {

/// Bits of a digit: where each block has one tile at most, where two blocks have to share a
/// multiprocessor's memory, and where there is little of it.
inline constexpr int max_bits = 11;
inline constexpr int usual_bits = 10;
inline constexpr int min_bits = 9;
/// A block with fewer rows than this costs more counts than it saves time.
inline constexpr std::int32_t min_rows_per_block = 1024;

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

/// What a block keeps in shared memory for a pass.
struct Digits {
  /// Group and row of a tile's rows, in order of digit, at slot_of their number.
  uint2* sorted;
  /// Rows of the block with a digit; then the place of the next of them.
  std::uint32_t* next;
  /// Place of the first of the tile's rows with a digit, less `of_tile`.
  std::uint32_t* place;
  /// A tile's rows with a lesser digit.
  std::uint32_t* of_tile;
  /// A tile's rows with a digit, by warp; then how many of the tile's come before the warp's. Tiles
  /// have fewer than 2^16 rows.
  std::uint16_t* of_warps;

  __device__ Digits(uint2* memory, std::uint32_t digits)
      : sorted(memory),
        next(reinterpret_cast<std::uint32_t*>(sorted + rows_of_tile)),
        place(next + digits),
        of_tile(place + digits),
        of_warps(reinterpret_cast<std::uint16_t*>(of_tile + digits)) {}

  static constexpr std::size_t bytes(std::size_t digits) {
    return rows_of_tile * sizeof(uint2) +
           digits * (3 * sizeof(std::uint32_t) + warps_per_block * sizeof(std::uint16_t));
  }
};

/// Where the i-th of a tile's sorted rows is kept: rows of digits that are equally frequent would
/// otherwise all start in one bank.
__device__ inline std::uint32_t slot_of(std::uint32_t i) {
  constexpr std::uint32_t pairs_of_banks = 32 * sizeof(std::uint32_t) / sizeof(uint2);
  return i ^ ((i / pairs_of_banks ^ i / (pairs_of_banks * pairs_of_banks)) % pairs_of_banks);
}

/// Place of the counts of a digit for this block.
__device__ inline std::size_t count_at(std::uint32_t digit) {
  return static_cast<std::size_t>(digit) * gridDim.x + blockIdx.x;
}

template <bool first>
__device__ void count_digits(const Work& work, const Pass& pass, const Digits& digits) {
  for (std::uint32_t d = threadIdx.x; d < pass.digits; d += threads) digits.next[d] = 0;
  __syncthreads();
  for_tiles(work.n, [&](const Tile& tile) {
    const auto rows = load_rows<first>(work, pass, tile);
#pragma unroll
    for (int k = 0; k < at_once; ++k) {
      if (tile.has(k)) atomicAdd(digits.next + pass.digit_of(rows.group[k]), 1u);
    }
  });
  __syncthreads();
  for (std::uint32_t d = threadIdx.x; d < pass.digits; d += threads) {
    work.counts[count_at(d)] = digits.next[d];
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

/// The lanes of the warp whose row k has the same digit as the calling lane's, for each k; of those
/// without a row, the others without. By ballots on each bit of the digit: __match_any_sync takes
/// longer the more digits there are in the warp, and here there often are 32.
__device__ inline void match_digits(const Pass& pass, const Tile& tile,
                                    const std::uint32_t (&group)[at_once],
                                    unsigned (&same)[at_once]) {
#pragma unroll
  for (int k = 0; k < at_once; ++k) {
    const unsigned there = __ballot_sync(~0u, tile.has(k));
    same[k] = tile.has(k) ? there : ~there;
  }
  for (std::uint32_t bit = pass.digits / 2; bit > 0; bit /= 2) {
#pragma unroll
    for (int k = 0; k < at_once; ++k) {
      const bool set = pass.digit_of(group[k]) & bit;
      const unsigned with = __ballot_sync(~0u, set);
      same[k] &= set ? with : ~with;
    }
  }
}

/// Counts the digits of a tile's rows by warp; rank[k] is how many rows of the warp with the same
/// digit come before.
__device__ inline void rank_in_warps(const Pass& pass, const Tile& tile, std::uint16_t* own,
                                     const std::uint32_t (&group)[at_once],
                                     std::uint16_t (&rank)[at_once]) {
  const unsigned lane = threadIdx.x % warp_lanes;
  constexpr std::uint32_t counts_of_word = sizeof(uint4) / sizeof(std::uint16_t);
  static_assert(counts_of_word <= 1u << bits_of_one_level, "there are at least that many digits");
  for (std::uint32_t word = lane; word < pass.digits / counts_of_word; word += warp_lanes) {
    reinterpret_cast<uint4*>(own)[word] = {0, 0, 0, 0};
  }
  unsigned same[at_once];
  match_digits(pass, tile, group, same);
  __syncwarp();
#pragma unroll
  for (int k = 0; k < at_once; ++k) {
    if (k >= tile.each) break;
    const std::uint32_t digit = pass.digit_of(group[k]);
    const auto earlier = static_cast<std::uint32_t>(__popc(same[k] & ((1u << lane) - 1)));
    rank[k] = static_cast<std::uint16_t>(tile.has(k) ? own[digit] + earlier : 0);
    __syncwarp();
    if (tile.has(k) && earlier == 0) own[digit] += static_cast<std::uint16_t>(__popc(same[k]));
    __syncwarp();
  }
}

/// Turns a tile's counts by warp into how many rows come before.
__device__ inline void scan_tile(const Pass& pass, const Digits& digits, Temporary& temporary) {
  std::uint32_t lesser = 0;
  for (std::uint32_t base = 0; base < pass.digits; base += threads) {
    const std::uint32_t d = base + threadIdx.x;
    std::uint32_t rows = 0;
    if (d < pass.digits) {
      // All at once would take more registers than there are.
      constexpr int warps_at_once = warps_per_block / 2;
#pragma unroll
      for (int first = 0; first < warps_per_block; first += warps_at_once) {
        std::uint16_t* const counts = digits.of_warps + first * pass.digits + d;
        std::uint16_t of_warp[warps_at_once];
#pragma unroll
        for (int warp = 0; warp < warps_at_once; ++warp) of_warp[warp] = counts[warp * pass.digits];
#pragma unroll
        for (int warp = 0; warp < warps_at_once; ++warp) {
          counts[warp * pass.digits] = static_cast<std::uint16_t>(rows);
          rows += of_warp[warp];
        }
      }
    }
    std::uint32_t before = 0;
    std::uint32_t all = 0;
    Scan(temporary.scan).ExclusiveSum(rows, before, all);
    if (d < pass.digits) {
      digits.of_tile[d] = lesser + before;
      digits.place[d] = digits.next[d] - (lesser + before);
      digits.next[d] += rows;
    }
    lesser += all;
    __syncthreads();
  }
}

/// The last pass writes the order, the lanes and, if there were others, the sorted groups.
template <bool first>
__device__ void place_rows(const Work& work, const Pass& pass, const Digits& digits,
                           Temporary& temporary) {
  uint2* const pairs = work.pairs[pass.number % 2];
  std::uint32_t* const groups = work.sorted_groups(pass);
  std::uint16_t* const own = digits.of_warps + threadIdx.x / warp_lanes * pass.digits;
  for (std::uint32_t d = threadIdx.x; d < pass.digits; d += threads) {
    digits.next[d] = work.counts[count_at(d)];
  }
  for_tiles(work.n, [&](const Tile& tile) {
    const auto rows = load_rows<first>(work, pass, tile);
    std::uint16_t rank[at_once];
    rank_in_warps(pass, tile, own, rows.group, rank);
    __syncthreads();
    scan_tile(pass, digits, temporary);
#pragma unroll
    for (int k = 0; k < at_once; ++k) {
      if (!tile.has(k)) continue;
      const std::uint32_t digit = pass.digit_of(rows.group[k]);
      const std::uint32_t i = digits.of_tile[digit] + own[digit] + rank[k];
      digits.sorted[slot_of(i)] = {rows.group[k], rows.row[k]};
    }
    __syncthreads();
    const auto count = static_cast<std::uint32_t>(tile.last - tile.base);
#pragma unroll 4
    for (std::uint32_t i = threadIdx.x; i < count; i += threads) {
      const uint2 pair = digits.sorted[slot_of(i)];
      const std::uint32_t there = digits.place[pass.digit_of(pair.x)] + i;
      if (!pass.last) {
        pairs[there] = pair;
        continue;
      }
      work.order[there] = static_cast<std::int32_t>(pair.y);
      work.lanes[there] = lanes_of(static_cast<int>(pair.x % classes));
      if (!first) groups[there] = pair.x;
    }
  });
}

}  // namespace breakeven::row_ordering

#pragma once

#include "../../core/cuda/launch.h"
#include "tile-states.cuh"

/// The kernel of the single-pass scan: a tile a block, each element read once and written once.
///
/// A warp owns 32 * vectors consecutive 16-byte vectors and reads them side by side, so that memory
/// is read as wide as it goes; partial sums travel by shuffles, and the elements stay in registers
/// until they are written.
namespace breakeven::exclusive_scan {

/// How a tile is cut up. A tile waits for the sum before it, so a large tile waits less often for
/// what it moves; a small one leaves no multiprocessor idle where there are few elements.
struct SmallTile {
  static constexpr int threads = 256;
  static constexpr int vectors = 4;
  static constexpr int resident = 4;
};
struct LargeTile {
  static constexpr int threads = 512;
  static constexpr int vectors = 8;
  /// Blocks of a multiprocessor: one reads while the other looks back.
  static constexpr int resident = 2;
};

template <class T>
inline constexpr int vector_width = 16 / static_cast<int>(sizeof(T));
template <class T, class Tile>
inline constexpr int tile_elements = Tile::threads * Tile::vectors * vector_width<T>;

template <class T>
struct alignas(16) Vector {
  T lane[vector_width<T>];
};

template <class T>
__device__ T warp_inclusive_sum(T value) {
  const int lane = static_cast<int>(threadIdx.x & 31);
  for (int offset = 1; offset < 32; offset <<= 1) {
    const T other = __shfl_up_sync(~0u, value, offset);
    if (lane >= offset) value += other;
  }
  return value;
}

/// Writes past the caches as far as they go: what is written here is not read again, and what
/// later tiles read should stay.
template <class T>
__device__ void store_streaming(T* to, const Vector<T>& vector) {
  uint4 bits;
  memcpy(&bits, &vector, sizeof bits);
  __stcs(reinterpret_cast<uint4*>(to), bits);
}

/// Asks for what a tile `ahead` tiles later will read, a line of the L2 cache a thread, so that
/// memory goes on reading while this tile looks back and writes.
template <class T, class Tile>
__device__ void prefetch_tile(const T* in, std::int64_t n, std::int64_t tile) {
  constexpr int line = 128 / static_cast<int>(sizeof(T));
  static_assert(tile_elements<T, Tile> % line == 0);
  const std::int64_t i = tile * tile_elements<T, Tile> + static_cast<int>(threadIdx.x) * line;
  if (threadIdx.x >= tile_elements<T, Tile> / line || i >= n) return;
  asm volatile("prefetch.global.L2 [%0];" ::"l"(in + i));
}

/// Scans in to out (both 16-byte aligned). `ticket` counts tiles over all launches, `first_ticket`
/// is its value when this launch starts: tiles are taken in the order in which blocks start, so
/// that no tile waits for one that cannot run.
template <class T, class Tile>
__global__ void __launch_bounds__(Tile::threads, resident_blocks(Tile::resident, Tile::threads))
    scan_tiles(const T* __restrict__ in, T* __restrict__ out, std::int64_t n, TileStates<T> states,
               unsigned* ticket, unsigned first_ticket, std::uint32_t epoch, unsigned ahead) {
  constexpr int width = vector_width<T>;
  constexpr int vectors = Tile::vectors;
  constexpr int warps = Tile::threads / 32;
  __shared__ T warp_sums[warps];
  __shared__ T tile_prefix;
  __shared__ unsigned shared_tile;

  const int lane = static_cast<int>(threadIdx.x & 31);
  const int warp = static_cast<int>(threadIdx.x >> 5);
  if (threadIdx.x == 0) shared_tile = atomicAdd(ticket, 1u) - first_ticket;
  __syncthreads();
  const std::int64_t tile = shared_tile;
  const std::int64_t tile_base = tile * tile_elements<T, Tile>;
  const bool whole = tile_base + tile_elements<T, Tile> <= n;
  const std::int64_t warp_base = tile_base + static_cast<std::int64_t>(warp) * 32 * vectors * width;

  Vector<T> x[vectors];
#pragma unroll
  for (int v = 0; v < vectors; ++v) {
    const std::int64_t i = warp_base + (v * 32 + lane) * width;
    if (whole) {
      x[v] = *reinterpret_cast<const Vector<T>*>(in + i);
    } else {
#pragma unroll
      for (int k = 0; k < width; ++k) x[v].lane[k] = i + k < n ? in[i + k] : T{};
    }
  }

  prefetch_tile<T, Tile>(in, n, tile + ahead);

  // before[v]: the sum of this warp's elements before vector v of this lane.
  T before[vectors];
  T warp_sum{};
#pragma unroll
  for (int v = 0; v < vectors; ++v) {
    T own{};
#pragma unroll
    for (int k = 0; k < width; ++k) own += x[v].lane[k];
    const T inclusive = warp_inclusive_sum(own);
    before[v] = warp_sum + inclusive - own;
    warp_sum += __shfl_sync(~0u, inclusive, 31);
  }
  if (lane == 0) warp_sums[warp] = warp_sum;
  __syncthreads();

  // Each warp scans the sums of all warps, one a lane.
  const T own_warp = lane < warps ? warp_sums[lane] : T{};
  const T warps_through = warp_inclusive_sum(own_warp);
  const T tile_sum = __shfl_sync(~0u, warps_through, 31);
  const T warps_before = __shfl_sync(~0u, warps_through - own_warp, warp);
  if (warp == 0) {
    if (lane == 0) {
      states.publish(tile, epoch, tile == 0 ? prefix_sum : own_sum, tile_sum);
    }
    const T prefix = look_back(states, tile, epoch);
    if (lane == 0) {
      if (tile != 0) states.publish(tile, epoch, prefix_sum, prefix + tile_sum);
      tile_prefix = prefix;
    }
  }
  __syncthreads();

  const T base = tile_prefix + warps_before;
#pragma unroll
  for (int v = 0; v < vectors; ++v) {
    Vector<T> y;
    T running = base + before[v];
#pragma unroll
    for (int k = 0; k < width; ++k) {
      y.lane[k] = running;
      running += x[v].lane[k];
    }
    const std::int64_t i = warp_base + (v * 32 + lane) * width;
    if (whole) {
      store_streaming(out + i, y);
    } else {
#pragma unroll
      for (int k = 0; k < width; ++k) {
        if (i + k < n) out[i + k] = y.lane[k];
      }
    }
  }
}

}  // namespace breakeven::exclusive_scan

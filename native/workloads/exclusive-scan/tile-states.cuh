#pragma once

#include <cstddef>
#include <cstdint>
#include <cuda/atomic>

#include "../../core/cuda/wide-word.h"

/// What each tile of a single-pass scan has published so far: nothing, the sum of its own elements,
/// or the sum of everything up to its end. Source: Merrill and Garland 2016, Single-pass parallel
/// prefix scan with decoupled look-back.
///
/// States of earlier launches are distinguished by an epoch instead of being cleared: one launch
/// less, which is most of the time of a small scan.
namespace breakeven::exclusive_scan {

enum TileState : std::uint32_t { nothing = 0, own_sum = 1, prefix_sum = 2 };

template <class T>
struct Published {
  std::uint32_t state;
  T value;
};

/// Where the states of tiles live: value and state share one word that is written and read whole,
/// of 8 bytes for 4-byte elements and of 16 for 8-byte ones.
template <class T, bool Small = sizeof(T) == 4>
struct TileStates;

template <class T>
using DeviceRef = cuda::atomic_ref<T, cuda::thread_scope_device>;

template <class T>
struct TileStates<T, true> {
  std::uint64_t* words;

  static std::size_t bytes(std::size_t tiles) { return tiles * sizeof(std::uint64_t); }
  static TileStates at(void* memory, std::size_t) { return {static_cast<std::uint64_t*>(memory)}; }

  __device__ void publish(std::int64_t tile, std::uint32_t epoch, TileState state, T value) const {
    std::uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    const std::uint64_t tag = epoch << 2 | state;
    DeviceRef<std::uint64_t>(words[tile]).store(tag << 32 | bits, cuda::memory_order_relaxed);
  }
  __device__ Published<T> read(std::int64_t tile, std::uint32_t epoch) const {
    const std::uint64_t word =
        DeviceRef<std::uint64_t>(words[tile]).load(cuda::memory_order_relaxed);
    const auto tag = static_cast<std::uint32_t>(word >> 32);
    const auto bits = static_cast<std::uint32_t>(word);
    Published<T> result{tag >> 2 == epoch ? tag & 3u : nothing, T{}};
    memcpy(&result.value, &bits, sizeof bits);
    return result;
  }
};

template <class T>
struct TileStates<T, false> {
  WideWord* words;

  static std::size_t bytes(std::size_t tiles) { return tiles * sizeof(WideWord); }
  static TileStates at(void* memory, std::size_t) { return {static_cast<WideWord*>(memory)}; }

  __device__ void publish(std::int64_t tile, std::uint32_t epoch, TileState state, T value) const {
    std::uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    words[tile].store(bits, epoch << 2 | state);
  }
  __device__ Published<T> read(std::int64_t tile, std::uint32_t epoch) const {
    const WideWord word = words[tile].load();
    const auto tag = static_cast<std::uint32_t>(word.tag);
    Published<T> result{tag >> 2 == epoch ? tag & 3u : nothing, T{}};
    memcpy(&result.value, &word.value, sizeof word.value);
    return result;
  }
};

/// The sum of all tiles before `tile`, found by one whole warp looking back over 32 tiles at a
/// time. Every lane gets it.
template <class T>
__device__ T look_back(const TileStates<T>& states, std::int64_t tile, std::uint32_t epoch) {
  const int lane = static_cast<int>(threadIdx.x & 31);
  T sum{};
  for (std::int64_t window = tile; window > 0; window -= 32) {
    const std::int64_t mine = window - 1 - lane;
    Published<T> seen{prefix_sum, T{}};  // before the first tile lies an empty prefix
    unsigned with_prefix;
    // Wait until each tile from the newest back to the nearest finished prefix has said something.
    for (;;) {
      if (mine >= 0) seen = states.read(mine, epoch);
      with_prefix = __ballot_sync(~0u, seen.state == prefix_sum);
      const unsigned silent = __ballot_sync(~0u, seen.state == nothing);
      const unsigned needed = with_prefix == 0 ? ~0u : (with_prefix ^ (with_prefix - 1));
      if ((silent & needed) == 0) break;
    }
    const int last = with_prefix == 0 ? 31 : __ffs(static_cast<int>(with_prefix)) - 1;
    T part = lane <= last ? seen.value : T{};
    for (int offset = 16; offset > 0; offset >>= 1) part += __shfl_xor_sync(~0u, part, offset);
    sum += part;
    if (with_prefix != 0) break;
  }
  return sum;
}

}  // namespace breakeven::exclusive_scan

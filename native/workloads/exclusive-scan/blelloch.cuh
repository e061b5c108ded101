#pragma once

#include <cstdint>

/// The work-efficient scan of one block, and adding block offsets: shared by the three Blelloch
/// variants. Source: Blelloch 1990, Prefix sums and their applications; the shape (1024 threads,
/// 2048 elements) is the study's.
namespace breakeven::exclusive_scan::blelloch {

inline constexpr int threads = 1024;
inline constexpr int elements = 2 * threads;

inline std::int64_t blocks_for(std::int64_t n) { return (n + elements - 1) / elements; }

/// Where element i of a block lies in shared memory. Padded, one word is left out after each 32, so
/// that the powers of two by which the tree strides fall on different banks.
template <bool Padded>
__device__ constexpr int slot(int i) {
  return Padded ? i + (i >> 5) : i;
}

template <bool Padded>
inline constexpr int slots = Padded ? elements + elements / 32 : elements;

/// Scans each block of 2048 elements in place and writes the block's sum; elements beyond n count
/// as zero.
template <class T, bool Padded>
__global__ void __launch_bounds__(threads) scan_blocks(T* data, std::int64_t n, T* block_sums) {
  __shared__ T tree[slots<Padded>];
  const int t = static_cast<int>(threadIdx.x);
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * elements + 2 * t;
  tree[slot<Padded>(2 * t)] = first < n ? data[first] : T{};
  tree[slot<Padded>(2 * t + 1)] = first + 1 < n ? data[first + 1] : T{};

  int stride = 1;
  for (int active = threads; active > 0; active >>= 1, stride <<= 1) {
    __syncthreads();
    if (t < active) {
      const int left = slot<Padded>(stride * (2 * t + 1) - 1);
      const int right = slot<Padded>(stride * (2 * t + 2) - 1);
      tree[right] += tree[left];
    }
  }
  __syncthreads();
  if (t == 0) {
    const int root = slot<Padded>(elements - 1);
    block_sums[blockIdx.x] = tree[root];
    tree[root] = T{};
  }
  for (int active = 1; active <= threads; active <<= 1) {
    stride >>= 1;
    __syncthreads();
    if (t < active) {
      const int left = slot<Padded>(stride * (2 * t + 1) - 1);
      const int right = slot<Padded>(stride * (2 * t + 2) - 1);
      const T sum = tree[left];
      tree[left] = tree[right];
      tree[right] += sum;
    }
  }
  __syncthreads();
  if (first < n) data[first] = tree[slot<Padded>(2 * t)];
  if (first + 1 < n) data[first + 1] = tree[slot<Padded>(2 * t + 1)];
}

/// Adds each block's offset to its 2048 elements.
template <class T>
__global__ void __launch_bounds__(threads) add_offsets(T* data, std::int64_t n, const T* offsets) {
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * elements + 2 * threadIdx.x;
  const T offset = offsets[blockIdx.x];
  if (first < n) data[first] += offset;
  if (first + 1 < n) data[first + 1] += offset;
}

}  // namespace breakeven::exclusive_scan::blelloch

#pragma once

#include <cstdint>

namespace breakeven::histogram {

/// The study's kernel: one value a thread, the block's histogram in shared memory, cleared and
/// merged by loops strided by the block. Grid: ceil(n / blockDim.x); dynamic shared memory: 4 *
/// bins bytes.
static __global__ void count_in_shared(const std::int32_t* values, std::uint32_t n,
                                       std::uint32_t bins, std::uint32_t* counts) {
  extern __shared__ std::uint32_t own[];
  for (std::uint32_t bin = threadIdx.x; bin < bins; bin += blockDim.x) own[bin] = 0;
  __syncthreads();
  const std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&own[static_cast<std::uint32_t>(values[i]) % bins], 1u);
  __syncthreads();
  for (std::uint32_t bin = threadIdx.x; bin < bins; bin += blockDim.x)
    atomicAdd(&counts[bin], own[bin]);
}

}  // namespace breakeven::histogram

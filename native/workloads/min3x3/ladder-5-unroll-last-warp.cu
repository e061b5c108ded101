#include "nine-vectors.cuh"

namespace breakeven::min3x3 {
namespace {

/// Grid: size / (2 * block); dynamic shared memory: a value a thread.
__global__ void reduce(const std::int32_t* values, std::int32_t* results) {
  extern __shared__ std::int32_t smallest[];
  const unsigned t = threadIdx.x;
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * 2 * blockDim.x + t;
  smallest[t] = min(values[i], values[i + blockDim.x]);
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 32; half >>= 1) {
    if (t < half) smallest[t] = min(smallest[t], smallest[t + half]);
    __syncthreads();
  }
  if (t < 32) reduce_last_warp(smallest, t);
  if (t == 0) results[blockIdx.x] = smallest[0];
}

BREAKEVEN_VARIANT(
    (ladder_step({.id = "ladder-5-unroll-last-warp",
                  .title = "Ladder 5, last warp unrolled",
                  .summary = "Two values per thread while loading; one warp reduces the last 64 "
                             "without block barriers.",
                  .make = make_execution<LadderKernel<2, reduce>>})));

}  // namespace
}  // namespace breakeven::min3x3

#include "nine-vectors.cuh"

namespace breakeven::min3x3 {
namespace {

/// Grid: size / block; dynamic shared memory: a value a thread.
__global__ void reduce(const std::int32_t* values, std::int32_t* results) {
  extern __shared__ std::int32_t smallest[];
  const unsigned t = threadIdx.x;
  smallest[t] = values[static_cast<std::size_t>(blockIdx.x) * blockDim.x + t];
  __syncthreads();
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    const unsigned at = 2 * stride * t;
    if (at < blockDim.x) smallest[at] = min(smallest[at], smallest[at + stride]);
    __syncthreads();
  }
  if (t == 0) results[blockIdx.x] = smallest[0];
}

BREAKEVEN_VARIANT((ladder_step(
    {.id = "ladder-2-bank-conflicts",
     .title = "Ladder 2, bank conflicts",
     .summary =
         "Neighbouring threads work, but their strides cause bank conflicts in shared memory.",
     .make = make_execution<LadderKernel<1, reduce>>})));

}  // namespace
}  // namespace breakeven::min3x3

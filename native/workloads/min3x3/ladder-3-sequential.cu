#include "nine-vectors.cuh"

namespace breakeven::min3x3 {
namespace {

/// Grid: size / block; dynamic shared memory: a value a thread.
__global__ void reduce(const std::int32_t* values, std::int32_t* results) {
  extern __shared__ std::int32_t smallest[];
  const unsigned t = threadIdx.x;
  smallest[t] = values[static_cast<std::size_t>(blockIdx.x) * blockDim.x + t];
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half >>= 1) {
    if (t < half) smallest[t] = min(smallest[t], smallest[t + half]);
    __syncthreads();
  }
  if (t == 0) results[blockIdx.x] = smallest[0];
}

BREAKEVEN_VARIANT((ladder_step(
    {.id = "ladder-3-sequential",
     .title = "Ladder 3, sequential addressing",
     .summary =
         "Folds the upper half of the block onto its lower half: no divergence, no bank conflicts.",
     .make = make_execution<LadderKernel<1, reduce>>})));

}  // namespace
}  // namespace breakeven::min3x3

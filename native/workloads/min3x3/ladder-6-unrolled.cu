#include "nine-vectors.cuh"

namespace breakeven::min3x3 {
namespace {

/// Grid: size / (2 * Block); dynamic shared memory: a value a thread.
template <unsigned Block>
__global__ void reduce(const std::int32_t* values, std::int32_t* results) {
  extern __shared__ std::int32_t smallest[];
  const unsigned t = threadIdx.x;
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * 2 * Block + t;
  smallest[t] = min(values[i], values[i + Block]);
  __syncthreads();
#pragma unroll
  for (unsigned half = Block / 2; half > 32; half >>= 1) {
    if (t < half) smallest[t] = min(smallest[t], smallest[t + half]);
    __syncthreads();
  }
  if (t < 32) reduce_last_warp(smallest, t);
  if (t == 0) results[blockIdx.x] = smallest[0];
}

class Unrolled final : public LadderStep<2> {
 public:
  using LadderStep::LadderStep;

 protected:
  void reduce_blocks(DevicePhases& phases, const std::int32_t* values,
                     std::int32_t* results) override {
    with_block_size(block(), [&]<unsigned B>(std::integral_constant<unsigned, B>) {
      launch(phases, reduce<B>, static_cast<unsigned>(blocks()), B, shared_bytes(), values,
             results);
    });
  }
};

BREAKEVEN_VARIANT((ladder_step(
    {.id = "ladder-6-unrolled",
     .title = "Ladder 6, fully unrolled",
     .summary =
         "As step 5 with the block size known to the compiler, so that every step is unrolled.",
     .make = make_execution<Unrolled>})));

}  // namespace
}  // namespace breakeven::min3x3

#include "nine-vectors.cuh"

namespace breakeven::min3x3 {
namespace {

constexpr int blocks_per_multiprocessor = 8;

/// Grid: any; every thread takes pairs of values a grid apart. Dynamic shared memory: a value a
/// thread.
template <unsigned Block>
__global__ void reduce(const std::int32_t* values, std::int64_t size, std::int32_t* results) {
  extern __shared__ std::int32_t smallest[];
  const unsigned t = threadIdx.x;
  std::int32_t own = none;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * 2 * Block + t; i < size;
       i += static_cast<std::int64_t>(gridDim.x) * 2 * Block) {
    own = min(own, min(values[i], values[i + Block]));
  }
  smallest[t] = own;
  __syncthreads();
#pragma unroll
  for (unsigned half = Block / 2; half > 32; half >>= 1) {
    if (t < half) smallest[t] = min(smallest[t], smallest[t + half]);
    __syncthreads();
  }
  if (t < 32) reduce_last_warp(smallest, t);
  if (t == 0) results[blockIdx.x] = smallest[0];
}

class ManyPerThread final : public LadderStep<2> {
 public:
  explicit ManyPerThread(const Case& c)
      : LadderStep(c),
        max_blocks_(std::int64_t{blocks_per_multiprocessor} * c.device.multiprocessors) {}

 protected:
  std::int64_t blocks() const override { return std::min(LadderStep::blocks(), max_blocks_); }

  void reduce_blocks(DevicePhases& phases, const std::int32_t* values,
                     std::int32_t* results) override {
    with_block_size(block(), [&]<unsigned B>(std::integral_constant<unsigned, B>) {
      launch(phases, reduce<B>, static_cast<unsigned>(blocks()), B, shared_bytes(), values, size(),
             results);
    });
  }

 private:
  std::int64_t max_blocks_;
};

BREAKEVEN_VARIANT((ladder_step(
    {.id = "ladder-7-many-per-thread",
     .title = "Ladder 7, many values per thread",
     .summary = "As step 6 with a fixed number of blocks whose threads loop over many values.",
     .make = make_execution<ManyPerThread>})));

}  // namespace
}  // namespace breakeven::min3x3

#include "nine-vectors.cuh"

namespace breakeven::min3x3 {
namespace {

/// Grid: size / block; dynamic shared memory: a value a thread.
__global__ void reduce(const std::int32_t* values, std::int32_t* results) {
  extern __shared__ std::int32_t least[];
  const unsigned t = threadIdx.x;
  least[t] = values[static_cast<std::size_t>(blockIdx.x) * blockDim.x + t];
  __syncthreads();
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    if (t % (2 * stride) == 0) least[t] = min(least[t], least[t + stride]);
    __syncthreads();
  }
  if (t == 0) results[blockIdx.x] = least[0];
}

class Divergent final : public LadderStep<1> {
 public:
  using LadderStep::LadderStep;

 protected:
  void reduce_blocks(Phases& phases, const std::int32_t* values, std::int32_t* results) override {
    launch(phases, reduce, static_cast<unsigned>(blocks()), block(), shared_bytes(), values,
           results);
  }
};

BREAKEVEN_VARIANT(
    {.workload = "min3x3",
     .id = "ladder-1-divergent",
     .title = "Ladder 1, divergent warps",
     .summary =
         "Reduces neighbours first; a remainder decides which threads work, so warps diverge.",
     .device = Device::cuda,
     .source = ladder,
     .parameters = {axes::gpu(), ladder_block_size(), axes::memory()},
     .spans = nine_vector_spans,
     .launches = positions,
     .refuse = refuse_ladder,
     .cost = cost,
     .need = nine_vector_need,
     .make = make_execution<Divergent>});

}  // namespace
}  // namespace breakeven::min3x3

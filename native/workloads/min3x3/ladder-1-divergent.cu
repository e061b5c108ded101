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
    if (t % (2 * stride) == 0) smallest[t] = min(smallest[t], smallest[t + stride]);
    __syncthreads();
  }
  if (t == 0) results[blockIdx.x] = smallest[0];
}

class Divergent final : public LadderStep<1> {
 public:
  using LadderStep::LadderStep;

 protected:
  void reduce_blocks(DevicePhases& phases, const std::int32_t* values,
                     std::int32_t* results) override {
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
     .scopes = nine_vector_scopes,
     .launches = positions,
     .refuse = refuse_ladder,
     .cost = cost,
     .need = nine_vector_need,
     .make = make_execution<Divergent>});

}  // namespace
}  // namespace breakeven::min3x3

#include "nine-vectors.cuh"

namespace breakeven::min3x3 {
namespace {

constexpr unsigned block = 32;
constexpr unsigned values_per_block = 2 * block;

/// Grid: size / 64.
__global__ void __launch_bounds__(block) reduce(const std::int32_t* values, std::int32_t* results) {
  __shared__ std::int32_t smallest[block];
  const unsigned t = threadIdx.x;
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * values_per_block + t;
  smallest[t] = min(values[i], values[i + block]);
  __syncthreads();
  for (unsigned half = block / 2; half > 0; half >>= 1) {
    if (t < half) smallest[t] = min(smallest[t], smallest[t + half]);
    __syncthreads();
  }
  if (t == 0) results[blockIdx.x] = smallest[0];
}

class Block32 final : public NineVectors {
 public:
  explicit Block32(const Case& c) : NineVectors(c, values_per_block) {}

 protected:
  std::int64_t blocks() const override { return size() / values_per_block; }
  void reduce_blocks(DevicePhases& phases, const std::int32_t* values,
                     std::int32_t* results) override {
    launch(phases, reduce, static_cast<unsigned>(blocks()), block, 0, values, results);
  }
};

BREAKEVEN_VARIANT({.id = "block-32",
                   .title = "Ladder 4, blocks of 32 threads",
                   .summary = "The form of the study: a block of 32 threads reduces 64 values, and "
                              "the host merges the blocks.",
                   .device = Device::cuda,
                   .source = ime,
                   .parameters = {axes::gpu(), axes::memory()},
                   .scopes = nine_vector_scopes,
                   .launches = positions,
                   .refuse = refuse_aos,
                   .need = nine_vector_need,
                   .make = make_execution<Block32>});

}  // namespace
}  // namespace breakeven::min3x3

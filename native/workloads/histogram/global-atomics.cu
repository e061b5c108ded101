#include "device-histogram.cuh"

namespace breakeven::histogram {
namespace {

__global__ void count_globally(const std::int32_t* values, std::uint32_t n, std::uint32_t bins,
                               std::uint32_t* counts) {
  const std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&counts[static_cast<std::uint32_t>(values[i]) % bins], 1u);
}

class GlobalAtomics final : public DeviceExecution {
 public:
  explicit GlobalAtomics(const Case& c)
      : DeviceExecution(c), block_(static_cast<unsigned>(c.values.integer("blockSize"))) {}

 protected:
  void compute(DevicePhases& phases) override {
    phases.kernel([&] {
      zero_counts(phases);
      launch(phases, count_globally, blocks_for(n(), block_), block_, 0, values(), n(), bins(),
             counts());
    });
  }

 private:
  unsigned block_;
};

BREAKEVEN_VARIANT({.id = "global-atomics",
                   .title = "Global-memory atomics",
                   .summary = "One thread per value, one atomic addition each to the counts in "
                              "global memory. The kernel time includes zeroing the counts.",
                   .device = Device::cuda,
                   .kind = VariantKind::study,
                   .source = la_laguna,
                   .parameters = {axes::gpu(), axes::block_size(), axes::memory()},
                   .scopes = device_scopes,
                   .launches = 2,
                   .need = device_need,
                   .make = make_execution<GlobalAtomics>});

}  // namespace
}  // namespace breakeven::histogram

#include "device-values.cuh"

namespace breakeven::mean {
namespace {

__global__ void add_each(const double* values, std::int64_t n, double* sum) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
#if __CUDA_ARCH__ >= 600
  if (i < n) atomicAdd(sum, values[i]);
#endif
}

class AtomicDouble final : public DeviceMean {
 public:
  explicit AtomicDouble(const Case& c)
      : DeviceMean(c), block_(static_cast<unsigned>(c.values.integer("blockSize"))) {}

 protected:
  void add_up(DevicePhases& phases) override {
    phases.kernel([&] {
      BE_CUDA(cudaMemsetAsync(sum(), 0, sizeof(double), stream_of(phases)));
      launch(phases, add_each, static_cast<unsigned>((n() + block_ - 1) / block_), block_, 0,
             values(), n(), sum());
    });
  }

 private:
  unsigned block_;
};

BREAKEVEN_VARIANT({.id = "atomic-double",
                   .title = "Global-memory atomics",
                   .summary = "One thread per value, one atomic addition each to one sum. The "
                              "kernel time includes zeroing the sum.",
                   .device = Device::cuda,
                   .source = oviedo,
                   .parameters = {axes::gpu(), axes::block_size(), axes::memory()},
                   .scopes = device_scopes,
                   .launches = 2,
                   .exact = false,
                   .refuse = [](const Values&, const DeviceLimits& device) -> std::string {
                     if (device.compute_capability >= 60) return {};
                     return "atomic addition of doubles needs compute capability 6.0";
                   },
                   .need = device_need,
                   .make = make_execution<AtomicDouble>});

}  // namespace
}  // namespace breakeven::mean

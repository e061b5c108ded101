#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cub/device/device_reduce.cuh>

#include "device-matrices.cuh"

namespace breakeven::min3x3 {
namespace {

struct OfMatrix {
  const std::int32_t* values;
  __host__ __device__ std::int32_t operator()(std::int64_t i) const {
    return values[positions * i];
  }
};

class Cub final : public DeviceMatrices {
 public:
  using DeviceMatrices::DeviceMatrices;

 protected:
  void reduce(DevicePhases& phases) override {
    phases.scratch([&] {
      bytes_ = 0;
      reduce_position(phases, 0, nullptr);
      temporary_.allocate(bytes_);
    });
    phases.kernel([&] {
      for (int p = 0; p < positions; ++p) reduce_position(phases, p, temporary_.get());
    });
    phases.scratch([&] { temporary_.reset(); });
  }

 private:
  void reduce_position(DevicePhases& phases, int p, void* temporary) {
    const cudaStream_t stream = stream_of(phases);
    std::int32_t* const result = minimum() + p;
    if (soa()) {
      BE_CUDA(cub::DeviceReduce::Min(temporary, bytes_, values() + p * n(), result, n(), stream));
    } else {
      const auto first = thrust::make_transform_iterator(
          thrust::make_counting_iterator(std::int64_t{0}), OfMatrix{values() + p});
      BE_CUDA(cub::DeviceReduce::Min(temporary, bytes_, first, result, n(), stream));
    }
  }

  std::size_t bytes_ = 0;
  Buffer<std::byte> temporary_;
};

BREAKEVEN_VARIANT({.id = "cub",
                   .title = "CUB, nine reductions",
                   .summary = "One cub::DeviceReduce::Min for each of the nine positions.",
                   .device = Device::cuda,
                   .kind = VariantKind::library,
                   .source = "NVIDIA CUB",
                   .parameters = {axes::gpu(), axes::memory()},
                   .scopes = device_scopes,
                   .launches = 2 * positions,
                   .need = device_need,
                   .make = make_execution<Cub>});

}  // namespace
}  // namespace breakeven::min3x3

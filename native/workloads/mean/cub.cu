#include <cub/device/device_reduce.cuh>

#include "device-values.cuh"

namespace breakeven::mean {
namespace {

class Cub final : public DeviceMean {
 public:
  using DeviceMean::DeviceMean;

 protected:
  void add_up(DevicePhases& phases) override {
    const cudaStream_t stream = stream_of(phases);
    phases.scratch([&] {
      bytes_ = 0;
      BE_CUDA(cub::DeviceReduce::Sum(nullptr, bytes_, values(), sum(), n(), stream));
      temporary_.allocate(bytes_);
    });
    phases.kernel([&] {
      BE_CUDA(cub::DeviceReduce::Sum(temporary_.get(), bytes_, values(), sum(), n(), stream));
    });
    phases.scratch([&] { temporary_.reset(); });
  }

 private:
  std::size_t bytes_ = 0;
  Buffer<std::byte> temporary_;
};

BREAKEVEN_VARIANT(
    {.id = "cub",
     .title = "CUB sum",
     .summary = "cub::DeviceReduce::Sum; its temporary memory is allocated before the kernel.",
     .device = Device::cuda,
     .kind = VariantKind::library,
     .source = "NVIDIA CUB",
     .parameters = {axes::gpu(), axes::memory()},
     .scopes = device_scopes,
     .launches = 2,
     .exact = false,
     .need = device_need,
     .make = make_execution<Cub>});

}  // namespace
}  // namespace breakeven::mean

#include <cub/device/device_scan.cuh>

#include "device-scan.cuh"

namespace breakeven::exclusive_scan {
namespace {

class Cub final : public DeviceScan {
 public:
  using DeviceScan::DeviceScan;

 protected:
  void scan(DevicePhases& phases, std::uint32_t) override { scan_as<std::uint32_t>(phases); }
  void scan(DevicePhases& phases, std::uint64_t) override { scan_as<std::uint64_t>(phases); }
  void scan(DevicePhases& phases, float) override { scan_as<float>(phases); }

 private:
  template <class T>
  void scan_as(DevicePhases& phases) {
    const cudaStream_t stream = stream_of(phases);
    phases.scratch([&] {
      bytes_ = 0;
      BE_CUDA(cub::DeviceScan::ExclusiveSum(nullptr, bytes_, in<T>(), out<T>(), n(), stream));
      temporary_.allocate(bytes_);
    });
    phases.kernel([&] {
      BE_CUDA(
          cub::DeviceScan::ExclusiveSum(temporary_.get(), bytes_, in<T>(), out<T>(), n(), stream));
    });
    phases.scratch([&] { temporary_.reset(); });
  }

  std::size_t bytes_ = 0;
  Buffer<std::byte> temporary_;
};

BREAKEVEN_VARIANT(
    {.id = "cub",
     .title = "CUB scan",
     .summary =
         "cub::DeviceScan::ExclusiveSum; its temporary memory is allocated before the kernel.",
     .device = Device::cuda,
     .kind = VariantKind::library,
     .source = "NVIDIA CUB",
     .parameters = {axes::gpu(), axes::memory()},
     .scopes = device_scopes,
     .launches = 2,
     .need = [](const Values& values) { return need_arrays(values, 2); },
     .make = make_execution<Cub>});

}  // namespace
}  // namespace breakeven::exclusive_scan

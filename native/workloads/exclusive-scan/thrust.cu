#include <thrust/execution_policy.h>
#include <thrust/scan.h>

#include "device-scan.cuh"

namespace breakeven::exclusive_scan {
namespace {

class Thrust final : public DeviceScan {
 public:
  using DeviceScan::DeviceScan;

 protected:
  void scan(DevicePhases& phases, std::uint32_t) override { scan_as<std::uint32_t>(phases); }
  void scan(DevicePhases& phases, std::uint64_t) override { scan_as<std::uint64_t>(phases); }
  void scan(DevicePhases& phases, float) override { scan_as<float>(phases); }

 private:
  template <class T>
  void scan_as(DevicePhases& phases) {
    phases.kernel([&] {
      thrust::exclusive_scan(thrust::cuda::par.on(stream_of(phases)), in<T>(), in<T>() + n(),
                             out<T>());
    });
  }
};

BREAKEVEN_VARIANT(
    {.id = "thrust",
     .title = "Thrust scan",
     .summary = "thrust::exclusive_scan, which allocates its temporary memory in each call.",
     .device = Device::cuda,
     .kind = VariantKind::library,
     .source = "NVIDIA Thrust",
     .parameters = {axes::gpu(), axes::memory()},
     .scopes = device_scopes,
     .launches = 2,
     .synchronises = true,
     .need = [](const Values& values) { return need_arrays(values, 2); },
     .make = make_execution<Thrust>});

}  // namespace
}  // namespace breakeven::exclusive_scan

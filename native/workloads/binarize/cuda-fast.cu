// Nothing to compute: each value is read and written once. Two values to a 16-byte access and two
// accesses in flight a thread. Floor: 16 bytes a value over the device's copy rate, and one launch.

#include "device-values.cuh"
#include "pairs.cuh"

namespace breakeven::binarize {
namespace {

class CudaFast final : public DeviceBinarize {
 public:
  using DeviceBinarize::DeviceBinarize;

 protected:
  void binarize(DevicePhases& phases) override {
    launch_pairs(phases, values(), n(), GivenThreshold{threshold()});
  }
};

BREAKEVEN_VARIANT(
    {.id = "cuda-fast",
     .title = "Tuned CUDA",
     .summary = "Each thread loads two values per access and keeps two accesses in flight.",
     .device = Device::cuda,
     .kind = VariantKind::fast,
     .source = "Breakeven",
     .parameters = {axes::gpu(), axes::memory()},
     .scopes = device_scopes,
     .need = device_need,
     .make = make_execution<CudaFast>});

}  // namespace
}  // namespace breakeven::binarize

#include "../../../native/workloads/histogram/device-histogram.cuh"

namespace breakeven::histogram {
namespace {

/// `nowhere` is null, which the compiler cannot know.
__global__ void write_nowhere(std::uint32_t* nowhere, std::uint32_t value) { *nowhere = value; }

/// Its first kernel writes where there is no memory: an error that stays with the context, so that
/// every later call of the process fails as well.
class Poison final : public DeviceExecution {
 public:
  using DeviceExecution::DeviceExecution;

 protected:
  void compute(DevicePhases& phases) override {
    phases.kernel([&] { launch(phases, write_nowhere, 1, 1, 0, nullptr, bins()); });
  }
};

BREAKEVEN_VARIANT({.id = "test-poison-cuda",
                   .title = "CUDA, poisons the context",
                   .summary = "Writes where there is no memory, which breaks the CUDA context.",
                   .device = Device::cuda,
                   .source = "Breakeven's tests",
                   .parameters = {axes::gpu(), axes::memory({"device"})},
                   .scopes = device_scopes,
                   .need = device_need,
                   .make = make_execution<Poison>});

}  // namespace
}  // namespace breakeven::histogram

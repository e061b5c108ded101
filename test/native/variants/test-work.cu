#include "../../../native/workloads/histogram/device-histogram.cuh"
#include "test-work.h"

namespace breakeven::histogram {
namespace {

constexpr unsigned threads = 512;

/// The first block counts, a thread a bin; then every thread of every multiprocessor computes.
/// Sixteen warps keep the four schedulers of a multiprocessor busy with chains that wait four
/// cycles for each step.
__global__ void count_and_work(const std::int32_t* values, std::uint32_t n, std::uint32_t bins,
                               std::uint32_t* counts, int steps, float factor, float summand) {
  if (blockIdx.x == 0) {
    for (std::uint32_t bin = threadIdx.x; bin < bins; bin += blockDim.x) {
      std::uint32_t count = 0;
      for (std::uint32_t i = 0; i < n; ++i) {
        if (static_cast<std::uint32_t>(values[i]) % bins == bin) ++count;
      }
      counts[bin] = count;
    }
  }
  float x = 0.4f;
#pragma unroll 16
  for (int step = 0; step < steps; ++step) x = fmaf(x, factor, summand);
  // Never true, which the compiler cannot know.
  if (x < 0) counts[0] = 0;
}

class DeviceWork final : public DeviceExecution {
 public:
  explicit DeviceWork(const Case& c)
      : DeviceExecution(c),
        steps_(static_cast<int>(c.values.integer("work"))),
        multiprocessors_(static_cast<unsigned>(c.device.multiprocessors)) {}

 protected:
  void compute(DevicePhases& phases) override {
    phases.kernel([&] {
      launch(phases, count_and_work, multiprocessors_, threads, 0, values(), n(), bins(), counts(),
             steps_, 0.5f, 0.25f);
    });
  }

 private:
  int steps_;
  unsigned multiprocessors_;
};

BREAKEVEN_VARIANT(
    {.id = "test-work-cuda",
     .title = "CUDA, known work",
     .summary = "Counts, then does a known amount of arithmetic on every multiprocessor.",
     .device = Device::cuda,
     .source = "Breakeven's tests",
     .parameters = {work_axis(24000), axes::gpu(), axes::memory({"device"})},
     .scopes = device_scopes,
     .need = device_need,
     .make = make_execution<DeviceWork>});

}  // namespace
}  // namespace breakeven::histogram

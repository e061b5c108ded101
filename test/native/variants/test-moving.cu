#include <array>

#include "../../../native/workloads/histogram/device-histogram.cuh"

namespace breakeven::histogram {
namespace {

constexpr std::uint32_t length = 16;

__global__ void count_one_by_one(const std::int32_t* values, std::uint32_t n, std::uint32_t bins,
                                 std::uint32_t* counts) {
  for (std::uint32_t i = 0; i < n; ++i) ++counts[static_cast<std::uint32_t>(values[i]) % bins];
}

__global__ void fill(std::uint32_t* kept, std::uint32_t first) {
  kept[threadIdx.x] = first + threadIdx.x;
}

/// Copies into an array of its own that begins one element later in each run.
class Moving final : public DeviceExecution {
 public:
  explicit Moving(const Case& c) : DeviceExecution(c), kept_(length, memory_of(c.values)) {}

 protected:
  void compute(DevicePhases& phases) override {
    phases.kernel([&] {
      zero_counts(phases);
      launch(phases, count_one_by_one, 1, 1, 0, values(), n(), bins(), counts());
      launch(phases, fill, 1, length, 0, kept_.get(), runs_);
    });
    phases.gather(
        [&] { kept_.download(room_.data() + runs_++ % length, length, stream_of(phases)); });
  }

 private:
  Buffer<std::uint32_t> kept_;
  std::array<std::uint32_t, 2 * length> room_{};
  std::uint32_t runs_ = 0;
};

BREAKEVEN_VARIANT({.id = "test-moving-cuda",
                   .title = "CUDA, moving array",
                   .summary = "Copies into an array of its own that overlaps the one before.",
                   .device = Device::cuda,
                   .source = "Breakeven's tests",
                   .parameters = {axes::gpu(), axes::memory({"device", "pinned"})},
                   .scopes = device_scopes,
                   .need = device_need,
                   .make = make_execution<Moving>});

}  // namespace
}  // namespace breakeven::histogram

#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

#include "device-histogram.cuh"

namespace breakeven::histogram {
namespace {

struct ToBin {
  std::uint32_t bins;
  __host__ __device__ std::uint32_t operator()(std::int32_t value) const {
    return static_cast<std::uint32_t>(value) % bins;
  }
};

/// Bins are sorted, a binary search finds where each bin ends, neighbouring differences are the
/// counts.
class ThrustSort final : public DeviceExecution {
 public:
  using DeviceExecution::DeviceExecution;

 protected:
  void compute(DevicePhases& phases) override {
    phases.scratch([&] { sorted_.allocate(n()); });
    phases.kernel([&] {
      const auto policy = thrust::cuda::par.on(stream_of(phases));
      std::uint32_t* const sorted = sorted_.get();
      thrust::transform(policy, values(), values() + n(), sorted, ToBin{bins()});
      thrust::sort(policy, sorted, sorted + n());
      const thrust::counting_iterator<std::uint32_t> first(0);
      thrust::upper_bound(policy, sorted, sorted + n(), first, first + bins(), counts());
      thrust::adjacent_difference(policy, counts(), counts() + bins(), counts());
    });
    phases.scratch([&] { sorted_.reset(); });
  }

 private:
  Buffer<std::uint32_t> sorted_;
};

/// The bins, and as much again twice over for the sort inside.
Need need(const Values& values) {
  return {.device_bytes = 16 * values.real("n") + 4 * values.real("bins") + (1 << 20)};
}

BREAKEVEN_VARIANT({.id = "thrust-sort",
                   .title = "Thrust sort",
                   .summary = "Sorts the bins and finds the end of each by binary search.",
                   .device = Device::cuda,
                   .kind = VariantKind::library,
                   .source = "NVIDIA Thrust",
                   .parameters = {axes::gpu(), axes::memory()},
                   .scopes = device_scopes,
                   .launches = 12,
                   .synchronises = true,
                   .need = need,
                   .make = make_execution<ThrustSort>});

}  // namespace
}  // namespace breakeven::histogram

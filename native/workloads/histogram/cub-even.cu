#include <thrust/iterator/transform_iterator.h>

#include <cub/device/device_histogram.cuh>

#include "device-histogram.cuh"

namespace breakeven::histogram {
namespace {

struct ToBin {
  std::uint32_t bins;
  __host__ __device__ int operator()(std::int32_t value) const {
    return static_cast<int>(static_cast<std::uint32_t>(value) % bins);
  }
};

/// CUB uses vector loads for a plain pointer, so it gets one if all values are below the number of
/// bins; otherwise an iterator takes each value modulo the bins.
class CubEven final : public DeviceExecution {
 public:
  using DeviceExecution::DeviceExecution;

 protected:
  void compute(DevicePhases& phases) override {
    if (n() == 0) {
      phases.kernel([&] { zero_counts(phases); });
      return;
    }
    if (below_bins()) {
      count(phases, values());
    } else {
      count(phases, thrust::make_transform_iterator(values(), ToBin{bins()}));
    }
  }

 private:
  template <class Iterator>
  void count(DevicePhases& phases, Iterator samples) {
    const auto call = [&](void* space, std::size_t& bytes) {
      // 64-bit offsets, which the library makes 32-bit ones by itself where the values are small
      // enough: with 32 bits its steps past the end of 2^31 - 1 values wrap around and are counted.
      BE_CUDA(cub::DeviceHistogram::HistogramEven(
          space, bytes, samples, counts(), static_cast<int>(bins()) + 1, 0,
          static_cast<int>(bins()), static_cast<std::int64_t>(n()), stream_of(phases)));
    };
    phases.scratch([&] {
      std::size_t bytes = 0;
      call(nullptr, bytes);
      space_.allocate(bytes);
    });
    phases.kernel([&] {
      std::size_t bytes = space_.size();
      call(space_.get(), bytes);
    });
    phases.scratch([&] { space_.reset(); });
  }

  Buffer<unsigned char> space_;
};

BREAKEVEN_VARIANT(
    {.id = "cub-even",
     .title = "CUB HistogramEven",
     .summary = "cub::DeviceHistogram over equal bins: on the plain array if all values are below "
                "the number of bins, otherwise through an iterator that takes the modulo.",
     .device = Device::cuda,
     .kind = VariantKind::library,
     .source = "NVIDIA CUB",
     .parameters = {axes::gpu(), axes::memory()},
     .scopes = device_scopes,
     .launches = 2,
     .need = device_need,
     .make = make_execution<CubEven>});

}  // namespace
}  // namespace breakeven::histogram

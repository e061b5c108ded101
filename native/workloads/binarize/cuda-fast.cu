// Nothing to compute: each value is read and written once. Two values to a 16-byte access and two
// accesses in flight a thread. Floor: 16 bytes a value over the device's copy rate, and one launch.

#include "device-values.cuh"

namespace breakeven::binarize {
namespace {

constexpr unsigned threads = 256;
constexpr int pairs_a_thread = 2;

__device__ double2 binarized(double2 v, double threshold) {
  return make_double2(v.x >= threshold ? white : black, v.y >= threshold ? white : black);
}

__global__ void __launch_bounds__(threads)
    binarize_pairs(double* values, std::int64_t n, double threshold) {
  double2* const pair = reinterpret_cast<double2*>(values);
  const std::int64_t pairs = n / 2;
  const std::int64_t first =
      static_cast<std::int64_t>(blockIdx.x) * (threads * pairs_a_thread) + threadIdx.x;
  double2 v[pairs_a_thread];
#pragma unroll
  for (int k = 0; k < pairs_a_thread; ++k) {
    const std::int64_t i = first + k * threads;
    if (i < pairs) v[k] = __ldcs(pair + i);
  }
#pragma unroll
  for (int k = 0; k < pairs_a_thread; ++k) {
    const std::int64_t i = first + k * threads;
    if (i < pairs) __stcs(pair + i, binarized(v[k], threshold));
  }
  if (n % 2 == 1 && blockIdx.x == 0 && threadIdx.x == 0) {
    values[n - 1] = values[n - 1] >= threshold ? white : black;
  }
}

class CudaFast final : public DeviceBinarize {
 public:
  using DeviceBinarize::DeviceBinarize;

 protected:
  void binarize(Phases& phases) override {
    const std::int64_t block = 2 * pairs_a_thread * threads;
    launch(phases, binarize_pairs, static_cast<unsigned>((n() + block - 1) / block), threads, 0,
           values(), n(), threshold());
  }
};

BREAKEVEN_VARIANT({.workload = "binarize",
                   .id = "cuda-fast",
                   .title = "CUDA, best form",
                   .summary = "Two values to an access, two accesses in flight a thread.",
                   .device = Device::cuda,
                   .kind = VariantKind::fast,
                   .source = "Breakeven",
                   .parameters = {axes::gpu(), axes::memory()},
                   .spans = device_spans,
                   .cost = cost,
                   .need = device_need,
                   .make = make_execution<CudaFast>});

}  // namespace
}  // namespace breakeven::binarize

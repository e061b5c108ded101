// One launch reads everything once with 16-byte loads, two in flight a thread; the last block to
// start adds up the blocks' sums. It waits for each of them: one word holds a sum and the number of
// the launch, so that no counter of finished blocks, no fence and no cleared memory is needed.
// Floor: 8 bytes a value over the device's read rate, and one launch. The order of additions
// depends on n and the device alone, so that a run repeats its bits.

#include "../../core/cuda/wide-word.h"
#include "device-values.cuh"

namespace breakeven::mean {
namespace {

constexpr unsigned threads = 1024;
constexpr int blocks_per_multiprocessor = 2;
constexpr int loads_in_flight = 2;

__device__ double sum_of_warp(double own) {
#pragma unroll
  for (int offset = 16; offset > 0; offset /= 2) own += __shfl_down_sync(~0u, own, offset);
  return own;
}

/// The sum of `own` over the block, in thread 0.
__device__ double sum_of_block(double own) {
  __shared__ double sums[threads / 32];
  const double sum = sum_of_warp(own);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x >= 32) return 0;
  return sum_of_warp(threadIdx.x < threads / 32 ? sums[threadIdx.x] : 0.0);
}

/// `sums` has a word a block, `number` is that of the launch. No block waits but the last, and the
/// others run next to it.
__global__ void __launch_bounds__(threads, resident_blocks(blocks_per_multiprocessor, threads))
    sum_all(const double* __restrict__ values, std::int64_t n, WideWord* sums, std::uint64_t number,
            double* total) {
  const std::int64_t pairs = n / 2;
  const double2* const pair = reinterpret_cast<const double2*>(values);
  const std::int64_t stride = static_cast<std::int64_t>(gridDim.x) * threads;
  std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * threads + threadIdx.x;
  double own[loads_in_flight] = {};
  for (; i + (loads_in_flight - 1) * stride < pairs; i += loads_in_flight * stride) {
    double2 v[loads_in_flight];
#pragma unroll
    for (int k = 0; k < loads_in_flight; ++k) v[k] = __ldg(pair + i + k * stride);
#pragma unroll
    for (int k = 0; k < loads_in_flight; ++k) own[k] += v[k].x + v[k].y;
  }
  for (; i < pairs; i += stride) {
    const double2 v = __ldg(pair + i);
    own[0] += v.x + v.y;
  }
  if (n % 2 == 1 && blockIdx.x == 0 && threadIdx.x == 0) own[0] += values[n - 1];

  const double sum = sum_of_block(own[0] + own[1]);
  if (threadIdx.x == 0) {
    sums[blockIdx.x].store(static_cast<std::uint64_t>(__double_as_longlong(sum)), number);
  }
  if (blockIdx.x != gridDim.x - 1) return;
  __syncthreads();
  double rest = 0;
  for (unsigned block = threadIdx.x; block < gridDim.x; block += threads) {
    WideWord seen = sums[block].load();
    while (seen.tag != number) seen = sums[block].load();
    rest += __longlong_as_double(static_cast<long long>(seen.value));
  }
  const double all = sum_of_block(rest);
  if (threadIdx.x == 0) *total = all;
}

class CudaFast final : public DeviceMean {
 public:
  explicit CudaFast(const Case& c)
      : DeviceMean(c),
        max_blocks_(std::int64_t{blocks_per_multiprocessor} * c.device.multiprocessors) {}

 protected:
  void add_up(DevicePhases& phases) override {
    const auto grid = static_cast<unsigned>(
        std::clamp<std::int64_t>(n() / (2 * loads_in_flight * threads), 1, max_blocks_));
    phases.scratch([&] {
      sums_.allocate(grid);
      BE_CUDA(cudaMemsetAsync(sums_.get(), 0, grid * sizeof(WideWord), stream_of(phases)));
      launches_ = 0;
    });
    phases.kernel([&] {
      ++launches_;
      launch(phases, sum_all, grid, threads, 0, values(), n(), sums_.get(), launches_, sum());
    });
    phases.scratch([&] { sums_.reset(); });
  }

 private:
  std::int64_t max_blocks_;
  Buffer<WideWord> sums_;
  /// Since the words were cleared.
  std::uint64_t launches_ = 0;
};

BREAKEVEN_VARIANT(
    {.id = "cuda-fast",
     .title = "Tuned CUDA",
     .summary =
         "One launch reads each value once; the last block to start adds the sums of all blocks.",
     .device = Device::cuda,
     .kind = VariantKind::fast,
     .source = "Breakeven",
     .parameters = {axes::gpu(), axes::memory()},
     .scopes = device_scopes,
     .exact = false,
     .need = device_need,
     .make = make_execution<CudaFast>});

}  // namespace
}  // namespace breakeven::mean

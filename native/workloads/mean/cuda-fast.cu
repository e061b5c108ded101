// One launch reads everything once with 16-byte loads, four in flight a thread; the block that
// finishes last adds up the blocks' sums. Floor: 8 bytes a value over the device's read rate, and
// one launch. The order of additions depends on n and the device alone, so that a run repeats its
// bits.

#include "device-values.cuh"

namespace breakeven::mean {
namespace {

constexpr unsigned threads = 512;
constexpr int blocks_per_multiprocessor = 4;
constexpr int loads_in_flight = 4;

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

/// `partial` holds a sum a block; `finished` counts blocks and is zero again afterwards.
__global__ void __launch_bounds__(threads, resident_blocks(blocks_per_multiprocessor, threads))
    sum_all(const double* __restrict__ values, std::int64_t n, double* partial, unsigned* finished,
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

  const double sum = sum_of_block((own[0] + own[1]) + (own[2] + own[3]));
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    last = atomicInc(finished, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  __threadfence();
  const volatile double* const sums = partial;
  double rest = 0;
  for (unsigned block = threadIdx.x; block < gridDim.x; block += threads) rest += sums[block];
  const double all = sum_of_block(rest);
  if (threadIdx.x == 0) *total = all;
}

class CudaFast final : public DeviceMean {
 public:
  explicit CudaFast(const Case& c)
      : DeviceMean(c),
        max_blocks_(std::int64_t{blocks_per_multiprocessor} * c.device.multiprocessors) {}

 protected:
  void add_up(Phases& phases) override {
    const auto grid = static_cast<unsigned>(
        std::clamp<std::int64_t>(n() / (2 * loads_in_flight * threads), 1, max_blocks_));
    phases.scratch([&] {
      partial_.allocate(grid);
      finished_.allocate(1);
      BE_CUDA(cudaMemsetAsync(finished_.get(), 0, sizeof(unsigned), stream_of(phases)));
    });
    phases.kernel([&] {
      launch(phases, sum_all, grid, threads, 0, values(), n(), partial_.get(), finished_.get(),
             sum());
    });
    phases.scratch([&] {
      partial_.reset();
      finished_.reset();
    });
  }

 private:
  std::int64_t max_blocks_;
  Buffer<double> partial_;
  Buffer<unsigned> finished_;
};

BREAKEVEN_VARIANT(
    {.workload = "mean",
     .id = "cuda-fast",
     .title = "Tuned CUDA",
     .summary =
         "One launch reads each value once; the last block to finish adds the sums of the blocks.",
     .device = Device::cuda,
     .kind = VariantKind::fast,
     .source = "Breakeven",
     .parameters = {axes::gpu(), axes::memory()},
     .scopes = device_scopes,
     .exact = false,
     .cost = cost,
     .need = device_need,
     .make = make_execution<CudaFast>});

}  // namespace
}  // namespace breakeven::mean

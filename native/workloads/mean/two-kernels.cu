#include "device-values.cuh"

namespace breakeven::mean {
namespace {

constexpr unsigned final_threads = 1024;

/// The sum of `own` over the block, whose size is a power of two, in thread 0.
__device__ double tree(double own) {
  extern __shared__ double shared[];
  shared[threadIdx.x] = own;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) shared[threadIdx.x] += shared[threadIdx.x + half];
    __syncthreads();
  }
  return shared[0];
}

__global__ void sum_blocks(const double* values, std::int64_t n, double* sums) {
  const std::int64_t stride = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  double own = 0;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += stride) {
    own += values[i];
  }
  const double sum = tree(own);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

/// One block over contiguous chunks. The study takes count / 1024 sums a thread and drops the rest;
/// here the chunks are rounded up.
__global__ void sum_chunks(const double* sums, std::int64_t count, double* total) {
  const std::int64_t chunk = (count + blockDim.x - 1) / blockDim.x;
  const std::int64_t begin = threadIdx.x * chunk;
  const std::int64_t end = min(begin + chunk, count);
  double own = 0;
  for (std::int64_t i = begin; i < end; ++i) own += sums[i];
  const double sum = tree(own);
  if (threadIdx.x == 0) *total = sum;
}

class TwoKernels final : public DeviceMean {
 public:
  explicit TwoKernels(const Case& c)
      : DeviceMean(c), block_(static_cast<unsigned>(c.values.integer("blockSize"))) {}

 protected:
  void add_up(DevicePhases& phases) override {
    const std::int64_t blocks = (n() + block_ - 1) / block_;
    phases.scratch([&] { sums_.allocate(static_cast<std::size_t>(blocks)); });
    phases.kernel([&] {
      launch(phases, sum_blocks, static_cast<unsigned>(blocks), block_, block_ * sizeof(double),
             values(), n(), sums_.get());
      launch(phases, sum_chunks, 1, final_threads, final_threads * sizeof(double), sums_.get(),
             blocks, sum());
    });
    phases.scratch([&] { sums_.reset(); });
  }

 private:
  unsigned block_;
  Buffer<double> sums_;
};

BREAKEVEN_VARIANT({.id = "two-kernels",
                   .title = "Two kernels",
                   .summary = "Each block sums in shared memory; one block of 1024 threads adds "
                              "the sums of the blocks. Unlike the study, it drops none of them.",
                   .device = Device::cuda,
                   .source = oviedo,
                   .parameters = {axes::gpu(), axes::block_size(), axes::memory()},
                   .scopes = device_scopes,
                   .launches = 2,
                   .exact = false,
                   .refuse = refuse_odd_block,
                   .need =
                       [](const Values& values) {
                         const double n = values.real("xres") * values.real("yres");
                         return Need{.device_bytes = 8 * (n + n / values.real("blockSize"))};
                       },
                   .make = make_execution<TwoKernels>});

}  // namespace
}  // namespace breakeven::mean

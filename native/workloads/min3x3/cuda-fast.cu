// Nine reductions in one launch: blocks of nine warps read everything once, and the block that
// finishes last merges what the others left. Floor: 36 bytes a matrix over the device's read rate,
// and one launch.
//
// Nine vectors: warp p of each block works on vector p. Matrices in a row: the stride of all
// threads is a multiple of nine vectors of four values, so that each of a thread's four lanes stays
// with one position.

#include "device-matrices.cuh"

namespace breakeven::min3x3 {
namespace {

constexpr int threads = 32 * positions;
constexpr int blocks_per_multiprocessor = 7;
constexpr int vectors_in_flight = 4;

/// The minimum of a warp's values, in every lane. Turing has no instruction for it.
__device__ std::int32_t min_of_warp(std::int32_t smallest) {
#if __CUDA_ARCH__ >= 800
  return __reduce_min_sync(~0u, smallest);
#else
#pragma unroll
  for (int offset = 16; offset > 0; offset /= 2) {
    smallest = min(smallest, __shfl_xor_sync(~0u, smallest, offset));
  }
  return smallest;
#endif
}

/// Minima of one block, merged into `partial` (positions x gridDim.x), and by the last block into
/// `minimum`. `finished` counts blocks and is zero again afterwards.
__device__ void merge(const std::int32_t* block_minimum, std::int32_t* partial, unsigned* finished,
                      std::int32_t* minimum) {
  __shared__ bool last;
  if (threadIdx.x < positions) {
    partial[threadIdx.x * gridDim.x + blockIdx.x] = block_minimum[threadIdx.x];
    __threadfence();
  }
  __syncthreads();
  if (threadIdx.x == 0) last = atomicInc(finished, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  __threadfence();
  const unsigned position = threadIdx.x / 32;
  const volatile std::int32_t* const own = partial + position * gridDim.x;
  std::int32_t smallest = none;
  for (unsigned i = threadIdx.x % 32; i < gridDim.x; i += 32) smallest = min(smallest, own[i]);
  smallest = min_of_warp(smallest);
  if (threadIdx.x % 32 == 0) minimum[position] = smallest;
}

__device__ std::int32_t min_of(int4 v) { return min(min(v.x, v.y), min(v.z, v.w)); }

/// Nine vectors of n.
__global__ void __launch_bounds__(threads)
    reduce_soa(const std::int32_t* __restrict__ values, std::int64_t n, std::int32_t* partial,
               unsigned* finished, std::int32_t* minimum) {
  __shared__ std::int32_t block_minimum[positions];
  const int position = static_cast<int>(threadIdx.x / 32);
  const int lane = static_cast<int>(threadIdx.x % 32);
  const std::int32_t* const vector = values + position * n;
  // Up to three values stand before the first 16-byte boundary and up to three after the last.
  const std::int64_t head = min(n, static_cast<std::int64_t>(-position * n & 3));
  const std::int64_t quads = (n - head) / 4;
  const int4* const quad = reinterpret_cast<const int4*>(vector + head);
  const std::int64_t stride = static_cast<std::int64_t>(gridDim.x) * 32;

  std::int32_t smallest = none;
  std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * 32 + lane;
  for (; i + (vectors_in_flight - 1) * stride < quads; i += vectors_in_flight * stride) {
    int4 v[vectors_in_flight];
#pragma unroll
    for (int k = 0; k < vectors_in_flight; ++k) v[k] = __ldg(quad + i + k * stride);
#pragma unroll
    for (int k = 0; k < vectors_in_flight; ++k) smallest = min(smallest, min_of(v[k]));
  }
  for (; i < quads; i += stride) smallest = min(smallest, min_of(__ldg(quad + i)));
  if (blockIdx.x == 0) {
    if (lane < head) smallest = min(smallest, vector[lane]);
    const std::int64_t tail = head + 4 * quads + lane;
    if (tail < n) smallest = min(smallest, vector[tail]);
  }
  smallest = min_of_warp(smallest);
  if (lane == 0) block_minimum[position] = smallest;
  __syncthreads();
  merge(block_minimum, partial, finished, minimum);
}

/// n matrices of nine values each.
__global__ void __launch_bounds__(threads)
    reduce_aos(const std::int32_t* __restrict__ values, std::int64_t n, std::int32_t* partial,
               unsigned* finished, std::int32_t* minimum) {
  __shared__ std::int32_t block_minimum[positions];
  if (threadIdx.x < positions) block_minimum[threadIdx.x] = none;
  __syncthreads();
  const std::int64_t count = positions * n;
  const std::int64_t quads = count / 4;
  const int4* const quad = reinterpret_cast<const int4*>(values);
  const std::int64_t stride = static_cast<std::int64_t>(gridDim.x) * threads;
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * threads + threadIdx.x;

  int4 smallest = make_int4(none, none, none, none);
  const auto take = [&](int4 v) {
    smallest = make_int4(min(smallest.x, v.x), min(smallest.y, v.y), min(smallest.z, v.z),
                         min(smallest.w, v.w));
  };
  std::int64_t i = first;
  for (; i + (vectors_in_flight - 1) * stride < quads; i += vectors_in_flight * stride) {
    int4 v[vectors_in_flight];
#pragma unroll
    for (int k = 0; k < vectors_in_flight; ++k) v[k] = __ldg(quad + i + k * stride);
#pragma unroll
    for (int k = 0; k < vectors_in_flight; ++k) take(v[k]);
  }
  for (; i < quads; i += stride) take(__ldg(quad + i));

  const auto position = static_cast<unsigned>(4 * first % positions);
  atomicMin(&block_minimum[position], smallest.x);
  atomicMin(&block_minimum[(position + 1) % positions], smallest.y);
  atomicMin(&block_minimum[(position + 2) % positions], smallest.z);
  atomicMin(&block_minimum[(position + 3) % positions], smallest.w);
  const std::int64_t tail = 4 * quads + threadIdx.x;
  if (blockIdx.x == 0 && tail < count) {
    atomicMin(&block_minimum[tail % positions], values[tail]);
  }
  __syncthreads();
  merge(block_minimum, partial, finished, minimum);
}

class CudaFast final : public DeviceMatrices {
 public:
  explicit CudaFast(const Case& c)
      : DeviceMatrices(c),
        max_blocks_(std::int64_t{blocks_per_multiprocessor} * c.device.multiprocessors) {}

 protected:
  void reduce(DevicePhases& phases) override {
    // 32 lanes a position with `vectors_in_flight` vectors each take 512 matrices. Blocks count
    // themselves one after the other, so fewer of them finish earlier: on an H200, 131,072 matrices
    // take 8.3 us with 128 a block and 6.2 us with 512.
    constexpr std::int64_t matrices_of_block = std::int64_t{32} * 4 * vectors_in_flight;
    const auto grid =
        static_cast<unsigned>(std::clamp<std::int64_t>(n() / matrices_of_block, 1, max_blocks_));
    phases.scratch([&] {
      temporary_.allocate(std::size_t{positions} * grid + 1);
      BE_CUDA(cudaMemsetAsync(finished(grid), 0, sizeof(unsigned), stream_of(phases)));
    });
    phases.kernel([&] {
      launch(phases, soa() ? reduce_soa : reduce_aos, grid, threads, 0, values(), n(),
             temporary_.get(), finished(grid), minimum());
    });
    phases.scratch([&] { temporary_.reset(); });
  }

 private:
  unsigned* finished(unsigned grid) const {
    return reinterpret_cast<unsigned*>(temporary_.get() + positions * grid);
  }

  std::int64_t max_blocks_;
  Buffer<std::int32_t> temporary_;
};

BREAKEVEN_VARIANT({.id = "cuda-fast",
                   .title = "Tuned CUDA",
                   .summary = "One launch reads each value once; the last block to finish merges "
                              "the minima of the blocks.",
                   .device = Device::cuda,
                   .kind = VariantKind::fast,
                   .source = "Breakeven",
                   .parameters = {axes::gpu(), axes::memory()},
                   .scopes = device_scopes,
                   .need = device_need,
                   .make = make_execution<CudaFast>});

}  // namespace
}  // namespace breakeven::min3x3

#include <cuda_runtime.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "../cancel.h"
#include "buffer.h"
#include "check.h"
#include "cuda-peaks.h"

namespace breakeven {
namespace {

constexpr int passes = 9;
constexpr int fma_chains = 8;
constexpr int fma_steps = 4096;
constexpr int unrolled = 4;
/// A pass over half of L2 takes microseconds, as does a launch, so a kernel does many passes.
constexpr int l2_repeats = 64;
constexpr int shared_steps = 1024;
constexpr int shared_loads = 16;
constexpr int shared_threads = 512;
constexpr int shared_words = shared_threads + 32 * shared_loads;
constexpr int atomic_steps = 256;
constexpr unsigned atomic_words = 1 << 16;
constexpr unsigned words_of_sector = 8;

__global__ void read_all(const int4* data, std::size_t count, int* sink) {
  int sum = 0;
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (; i + (unrolled - 1) * stride < count; i += unrolled * stride) {
    int4 v[unrolled];
#pragma unroll
    for (int k = 0; k < unrolled; ++k) v[k] = __ldcs(data + i + k * stride);
#pragma unroll
    for (int k = 0; k < unrolled; ++k) sum += v[k].x ^ v[k].y ^ v[k].z ^ v[k].w;
  }
  for (; i < count; i += stride) sum += data[i].x ^ data[i].w;
  // Never true for these values; keeps the loads.
  if (sum == 0x7fedcba9) *sink = sum;
}

/// Reads an array that stays in L2 repeatedly, bypassing L1. Every pass starts at another place, so
/// that the compiler cannot reuse the loads of the previous pass.
__global__ void read_again(const int4* data, std::size_t count, int repeats, int* sink) {
  int sum = 0;
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  const std::size_t own = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const std::size_t begin = (own + static_cast<std::size_t>(repeat) * blockDim.x) % stride;
    std::size_t i = begin;
    for (; i + (unrolled - 1) * stride < count; i += unrolled * stride) {
      int4 v[unrolled];
#pragma unroll
      for (int k = 0; k < unrolled; ++k) v[k] = __ldcg(data + i + k * stride);
#pragma unroll
      for (int k = 0; k < unrolled; ++k) sum += v[k].x ^ v[k].y ^ v[k].z ^ v[k].w;
    }
    for (; i < count; i += stride) {
      const int4 v = __ldcg(data + i);
      sum += v.x ^ v.y ^ v.z ^ v.w;
    }
  }
  // Never true for these values; keeps the loads.
  if (sum == 0x7fedcba9) *sink = sum;
}

__global__ void copy_again(const int4* from, int4* to, std::size_t count, int repeats) {
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  const std::size_t own = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const std::size_t begin = (own + static_cast<std::size_t>(repeat) * blockDim.x) % stride;
    std::size_t i = begin;
    for (; i + (unrolled - 1) * stride < count; i += unrolled * stride) {
      int4 v[unrolled];
#pragma unroll
      for (int k = 0; k < unrolled; ++k) v[k] = __ldcg(from + i + k * stride);
#pragma unroll
      for (int k = 0; k < unrolled; ++k) {
        v[k].x ^= repeat;
        __stcg(to + i + k * stride, v[k]);
      }
    }
    for (; i < count; i += stride) __stcg(to + i, __ldcg(from + i));
  }
}

/// Independent chains of a*x + b, so that latency is hidden within a thread as well.
template <class T>
__global__ void multiply_add(T a, T b, T* sink) {
  T x[fma_chains];
#pragma unroll
  for (int k = 0; k < fma_chains; ++k) x[k] = static_cast<T>(threadIdx.x + k);
  for (int step = 0; step < fma_steps; ++step) {
#pragma unroll
    for (int k = 0; k < fma_chains; ++k) x[k] = x[k] * a + b;
  }
  T sum = 0;
#pragma unroll
  for (int k = 0; k < fma_chains; ++k) sum += x[k];
  if (sum == static_cast<T>(-1)) *sink = sum;
}

/// A warp reads 128 bytes of shared memory without a conflict: one pass of the pipe through which
/// loads and stores of L1 and shared memory go.
__global__ void read_shared(int* sink) {
  __shared__ volatile int data[shared_words];
  for (int i = threadIdx.x; i < shared_words; i += blockDim.x) data[i] = i;
  __syncthreads();
  int sum = 0;
  for (int step = 0; step < shared_steps; ++step) {
#pragma unroll
    for (int k = 0; k < shared_loads; ++k) sum += data[threadIdx.x + 32 * k];
  }
  // Never true for these values; keeps the loads.
  if (sum == 0x7fedcba9) *sink = sum;
}

/// One lane of each warp adds to the same word: a sector, and an update, each time.
__global__ void add_to_one(unsigned* counts) {
  if (threadIdx.x % 32 != 0) return;
  for (int step = 0; step < atomic_steps; ++step) atomicAdd(counts, 1u);
}

/// Each lane of a warp adds to a word of another sector: 32 updates each time, all over the words.
__global__ void add_to_many(unsigned* counts) {
  const unsigned lane = threadIdx.x % 32;
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  for (int step = 0; step < atomic_steps; ++step) {
    const unsigned first = (warp * 73 + step) * 31 * words_of_sector;
    atomicAdd(counts + (first + lane * (atomic_words / 32 + words_of_sector)) % atomic_words, 1u);
  }
}

class Timer {
 public:
  Timer() {
    BE_CUDA(cudaEventCreate(&start_));
    BE_CUDA(cudaEventCreate(&stop_));
  }
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;
  ~Timer() {
    static_cast<void>(cudaEventDestroy(start_));
    static_cast<void>(cudaEventDestroy(stop_));
  }

  /// Minimum time of several passes in seconds, without the first one.
  double best(const std::function<void()>& work) {
    double smallest = 1e300;
    for (int pass = 0; pass <= passes; ++pass) {
      check_cancelled();
      BE_CUDA(cudaEventRecord(start_));
      work();
      BE_CUDA(cudaGetLastError());
      BE_CUDA(cudaEventRecord(stop_));
      BE_CUDA(cudaEventSynchronize(stop_));
      float ms = 0;
      BE_CUDA(cudaEventElapsedTime(&ms, start_, stop_));
      if (pass > 0) smallest = std::min(smallest, static_cast<double>(ms) / 1e3);
    }
    return smallest;
  }

 private:
  cudaEvent_t start_ = nullptr;
  cudaEvent_t stop_ = nullptr;
};

template <class T>
double fma_rate(Timer& timer, int multiprocessors) {
  Buffer<T> sink(1, Memory::device);
  const int threads = 256;
  const int blocks = multiprocessors * 16;
  const double seconds = timer.best([&] {
    multiply_add<T><<<blocks, threads>>>(static_cast<T>(0.999), static_cast<T>(0.001), sink.get());
  });
  return 2.0 * fma_chains * fma_steps * threads * blocks / seconds;
}

/// Copy and read over a working set of half of L2; nothing if the size of L2 is unknown.
std::vector<MeasuredPeak> l2_peaks(Timer& timer, const GpuInfo& gpu) {
  const auto bytes = static_cast<std::size_t>(gpu.l2_bytes / 2) / 512 * 512;
  if (bytes == 0 || static_cast<double>(bytes) > 0.35 * gpu.free_bytes) return {};
  std::vector<MeasuredPeak> found;
  const auto add = [&](const char* id, const char* title, double seconds) {
    found.push_back(
        {.id = id,
         .device = gpu.name,
         .title = title,
         .value = static_cast<double>(bytes) * l2_repeats / seconds,
         .unit = "B/s",
         .attributes = {{"cache", std::string("L2")}, {"bytes", static_cast<double>(bytes)}}});
  };
  Buffer<unsigned char> data(bytes, Memory::device);
  Buffer<int> sink(1, Memory::device);
  BE_CUDA(cudaMemset(data.get(), 0x5A, bytes));
  const auto* from = reinterpret_cast<const int4*>(data.get());
  auto* to = reinterpret_cast<int4*>(data.get() + bytes / 2);
  const int blocks = gpu.multiprocessors * 4;
  const int threads = 512;
  add("device-l2-copy", "Device L2 copy, read and written", timer.best([&] {
    copy_again<<<blocks, threads>>>(from, to, bytes / 2 / sizeof(int4), l2_repeats);
  }));
  add("device-l2-read", "Device L2 read", timer.best([&] {
    read_again<<<blocks, threads>>>(from, bytes / sizeof(int4), l2_repeats, sink.get());
  }));
  return found;
}

/// Rates by which counters become times: of the pipe of L1 and shared memory in passes of a warp,
/// of atomic updates in sectors, on one address and on many.
std::vector<MeasuredPeak> counter_peaks(Timer& timer, const GpuInfo& gpu) {
  std::vector<MeasuredPeak> found;
  const auto add = [&](const char* id, const char* title, double value, const char* unit) {
    found.push_back({.id = id, .device = gpu.name, .title = title, .value = value, .unit = unit});
  };
  Buffer<int> sink(1, Memory::device);
  Buffer<unsigned> counts(atomic_words, Memory::device);
  BE_CUDA(cudaMemset(counts.get(), 0, atomic_words * sizeof(unsigned)));
  const int blocks = gpu.multiprocessors * 8;
  const double warps = blocks * shared_threads / 32.0;
  const double shared = timer.best([&] { read_shared<<<blocks, shared_threads>>>(sink.get()); });
  add("device-shared", "L1 and shared memory, passes of a warp",
      warps * shared_steps * shared_loads / shared, "passes/s");
  const int few = gpu.multiprocessors;
  const int threads = 256;
  const double adding = few * threads / 32.0 * atomic_steps;
  const double one = timer.best([&] { add_to_one<<<few, threads>>>(counts.get()); });
  add("device-atomics-one", "Atomic updates of one address", adding / one, "updates/s");
  const double updates = blocks * static_cast<double>(threads) * atomic_steps;
  const double many = timer.best([&] { add_to_many<<<blocks, threads>>>(counts.get()); });
  add("device-atomics-many", "Atomic updates of 65,536 addresses", updates / many, "updates/s");
  return found;
}

}  // namespace

std::vector<MeasuredPeak> gpu_peaks(const GpuInfo& gpu) {
  Timer timer;
  // Much larger than L2, within free memory.
  const double wanted = std::max(4.0 * (1ull << 30), 32 * gpu.l2_bytes);
  const auto bytes = static_cast<std::size_t>(std::min(wanted, 0.35 * gpu.free_bytes)) / 256 * 256;
  std::vector<MeasuredPeak> found;
  const auto add = [&](const char* id, const char* title, double value, const char* unit) {
    found.push_back({.id = id, .device = gpu.name, .title = title, .value = value, .unit = unit});
    if (std::string(unit) == "B/s") found.back().attributes["bytes"] = static_cast<double>(bytes);
  };
  {
    Buffer<unsigned char> from(bytes, Memory::device);
    Buffer<unsigned char> to(bytes, Memory::device);
    Buffer<int> sink(1, Memory::device);
    const double size = static_cast<double>(bytes);
    const double write = timer.best([&] { BE_CUDA(cudaMemsetAsync(from.get(), 0x5A, bytes)); });
    const double copy = timer.best(
        [&] { BE_CUDA(cudaMemcpyAsync(to.get(), from.get(), bytes, cudaMemcpyDeviceToDevice)); });
    const double read = timer.best([&] {
      read_all<<<gpu.multiprocessors * 8, 512>>>(reinterpret_cast<const int4*>(from.get()),
                                                 bytes / sizeof(int4), sink.get());
    });
    add("device-copy", "Device copy, read and written", 2 * size / copy, "B/s");
    add("device-read", "Device read", size / read, "B/s");
    add("device-write", "Device write", size / write, "B/s");
  }
  for (MeasuredPeak& peak : l2_peaks(timer, gpu)) found.push_back(std::move(peak));
  add("device-fma-fp32", "FP32 multiply-add", fma_rate<float>(timer, gpu.multiprocessors),
      "FLOP/s");
  add("device-fma-fp64", "FP64 multiply-add", fma_rate<double>(timer, gpu.multiprocessors),
      "FLOP/s");
  for (MeasuredPeak& peak : counter_peaks(timer, gpu)) found.push_back(std::move(peak));
  return found;
}

}  // namespace breakeven

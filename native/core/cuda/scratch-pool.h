#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <limits>
#include <utility>

#include "check.h"

namespace breakeven {

/// Memory for the scratch phases of a case, in the order of its stream from the device's pool. The
/// pool keeps what is freed until the case ends, so that a sample does not time the driver's
/// allocation of pages.
class ScratchPool {
 public:
  ScratchPool(int device, cudaStream_t stream) : stream_(stream) {
    int supported = 0;
    BE_CUDA(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, device));
    if (supported == 0) return;
    BE_CUDA(cudaDeviceGetDefaultMemPool(&pool_, device));
    std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
    BE_CUDA(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &all));
  }
  ScratchPool(const ScratchPool&) = delete;
  ScratchPool& operator=(const ScratchPool&) = delete;
  ~ScratchPool() {
    if (pool_ == nullptr) return;
    static_cast<void>(cudaStreamSynchronize(stream_));
    std::uint64_t none = 0;
    static_cast<void>(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &none));
    static_cast<void>(cudaMemPoolTrimTo(pool_, 0));
  }

  /// False of a device without pools: its memory comes from cudaMalloc.
  bool is_supported() const { return pool_ != nullptr; }

  /// The stream in whose order buffers are allocated now; null outside of scratch phases.
  static cudaStream_t& current() {
    static cudaStream_t stream = nullptr;
    return stream;
  }

  /// While it lives, buffers are allocated in the order of this stream.
  class Phase {
   public:
    explicit Phase(cudaStream_t stream) : before_(std::exchange(current(), stream)) {}
    Phase(const Phase&) = delete;
    Phase& operator=(const Phase&) = delete;
    ~Phase() { current() = before_; }

   private:
    cudaStream_t before_;
  };

 private:
  cudaStream_t stream_;
  cudaMemPool_t pool_ = nullptr;
};

}  // namespace breakeven

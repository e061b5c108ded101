#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <memory>

#include "check.h"

namespace breakeven {

/// Memory of the host that kernels of the harness write to. Unlike a Buffer it is no array of the
/// case, which is guarded, filled and watched.
template <class T>
class HarnessBuffer {
 public:
  explicit HarnessBuffer(std::size_t size) {
    void* data = nullptr;
    BE_CUDA(cudaHostAlloc(&data, size * sizeof(T), cudaHostAllocMapped));
    data_.reset(static_cast<T*>(data));
    void* seen = nullptr;
    BE_CUDA(cudaHostGetDevicePointer(&seen, data, 0));
    device_ = static_cast<T*>(seen);
  }
  /// The address that kernels use.
  T* get() const { return device_; }
  T* host() const { return data_.get(); }

 private:
  struct Free {
    void operator()(T* data) const { static_cast<void>(cudaFreeHost(data)); }
  };
  std::unique_ptr<T, Free> data_;
  T* device_ = nullptr;
};

}  // namespace breakeven

#pragma once

#include <cuda_runtime.h>

namespace breakeven {

/// Resources of CUDA that are given back; errors then mean that the device is lost, which the case
/// has reported.
template <class T, cudaError_t (*destroy)(T)>
class Owned {
 public:
  Owned() = default;
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() {
    if (value_ != nullptr) static_cast<void>(destroy(value_));
  }
  T* address() { return &value_; }
  T get() const { return value_; }

 private:
  T value_ = nullptr;
};
using OwnedStream = Owned<cudaStream_t, cudaStreamDestroy>;
using OwnedEvent = Owned<cudaEvent_t, cudaEventDestroy>;

}  // namespace breakeven

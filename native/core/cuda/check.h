#pragma once

#include <cuda_runtime.h>

#include <cstring>
#include <stdexcept>
#include <string>

namespace breakeven {

/// A failed CUDA call: status, text of the call, file and line.
struct CudaError : std::runtime_error {
  CudaError(cudaError_t status, const char* call, const char* file, int line)
      : std::runtime_error(describe(status, call, file, line)), code(status) {}

  cudaError_t code;

 private:
  static std::string describe(cudaError_t status, const char* call, const char* file, int line) {
    const char* slash = std::strrchr(file, '/');
    return std::string(cudaGetErrorName(status)) + " (" + cudaGetErrorString(status) + ") from " +
           call + " at " + (slash != nullptr ? slash + 1 : file) + ":" + std::to_string(line);
  }
};

inline void check_cuda(cudaError_t status, const char* call, const char* file, int line) {
  if (status == cudaSuccess) return;
  // Clear a non-sticky error so that the next call does not see it.
  static_cast<void>(cudaGetLastError());
  throw CudaError(status, call, file, line);
}

}  // namespace breakeven

/// Throws CudaError unless the call succeeded.
#define BE_CUDA(call) ::breakeven::check_cuda((call), #call, __FILE__, __LINE__)

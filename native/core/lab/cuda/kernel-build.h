#pragma once

#include <cuda_runtime.h>

#include <string>

#include "../arguments.h"
#include "../lab-data.h"

namespace breakeven::lab {

/// A kernel out of a cubin file. It is loaded when it is first used, because that makes a context
/// on the device, and stays loaded.
class KernelBuild {
 public:
  KernelBuild(std::string owner, std::string path, std::string symbol);

  /// Why a kernel cannot come from a file at all; empty where the CUDA runtime can do it.
  static std::string unavailable();

  /// As runtime functions take it. Throws std::runtime_error with one sentence when it cannot be
  /// loaded or its parameters are not the arguments.
  const void* kernel(const Arguments& arguments);

  /// Throws unless blocks of this shape can run; lets it have the shared memory.
  void prepare(unsigned threads, std::size_t dynamic_shared);

  void launch(dim3 grid, dim3 block, std::size_t dynamic_shared, void** arguments,
              cudaStream_t stream) const;

 private:
  void load();
  void check_parameters(const Arguments& arguments) const;

  std::string owner_;
  std::string path_;
  std::string symbol_;
  std::string code_;
  const void* kernel_ = nullptr;
};

}  // namespace breakeven::lab

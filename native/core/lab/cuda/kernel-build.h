#pragma once

#include <cuda_runtime.h>

#include <string>
#include <utility>
#include <vector>

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

  /// As runtime functions take it. `parameters`: the arguments that it takes. Throws
  /// std::runtime_error with one sentence when it cannot be loaded or takes something else.
  const void* kernel(const Arguments& arguments, const std::vector<std::size_t>& parameters);

  /// Where a variable of a loaded kernel is, and its size. Throws std::runtime_error.
  std::pair<std::byte*, std::size_t> variable(const std::string& name) const;

  /// Throws unless blocks of this shape can run; lets it have the shared memory.
  void prepare(unsigned threads, std::size_t dynamic_shared);

  void launch(dim3 grid, dim3 block, std::size_t dynamic_shared, void** arguments,
              cudaStream_t stream) const;

 private:
  void load();
  void check_parameters(const Arguments& arguments,
                        const std::vector<std::size_t>& parameters) const;

  std::string owner_;
  std::string path_;
  std::string symbol_;
  std::string code_;
  const void* kernel_ = nullptr;
  /// A cudaLibrary_t.
  void* library_ = nullptr;
};

}  // namespace breakeven::lab

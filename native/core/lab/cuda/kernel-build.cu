#include <cuda_runtime.h>

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "../../cuda/check.h"
#include "kernel-build.h"

namespace breakeven::lab {
namespace {

constexpr std::size_t shared_without_asking = 48 << 10;

std::string reason_of(cudaError_t status) {
  static_cast<void>(cudaGetLastError());
  return std::string(cudaGetErrorString(status)) + " (" + cudaGetErrorName(status) + ")";
}

}  // namespace

KernelBuild::KernelBuild(std::string owner, std::string path, std::string symbol)
    : owner_(std::move(owner)), path_(std::move(path)), symbol_(std::move(symbol)) {}

#if CUDART_VERSION >= 12080

std::string KernelBuild::unavailable() { return {}; }

void KernelBuild::load() {
  std::ifstream file(path_, std::ios::binary);
  if (!file) throw std::runtime_error(owner_ + ": " + path_ + " cannot be read");
  code_.assign(std::istreambuf_iterator<char>(file), {});
  cudaLibrary_t library = nullptr;
  cudaError_t status =
      cudaLibraryLoadData(&library, code_.data(), nullptr, nullptr, 0, nullptr, nullptr, 0);
  if (status != cudaSuccess) {
    throw std::runtime_error(owner_ + " cannot be loaded: " + reason_of(status));
  }
  cudaKernel_t found = nullptr;
  status = cudaLibraryGetKernel(&found, library, symbol_.c_str());
  if (status != cudaSuccess) {
    throw std::runtime_error(owner_ + " has no kernel " + symbol_ + ": " + reason_of(status));
  }
  kernel_ = reinterpret_cast<const void*>(found);
  library_ = library;
}

std::pair<std::byte*, std::size_t> KernelBuild::variable(const std::string& name) const {
  void* address = nullptr;
  std::size_t bytes = 0;
  const cudaError_t status =
      cudaLibraryGetGlobal(&address, &bytes, static_cast<cudaLibrary_t>(library_), name.c_str());
  if (status == cudaSuccess) return {static_cast<std::byte*>(address), bytes};
  throw std::runtime_error(owner_ + " has no variable " + name + " in its code, which static and " +
                           "unused ones are not: " + reason_of(status));
}

void KernelBuild::check_parameters(const Arguments& arguments,
                                   const std::vector<std::size_t>& parameters) const {
  const auto parameter_bytes = [&](std::size_t index) -> std::size_t {
    std::size_t offset = 0;
    std::size_t bytes = 0;
    if (cudaFuncGetParamInfo(kernel_, index, &offset, &bytes) == cudaSuccess) return bytes;
    static_cast<void>(cudaGetLastError());
    return 0;
  };
  std::size_t count = 0;
  while (parameter_bytes(count) > 0) ++count;
  if (count != parameters.size()) {
    throw std::runtime_error(owner_ + ": kernel " + symbol_ + " has " + std::to_string(count) +
                             " parameters, the lab has " + std::to_string(parameters.size()) +
                             " arguments");
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Argument& argument = arguments[parameters[i]];
    const std::size_t wanted = argument.is_array ? sizeof(void*) : bytes_of(argument.type);
    if (parameter_bytes(i) == wanted) continue;
    throw std::runtime_error(owner_ + ": parameter " + std::to_string(i + 1) + " of kernel " +
                             symbol_ + " has " + std::to_string(parameter_bytes(i)) +
                             " bytes, argument " + argument.name + " has " +
                             std::to_string(wanted));
  }
}

void KernelBuild::launch(dim3 grid, dim3 block, std::size_t dynamic_shared, void** arguments,
                         cudaStream_t stream) const {
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = block;
  config.dynamicSmemBytes = dynamic_shared;
  config.stream = stream;
  BE_CUDA(cudaLaunchKernelExC(&config, kernel_, arguments));
}

#else

std::string KernelBuild::unavailable() {
  return "kernels of labs need CUDA 12.8 or later, this build has an older one";
}
void KernelBuild::load() { throw std::logic_error(unavailable()); }
void KernelBuild::check_parameters(const Arguments&, const std::vector<std::size_t>&) const {}
std::pair<std::byte*, std::size_t> KernelBuild::variable(const std::string&) const {
  throw std::logic_error(unavailable());
}
void KernelBuild::launch(dim3, dim3, std::size_t, void**, cudaStream_t) const {}

#endif

const void* KernelBuild::kernel(const Arguments& arguments,
                                const std::vector<std::size_t>& parameters) {
  if (kernel_ == nullptr) {
    load();
    check_parameters(arguments, parameters);
  }
  return kernel_;
}

void KernelBuild::prepare(unsigned threads, std::size_t dynamic_shared) {
  cudaFuncAttributes found;
  BE_CUDA(cudaFuncGetAttributes(&found, kernel_));
  if (threads > static_cast<unsigned>(found.maxThreadsPerBlock)) {
    throw std::runtime_error(
        "blocks of " + std::to_string(threads) + " threads cannot run: the kernel needs " +
        std::to_string(found.numRegs) + " registers a thread, which allows up to " +
        std::to_string(found.maxThreadsPerBlock) + " threads");
  }
  if (dynamic_shared + found.sharedSizeBytes <= shared_without_asking) return;
  BE_CUDA(cudaFuncSetAttribute(kernel_, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(dynamic_shared)));
}

}  // namespace breakeven::lab

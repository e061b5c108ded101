#include <cuda_runtime.h>
#include <cxxabi.h>

#include <cstdlib>
#include <string>

#include "check.h"
#include "kernel-attributes.h"

namespace breakeven {
namespace {

/// Whether this build holds machine code for the device, or the driver compiled PTX when it was
/// loaded.
std::string code_of(const DeviceLimits& device) {
  const int major = device.compute_capability / 10;
  const int minor = device.compute_capability % 10;
  std::string list = BREAKEVEN_CUDA_ARCHITECTURES;
  list += ',';
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = list.find(',', begin);
    const std::string target = list.substr(begin, end - begin);
    begin = end + 1;
    if (target.find("virtual") != std::string::npos) continue;
    const int number = std::atoi(target.c_str());
    const bool specific = target.find_first_of("af") != std::string::npos &&
                          target.find("-real") == std::string::npos;
    if (number / 10 == major && (specific ? number % 10 == minor : number % 10 <= minor))
      return "sass";
  }
  return "ptx-jit";
}

/// As its source has it, with the arguments of templates; empty where the runtime cannot say.
std::string name_of(const void* kernel) {
#if CUDART_VERSION >= 12030
  const char* mangled = nullptr;
  if (cudaFuncGetName(&mangled, kernel) == cudaSuccess && mangled != nullptr) {
    int status = 0;
    char* text = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
    const std::string name = status == 0 && text != nullptr ? text : mangled;
    std::free(text);
    return name;
  }
  static_cast<void>(cudaGetLastError());
#else
  static_cast<void>(kernel);
#endif
  return "";
}

void report_kernel(const void* kernel, const LaunchShape& shape, const DeviceLimits& device,
                   std::map<std::string, Attribute>& attributes) {
  cudaFuncAttributes found;
  BE_CUDA(cudaFuncGetAttributes(&found, kernel));
  const auto dimensions = [](const unsigned (&d)[3]) {
    return std::to_string(d[0]) + " x " + std::to_string(d[1]) + " x " + std::to_string(d[2]);
  };
  const int threads = static_cast<int>(shape.block[0] * shape.block[1] * shape.block[2]);
  int blocks = 0;
  int threads_of_multiprocessor = 0;
  BE_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads,
                                                        shape.dynamic_shared));
  BE_CUDA(cudaDeviceGetAttribute(&threads_of_multiprocessor, cudaDevAttrMaxThreadsPerMultiProcessor,
                                 device.index));
  if (const std::string name = name_of(kernel); !name.empty()) attributes["kernel"] = name;
  attributes["registers"] = static_cast<double>(found.numRegs);
  attributes["sharedStaticBytes"] = static_cast<double>(found.sharedSizeBytes);
  attributes["sharedDynamicBytes"] = static_cast<double>(shape.dynamic_shared);
  attributes["localBytes"] = static_cast<double>(found.localSizeBytes);
  attributes["grid"] = dimensions(shape.grid);
  attributes["block"] = dimensions(shape.block);
  attributes["occupancy"] = static_cast<double>(blocks) * threads / threads_of_multiprocessor;
  attributes["code"] = shape.code == CodeKind::own ? "sass" : code_of(device);
}

}  // namespace

void report_kernels(const std::map<const void*, Note>& notes, const DeviceLimits& device,
                    std::map<std::string, Attribute>& attributes) {
  const void* kernel = nullptr;
  double maximum = -1;
  double launches = 0;
  for (const auto& [address, note] : notes) {
    const LaunchShape& s = note.shape;
    const double threads =
        1.0 * s.grid[0] * s.grid[1] * s.grid[2] * s.block[0] * s.block[1] * s.block[2];
    launches += note.launches;
    if (threads > maximum) {
      maximum = threads;
      kernel = address;
    }
  }
  if (kernel == nullptr) return;
  attributes["launches"] = launches;
  report_kernel(kernel, notes.at(kernel).shape, device, attributes);
}

}  // namespace breakeven

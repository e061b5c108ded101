#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace breakeven::lab {

/// A CUDA source to compile at run time.
struct NvrtcRequest {
  std::string source;
  /// As messages name it.
  std::string path;
  /// The kernel whose name in the result is wanted.
  std::string function;
  std::vector<std::string> options{};
  /// The device's own: sm_90.
  std::string arch;
};

struct NvrtcResult {
  bool compiled = false;
  std::vector<std::byte> cubin{};
  std::string ptx{};
  /// Messages, and for what was compiled its registers, spills and shared memory.
  std::string log{};
  /// Name of the kernel in the cubin.
  std::string symbol{};
};

/// The compiler library that this machine has; it is looked for when it is first asked for.
struct NvrtcInfo {
  /// Why there is none, in one sentence; empty when there is one.
  std::string reason{};
  std::string version{};
  std::string path{};
};
const NvrtcInfo& nvrtc_info();

/// Needs no GPU. Throws BadInput where there is no NVRTC.
NvrtcResult nvrtc_compile(const NvrtcRequest& request);

}  // namespace breakeven::lab

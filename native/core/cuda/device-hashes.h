#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <string>
#include <vector>

#include "device-pattern.h"
#include "harness-buffer.h"

namespace breakeven {

/// Hashes of the parts of some arrays as they are at one point of a stream, taken on the device: no
/// second copy of the arrays is needed to see later what has changed.
class DeviceHashes {
 public:
  DeviceHashes();
  /// In stream order; complete when the stream is. Of more than 48 arrays the first.
  void take(const std::vector<DeviceSpan>& spans, cudaStream_t stream);
  /// "37 of 128 parts of an array of 4096 bytes on the device", of the first array that differs
  /// from `earlier`, which is of the same arrays; empty where none does.
  std::string changed_since(const DeviceHashes& earlier) const;

 private:
  std::vector<DeviceSpan> spans_;
  HarnessBuffer<std::uint64_t> hashes_;
};

}  // namespace breakeven

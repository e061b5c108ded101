#pragma once

#include <cuda_runtime.h>

#include <string>

#include "device-hashes.h"
#include "owned.h"

namespace breakeven {

/// Sees what a variant's calls write although the stream of the case is held, and what is written
/// after that stream has ended: begin(), the calls of a kernel phase, look_while_held(), and, when
/// the stream was released and has ended, late().
class StreamWatch {
 public:
  explicit StreamWatch(cudaStream_t stream);

  /// Before anything is queued: the arrays as they are.
  void begin();
  /// The calls are queued, and the stream is still held: gives other work some time.
  void look_while_held();
  /// What was written meanwhile, as DeviceHashes say it; empty where nothing was.
  std::string outside() const { return held_.changed_since(before_); }
  /// What differs from begin(), once the device is idle.
  std::string changed();
  /// The stream has ended: waits for the device, and says what differs from the end of the stream.
  std::string late();

 private:
  cudaStream_t stream_;
  OwnedStream other_;
  std::vector<DeviceSpan> spans_;
  DeviceHashes before_;
  DeviceHashes held_;
  DeviceHashes at_end_;
  DeviceHashes idle_;
};

}  // namespace breakeven

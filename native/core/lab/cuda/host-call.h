#pragma once

namespace breakeven::lab {

/// What host code that allocates and copies itself is asked, and says.
/// src-main/core/lab/host-to-host.ts writes the same structure into what is compiled around that
/// code.
struct HostCall {
  /// Its launches are timed by events around each; the run as a whole is then longer.
  int watch = 0;
  /// Launches so far; below 0 more than can be timed.
  int launches = 0;
  double kernel_ms = 0;
  /// An error of the CUDA runtime that is left when it returns.
  const char* error = nullptr;
};

}  // namespace breakeven::lab

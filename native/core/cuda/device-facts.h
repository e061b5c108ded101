#pragma once

#include "../gpu.h"
#include "cuda-phases.h"

namespace breakeven {

/// What is measured once for a device in this process.
struct DeviceFacts {
  double event_resolution_ns = 500;
  double timer_step_ns = 1000;
  double empty_launch_ns = unknown;
};

/// Of the calling thread's device, which is `device`. `phases` is where its kernels are launched
/// first.
const DeviceFacts& device_facts(const DeviceLimits& device, const GpuInfo& gpu, CudaPhases& phases);

}  // namespace breakeven

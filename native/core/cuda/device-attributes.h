#pragma once

#include "../gpu.h"
#include "cuda-phases.h"

namespace breakeven {

/// Properties measured once per device and process.
struct DeviceAttributes {
  double event_resolution_ns = 500;
  double timer_step_ns = 1000;
  double empty_launch_ns = unknown;
};

/// Properties of `device`, the device of the calling thread, measured with launches on `phases`.
const DeviceAttributes& device_attributes(const DeviceLimits& device, const GpuInfo& gpu,
                                          CudaPhases& phases);

}  // namespace breakeven

#pragma once

#include <vector>

#include "../gpu.h"

namespace breakeven {

/// Measured peaks of the calling thread's device.
std::vector<Probe> probe_gpu(const GpuInfo& gpu);

}  // namespace breakeven

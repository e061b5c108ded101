#pragma once

#include <vector>

#include "../gpu.h"

namespace breakeven {

/// Ceilings of the calling thread's device.
std::vector<Probe> probe_gpu(const GpuInfo& gpu);

}  // namespace breakeven

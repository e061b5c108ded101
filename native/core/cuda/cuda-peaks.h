#pragma once

#include <vector>

#include "../gpu.h"

namespace breakeven {

/// Measured peaks of the calling thread's device.
std::vector<MeasuredPeak> gpu_peaks(const GpuInfo& gpu);

}  // namespace breakeven

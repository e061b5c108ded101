#pragma once

#include <map>
#include <string>

#include "../result.h"
#include "cuda-phases.h"

namespace breakeven {

/// Registers, shared memory, shape and occupancy of the kernel with the most threads, which
/// dominates the time if there are several. Nothing without a launch.
void report_kernels(const std::map<const void*, Note>& notes, const DeviceLimits& device,
                    std::map<std::string, Attribute>& attributes);

}  // namespace breakeven

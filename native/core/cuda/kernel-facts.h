#pragma once

#include <map>
#include <string>

#include "../result.h"
#include "cuda-phases.h"

namespace breakeven {

/// Registers, shared memory, shape and occupancy of the kernel with the most threads: with several
/// kernels it is where the time goes. Nothing where none was noted.
void report_kernels(const std::map<const void*, Note>& notes, const DeviceLimits& device,
                    std::map<std::string, Fact>& facts);

}  // namespace breakeven

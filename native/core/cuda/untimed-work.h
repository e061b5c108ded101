#pragma once

#include <cstddef>

#include "../gpu.h"
#include "../late-rows.h"
#include "cuda-phases.h"

namespace breakeven {

/// Executions in a row, timed by the host until the device is idle: what takes more than twice
/// their time in the stream, or, where they consist of kernel phases alone, twice `kernel_ns` each,
/// is in no time. `kernel_ns`: 0 where it is not known.
LateRows untimed_work(CudaPhases& phases, const GpuInfo& gpu, Execution& execution,
                      double kernel_ns);

/// Runs what restores so many bytes that were changed in place, until it takes no longer than
/// copies do.
LateRows late_restore(HeldStream& held, const Step& restore, std::size_t bytes);

}  // namespace breakeven

#pragma once

#include "../gpu.h"
#include "../late-rows.h"
#include "cuda-phases.h"

namespace breakeven {

/// Executions in a row, timed by the host until the device is idle: what takes more than twice
/// their time in the stream, or, where they consist of kernel phases alone, twice `kernel_ns` each,
/// is in no time. `kernel_ns`: 0 where it is not known.
LateRows untimed_work(CudaPhases& phases, const GpuInfo& gpu, Execution& execution,
                      double kernel_ns);

}  // namespace breakeven

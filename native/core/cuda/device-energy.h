#pragma once

#include <cuda_runtime.h>

#include <optional>
#include <string>

#include "../energy.h"
#include "cuda-execution.h"

namespace breakeven {

/// Energy of one execution whose data are on the device, from executions that follow each other
/// without a pause, in up to two seconds. The output is that of the last one.
std::optional<Energy> energy_of(Execution& execution, cudaStream_t stream,
                                const std::string& gpu_uuid, double limit_ns);

}  // namespace breakeven

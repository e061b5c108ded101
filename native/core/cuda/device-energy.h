#pragma once

#include <cuda_runtime.h>

#include <string>
#include <vector>

#include "../energy.h"
#include "cuda-execution.h"

namespace breakeven {

/// Energy of one execution whose data are on the device, of the card and of the host, from
/// executions that follow each other without a pause, in up to two seconds. The output is that of
/// the last one.
std::vector<Energy> device_energy(Execution& execution, cudaStream_t stream,
                                  const std::string& gpu_uuid, double limit_ns, bool idle);

}  // namespace breakeven

#pragma once

#include <string>
#include <vector>

#include "gpu.h"

namespace breakeven {

/// Over threads: copy and read bandwidth of the host's memory and of each level of its caches
/// (whose probes carry the fact `cache`), and the rate of FP64 multiply-adds: what no computation
/// here can exceed.
std::vector<Probe> probe_host();
/// Copy, read and write bandwidth of one GPU's memory, copy and read of its L2, FP32 and FP64 FMA
/// rates; empty where there is none. Throws BadInput for an unknown one.
std::vector<Probe> probe_device(const std::string& gpu);

}  // namespace breakeven

#pragma once

#include <string>
#include <vector>

#include "gpu.h"

namespace breakeven {

/// Copy and read bandwidth of the host's memory over threads: what no computation here can exceed.
std::vector<Probe> probe_host();
/// Copy, read, write, FP32 and FP64 FMA rates of one GPU; empty where there is none. Throws
/// BadInput for an unknown one.
std::vector<Probe> probe_device(const std::string& gpu);

}  // namespace breakeven

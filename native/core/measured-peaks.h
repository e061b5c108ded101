#pragma once

#include <string>
#include <vector>

#include "gpu.h"

namespace breakeven {

/// Measured peaks of the host for several numbers of threads: copy and read bandwidth of memory and
/// of each cache level (with the attribute `cache`), and the rate of FP64 multiply-adds.
std::vector<MeasuredPeak> host_peaks();
/// Measured peaks of one GPU: copy, read and write bandwidth of memory, copy and read of L2, FP32
/// and FP64 FMA rates, passes of shared memory and atomic updates. Empty without a GPU. Throws
/// BadInput for an unknown one.
std::vector<MeasuredPeak> device_peaks(const std::string& gpu);

}  // namespace breakeven

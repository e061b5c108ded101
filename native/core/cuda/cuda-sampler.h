#pragma once

#include <memory>

#include "../gpu.h"

namespace breakeven {

std::unique_ptr<Sampler> make_cuda_sampler(const SamplerOptions& options, const GpuInfo& gpu);

}  // namespace breakeven

#pragma once

#include <string>
#include <vector>

#include "row-ordering.h"

namespace breakeven::row_ordering {

/// Computes levels on a CUDA device from and to host arrays. Set by the CUDA addon when it is
/// loaded.
using ComputeLevels = void (*)(const Input& input, std::int32_t* level, const DeviceLimits& device);
void set_cuda_levels(ComputeLevels compute);
ComputeLevels cuda_levels();

/// The parts that every variant reports: step (a), and steps (b) to (f) without and with their temporary memory.
inline const std::vector<Span> part_spans = {Span::levels, Span::fragment, Span::fragment_call};

/// Step (a) of a variant whose other steps run on the host: where `levels-on` says.
inline void levels_for_host(const Case& c, const Input& input, std::int32_t* level) {
  if (c.values.text("levels-on") == "cuda") {
    cuda_levels()(input, level, c.device);
  } else {
    compute_levels(input, level);
  }
}

/// For variants on the host: levels on the device need one.
inline std::string refuse_levels(const Values& values, const DeviceLimits& device) {
  if (values.text("levels-on") == "cpu" ||
      (cuda_levels() != nullptr && device.multiprocessors > 0)) {
    return {};
  }
  return "levels-on is cuda, but there is no CUDA device or the CUDA addon is not built";
}

}  // namespace breakeven::row_ordering

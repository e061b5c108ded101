#pragma once

#include <memory>
#include <string>
#include <vector>

#include "row-ordering.h"

namespace breakeven::row_ordering {

/// Levels on a CUDA device, for variants that run on the host. Each step is complete when it
/// returns.
class LevelsOnDevice {
 public:
  virtual ~LevelsOnDevice() = default;
  virtual void upload() = 0;
  virtual void compute() = 0;
  virtual void download(std::int32_t* level) = 0;
};

/// Set by the CUDA addon when it is loaded; empty without it.
struct CudaLevels {
  /// `gpu`: an index or a UUID. `input` outlives what is made.
  std::unique_ptr<LevelsOnDevice> (*make)(const Input& input, const std::string& gpu) = nullptr;
  /// Why it cannot be done on this machine, in one sentence; empty when it can.
  std::string (*unavailable)() = nullptr;
};
void set_cuda_levels(const CudaLevels& levels);
const CudaLevels& cuda_levels();

/// The parts that every variant reports: step (a), and steps (b) to (f) without and with their
/// temporary memory.
inline const std::vector<Scope> part_scopes = {Scope::levels, Scope::fragment,
                                               Scope::fragment_call};

inline bool levels_on_cuda(const Values& values) { return values.text("levels-on") == "cuda"; }

/// What a variant on the host needs for levels on the case's device; null for levels on the host.
inline std::unique_ptr<LevelsOnDevice> levels_on_device(const Case& c) {
  if (!levels_on_cuda(c.values)) return nullptr;
  return cuda_levels().make(c.input<Input>(), c.values.text("gpu"));
}

/// Step (a) on the device for a variant on the host, whose kernel phase begins and ends with arrays
/// of the host; the copy of the matrix is no part of the levels, as in the study.
inline void find_levels_on(Phases& phases, LevelsOnDevice& device, std::int32_t* level) {
  phases.kernel([&] { device.upload(); });
  phases.part(Scope::levels);
  phases.kernel([&] {
    device.compute();
    device.download(level);
  });
}

/// For variants on the host: levels on the device need one. Caches are left alone, since only those
/// of the host would be flushed.
inline std::string refuse_levels(const Values& values, const DeviceLimits&) {
  if (!levels_on_cuda(values)) return {};
  if (values.text("cache") == "cold") {
    return "cache is cold, but of a CPU variant with levels-on cuda the host's caches alone can be "
           "flushed: allowed is hot";
  }
  if (cuda_levels().make == nullptr) return "levels-on is cuda, but the CUDA addon is not loaded";
  const std::string reason = cuda_levels().unavailable();
  return reason.empty() ? reason : "levels-on is cuda, but " + reason;
}

/// Number of warps by going through the order row by row, as the study does: a row joins the
/// current warp when level and class equal the previous row's and the warp has room.
inline std::int64_t walk_warps(const Input& input, const Output& output) {
  std::int64_t warps = 0;
  std::int64_t previous = -1;
  std::int32_t rows = 0;
  for (std::size_t at = 0; at < output.order.size(); ++at) {
    const std::int32_t row = output.order[at];
    const std::int32_t lanes = output.lanes[at];
    const std::int64_t group =
        group_of(output.level[static_cast<std::size_t>(row)], class_of(input.off_diagonals(row)));
    const bool room = lanes == 0 ? rows < warp_lanes : rows * lanes < warp_lanes;
    if (room && group == previous) {
      ++rows;
    } else {
      ++warps;
      rows = 1;
    }
    previous = group;
  }
  return warps;
}

}  // namespace breakeven::row_ordering

#pragma once

#include <vector>

#include "../../core/axes.h"
#include "device-levels.cuh"
#include "levels.h"

namespace breakeven::row_ordering {

/// Universidad de la República, 2024, GPGPU, exercise 5.2.
inline constexpr const char* udelar = "Udelar 2024";
inline const std::vector<Scope> device_scopes = {
    Scope::alloc,  Scope::h2d,      Scope::d2h,          Scope::host,
    Scope::levels, Scope::fragment, Scope::fragment_call};
/// Host and device arrays take turns here, so only the two kinds with copies make sense.
inline std::vector<Axis> device_parameters() {
  return {axes::gpu(), axes::memory({"device", "pinned"})};
}

/// The matrix, levels, and `arrays` more of n int32 on the device.
inline Need need_arrays(const Values& values, double arrays) {
  const double n = values.real("n");
  return {.device_bytes = 4 * (max_entries_of(values) + (2 + arrays) * n)};
}

/// Step (a) on the device, or on the host with its result copied in.
inline void find_levels(DevicePhases& phases, const Case& c, DeviceLevels& levels) {
  const auto& input = c.input<Input>();
  auto& output = c.output<Output>();
  phases.part(Scope::levels);
  if (levels_on_cuda(c.values)) {
    phases.kernel([&] { levels.compute(input, phases); });
    return;
  }
  phases.host([&] {
    compute_levels(input, output.level.data());
    levels.set_levels(output.level.data(), input.n, stream_of(phases));
  });
}

/// Variants that stay on the device from the matrix to the order.
class DeviceOrdering : public CudaExecution {
 public:
  explicit DeviceOrdering(const Case& c)
      : case_{c.input_data, c.output_data, c.values, c.device},
        input_(c.input<Input>()),
        output_(c.output<Output>()),
        memory_(memory_of(c.values)) {}

  void run(DevicePhases& phases) final {
    phases.alloc([&] {
      levels_.allocate(input_, memory_);
      order_.allocate(rows(), memory_);
      lanes_.allocate(rows(), memory_);
      warps_.allocate(1);
    });
    phases.h2d([&] { levels_.upload(input_, stream_of(phases)); });
    find_levels(phases, case_, levels_);
    phases.part(Scope::fragment);
    if (n() > 0) {
      order_rows(phases);
    } else {
      phases.kernel([] {});
    }
    phases.d2h([&] {
      const cudaStream_t stream = stream_of(phases);
      output_.warps = 0;
      if (n() == 0) return;
      levels_.download(output_.level.data(), n(), stream);
      order_.download(output_.order.data(), rows(), stream);
      lanes_.download(output_.lanes.data(), rows(), stream);
      BE_CUDA(cudaMemcpyAsync(&output_.warps, warps_.get(), sizeof output_.warps,
                              cudaMemcpyDeviceToHost, stream));
      BE_CUDA(cudaStreamSynchronize(stream));
    });
  }

 protected:
  /// Steps (b) to (f) for n() > 0 rows: writes order(), lanes() and warps().
  virtual void order_rows(DevicePhases& phases) = 0;

  std::int32_t n() const { return input_.n; }
  std::size_t rows() const { return static_cast<std::size_t>(input_.n); }
  const DeviceLimits& device() const { return case_.device; }
  const std::int32_t* start() const { return levels_.start(); }
  const std::int32_t* level() const { return levels_.level(); }
  std::int32_t* order() const { return order_.get(); }
  std::int32_t* lanes() const { return lanes_.get(); }
  unsigned long long* warps() const { return warps_.get(); }

 private:
  const Case case_;
  const Input& input_;
  Output& output_;
  Memory memory_;
  DeviceLevels levels_;
  Buffer<std::int32_t> order_;
  Buffer<std::int32_t> lanes_;
  Buffer<unsigned long long> warps_;
};

/// Group of a row by its level and off-diagonal entries, below 7 * 2^26: as group_of and class_of,
/// with fewer comparisons.
__device__ inline std::uint32_t device_group(std::int32_t level, std::int32_t off_diagonals) {
  const int row_class = off_diagonals == 0 ? 6 : min(5, 32 - __clz(off_diagonals - 1));
  return static_cast<std::uint32_t>(group_of(level, row_class));
}

/// The same of a row by its number.
__device__ inline std::uint32_t device_group(const std::int32_t* start, const std::int32_t* level,
                                             std::int32_t row) {
  return device_group(level[row], start[row + 1] - start[row] - 1);
}

/// Warps of the group that starts at a position of the sorted groups, groups[0] to groups[n - 1]; 0
/// where none starts. The end of the group is found by steps that double, then by halving.
template <class Groups>
__device__ unsigned long long warps_from(const Groups& groups, std::int32_t n, std::int32_t at) {
  const std::uint32_t group = groups[at];
  if (at > 0 && groups[at - 1] == group) return 0;
  // Positions up to 2^27 fit: n is at most 2^26.
  std::int32_t inside = at;
  std::int32_t step = 1;
  while (inside + step < n && groups[inside + step] == group) {
    inside += step;
    step *= 2;
  }
  std::int32_t outside = min(n, inside + step);
  while (outside - inside > 1) {
    const std::int32_t middle = inside + (outside - inside) / 2;
    if (groups[middle] == group) {
      inside = middle;
    } else {
      outside = middle;
    }
  }
  return static_cast<unsigned long long>(warps_of(outside - at, static_cast<int>(group % classes)));
}

}  // namespace breakeven::row_ordering

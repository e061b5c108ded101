#pragma once

#include <vector>

#include "../../core/axes.h"
#include "../../core/cuda/buffer.h"
#include "../../core/cuda/launch.h"
#include "min3x3.h"

namespace breakeven::min3x3 {

/// All values in one copy in, nine minima in one copy out: for variants that merge on the device.
class DeviceMatrices : public CudaExecution {
 public:
  explicit DeviceMatrices(const Case& c)
      : input_(c.input<Input>()), output_(c.output<Output>()), memory_(memory_of(c.values)) {}

  void run(DevicePhases& phases) final {
    if (input_.n == 0) {
      phases.kernel([] {});
      phases.host([&] { output_.minimum.fill(none); });
      return;
    }
    phases.alloc([&] {
      values_.allocate(input_.values.size(), memory_);
      minimum_.allocate(positions, memory_);
    });
    phases.h2d(
        [&] { values_.upload(input_.values.data(), input_.values.size(), stream_of(phases)); });
    reduce(phases);
    phases.d2h([&] { minimum_.download(output_.minimum.data(), positions, stream_of(phases)); });
  }

 protected:
  /// From values() to minimum(), n() > 0 matrices.
  virtual void reduce(DevicePhases& phases) = 0;

  const std::int32_t* values() const { return values_.get(); }
  std::int32_t* minimum() const { return minimum_.get(); }
  std::int64_t n() const { return input_.n; }
  bool soa() const { return input_.layout == Layout::soa; }

 private:
  const Input& input_;
  Output& output_;
  Memory memory_;
  Buffer<std::int32_t> values_;
  Buffer<std::int32_t> minimum_;
};

inline const std::vector<Scope> device_scopes = {Scope::alloc, Scope::h2d, Scope::d2h};

inline Need device_need(const Values& values) {
  return {.device_bytes = positions * 4.0 * values.real("n")};
}

}  // namespace breakeven::min3x3

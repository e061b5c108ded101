#pragma once

#include <utility>

#include "../../core/axes.h"
#include "../../core/cuda/buffer.h"
#include "../../core/cuda/launch.h"
#include "binarize.h"

namespace breakeven::binarize {

/// Universidad de Oviedo, 2022.
inline constexpr const char* oviedo = "Oviedo 2022";
inline const std::vector<Scope> device_scopes = {Scope::alloc, Scope::h2d, Scope::d2h};

/// The values, and the copy of them that brings them back before each sample.
inline Need device_need(const Values& values) {
  return {.device_bytes = 2 * 8 * values.real("xres") * values.real("yres")};
}

/// One array on the device that is overwritten in place.
class DeviceBinarize : public CudaExecution {
 public:
  explicit DeviceBinarize(const Case& c)
      : input_(c.input<Input>()), output_(c.output<Output>()), memory_(memory_of(c.values)) {}

  void run(DevicePhases& phases) final {
    const std::size_t count = input_.values.size();
    phases.alloc([&] { values_.allocate(count, memory_); });
    phases.h2d([&] {
      values_.upload(input_.values.data(), count, stream_of(phases));
      fresh_ = true;
      kept_.reset();
    });
    phases.restore([&] { put_back(stream_of(phases)); });
    phases.kernel([&] { binarize(phases); });
    phases.d2h([&] { values_.download(output_.values.data(), count, stream_of(phases)); });
  }

 protected:
  /// n() values() against threshold(), in place.
  virtual void binarize(DevicePhases& phases) = 0;

  double* values() const { return values_.get(); }
  std::int64_t n() const { return input_.n(); }
  double threshold() const { return input_.mean; }

 private:
  /// What was copied in is worked on once; from then on a copy on the device brings it back.
  void put_back(cudaStream_t stream) {
    const std::size_t count = input_.values.size();
    if (std::exchange(fresh_, false)) return;
    if (kept_.size() == 0) {
      kept_.allocate(count);
      kept_.upload(input_.values.data(), count, stream);
    }
    BE_CUDA(cudaMemcpyAsync(values_.get(), kept_.get(), count * sizeof(double), cudaMemcpyDefault,
                            stream));
  }

  const Input& input_;
  Output& output_;
  Memory memory_;
  Buffer<double> values_;
  Buffer<double> kept_;
  bool fresh_ = false;
};

}  // namespace breakeven::binarize

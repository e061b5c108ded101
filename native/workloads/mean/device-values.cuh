#pragma once

#include <string>

#include "../../core/axes.h"
#include "../../core/cuda/buffer.h"
#include "../../core/cuda/launch.h"
#include "mean.h"

namespace breakeven::mean {

/// Universidad de Oviedo, 2022.
inline constexpr const char* oviedo = "Oviedo 2022";
inline const std::vector<Scope> device_scopes = {Scope::alloc, Scope::h2d, Scope::d2h};

inline Need device_need(const Values& values) {
  return {.device_bytes = 8 * values.real("xres") * values.real("yres")};
}

/// For kernels that halve a block until one thread is left.
inline std::string refuse_odd_block(const Values& values, const DeviceLimits&) {
  const std::int64_t block = values.integer("blockSize");
  if ((block & (block - 1)) == 0) return {};
  return "blockSize is " + std::to_string(block) + ", but must be a power of two";
}

/// The values and their sum on the device; the division is done with the copy of the sum.
class DeviceMean : public CudaExecution {
 public:
  explicit DeviceMean(const Case& c)
      : input_(c.input<Input>()), output_(c.output<Output>()), memory_(memory_of(c.values)) {}

  void run(DevicePhases& phases) final {
    const auto count = static_cast<std::size_t>(n());
    phases.alloc([&] {
      values_.allocate(count, memory_);
      sum_.allocate(1);
      allocate();
    });
    phases.h2d([&] { values_.upload(input_.values.data(), count, stream_of(phases)); });
    add_up(phases);
    phases.d2h([&] {
      double sum = 0;
      sum_.download(&sum, 1, stream_of(phases));
      BE_CUDA(cudaStreamSynchronize(stream_of(phases)));
      output_.mean = sum / static_cast<double>(n());
    });
  }

 protected:
  /// Further resources of this variant; part of `alloc`.
  virtual void allocate() {}
  /// From n() values() to sum().
  virtual void add_up(DevicePhases& phases) = 0;

  const double* values() const { return values_.get(); }
  double* sum() const { return sum_.get(); }
  std::int64_t n() const { return input_.n(); }

 private:
  const Input& input_;
  Output& output_;
  Memory memory_;
  Buffer<double> values_;
  Buffer<double> sum_;
};

}  // namespace breakeven::mean

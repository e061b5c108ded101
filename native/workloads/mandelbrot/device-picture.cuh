#pragma once

#include "../../core/axes.h"
#include "../../core/cuda/buffer.h"
#include "../../core/cuda/launch.h"
#include "mandelbrot.h"

namespace breakeven::mandelbrot {

/// Universidad de Oviedo, 2022.
inline constexpr const char* oviedo = "Oviedo 2022";
inline const std::vector<Scope> device_scopes = {Scope::alloc, Scope::d2h};

inline Need device_need(const Values& values) {
  return {.device_bytes = 8 * values.real("xres") * values.real("yres")};
}

/// What the study calls pinned memory is `mapped` here, its unified memory `managed`.
inline Axis picture_memory() { return axes::memory({"device", "mapped", "managed"}); }

/// A picture that is computed where the case's kind of memory says, and copied to the host's array.
class DevicePicture : public CudaExecution {
 public:
  explicit DevicePicture(const Case& c)
      : picture_(c.input<Input>().picture),
        output_(c.output<Output>()),
        memory_(memory_of(c.values)) {}

  void run(DevicePhases& phases) final {
    const auto count = static_cast<std::size_t>(picture_.pixels());
    phases.alloc([&] {
      pixels_.allocate(count, memory_);
      allocate();
    });
    phases.kernel([&] { compute(phases); });
    phases.d2h([&] { pixels_.download(output_.pixels.data(), count, stream_of(phases)); });
  }

 protected:
  /// Further buffers of this variant; part of `alloc`.
  virtual void allocate() {}
  /// Fills pixels() with picture().
  virtual void compute(DevicePhases& phases) = 0;

  const Picture& picture() const { return picture_; }
  double* pixels() const { return pixels_.get(); }

 private:
  const Picture& picture_;
  Output& output_;
  Memory memory_;
  Buffer<double> pixels_;
};

}  // namespace breakeven::mandelbrot

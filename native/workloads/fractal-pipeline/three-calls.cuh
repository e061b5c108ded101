#pragma once

// The study's course: three library calls, each with its own allocations, copies and frees, and
// the picture back in an ordinary array of the host in between. All of it belongs to the sequence
// that is measured, so each step is done in every kind of sample. Where the harness leaves out
// `alloc` and `h2d` (a living Execution's buffers are meant to stay), the step is done as scratch
// instead, which is part of `call` and `total` as it is here.

#include <memory>

#include "../../core/axes.h"
#include "../../core/cuda/buffer.h"
#include "../../core/cuda/launch.h"
#include "../mean/cublas.h"
#include "fractal-pipeline.h"

namespace breakeven::fractal_pipeline {

/// `alloc` holds the frees as well, `h2d` and `d2h` the ways of the picture between the calls.
inline const std::vector<Scope> device_scopes = {Scope::alloc, Scope::h2d, Scope::d2h, Scope::host};

inline Need device_need(const Values& values) {
  return {.device_bytes = 8 * values.real("xres") * values.real("yres")};
}

inline std::string refuse_cublas(const Values& values) {
  return refuse_beyond_cublas(values.real("xres") * values.real("yres"));
}

/// What `refuse_first` or the library refuses.
template <std::string (*refuse_first)(const Values&, const DeviceLimits&)>
std::string refuse_or_cublas(const Values& values, const DeviceLimits& device) {
  const std::string reason = refuse_first(values, device);
  return reason.empty() ? refuse_cublas(values) : reason;
}

class ThreeCalls : public CudaExecution {
 public:
  ThreeCalls(const Case& c, Memory memory)
      : picture_(c.input<Input>().picture), output_(c.output<Output>()), memory_(memory) {}

  void run(DevicePhases& phases) final {
    fractal(phases);
    mean(phases);
    binarize(phases);
  }

 protected:
  virtual void draw(DevicePhases& phases, double* pixels) = 0;
  virtual void divide(DevicePhases& phases, double* pixels, double threshold) = 0;

  const mandelbrot::Picture& picture() const { return picture_; }

 private:
  template <class F>
  static void allocating(DevicePhases& phases, F&& work) {
    bool done = false;
    phases.alloc([&] {
      work();
      done = true;
    });
    phases.scratch([&] {
      if (!done) work();
    });
  }

  void copying_in(DevicePhases& phases) {
    bool done = false;
    auto copy = [&] {
      // Nothing is there to copy to when the harness only feeds new input.
      if (done || pixels_.size() == 0) return;
      pixels_.upload(output_.pixels.data(), output_.pixels.size(), stream_of(phases));
      done = true;
    };
    phases.h2d(copy);
    phases.scratch(copy);
  }

  void fractal(DevicePhases& phases) {
    const std::size_t count = output_.pixels.size();
    allocating(phases, [&] { pixels_.allocate(count, memory_); });
    phases.kernel([&] { draw(phases, pixels_.get()); });
    phases.gather([&] { pixels_.download(output_.pixels.data(), count, stream_of(phases)); });
    allocating(phases, [&] { pixels_.reset(); });
  }

  /// The handle is the call's own, as in the study.
  void mean(DevicePhases& phases) {
    allocating(phases, [&] {
      pixels_.allocate(output_.pixels.size());
      sum_.allocate(1);
      dasum_ = std::make_unique<Dasum>(stream_of(phases));
    });
    copying_in(phases);
    phases.kernel([&] { (*dasum_)(pixels_.get(), picture_.pixels(), sum_.get()); });
    double sum = 0;
    phases.gather([&] { sum_.download(&sum, 1, stream_of(phases)); });
    phases.host([&] { output_.mean = sum / static_cast<double>(picture_.pixels()); });
    allocating(phases, [&] {
      dasum_.reset();
      sum_.reset();
      pixels_.reset();
    });
  }

  void binarize(DevicePhases& phases) {
    const std::size_t count = output_.pixels.size();
    allocating(phases, [&] { pixels_.allocate(count); });
    copying_in(phases);
    phases.kernel([&] { divide(phases, pixels_.get(), output_.mean); });
    phases.gather([&] { pixels_.download(output_.pixels.data(), count, stream_of(phases)); });
    allocating(phases, [&] { pixels_.reset(); });
  }

  const mandelbrot::Picture& picture_;
  Output& output_;
  Memory memory_;
  Buffer<double> pixels_;
  Buffer<double> sum_;
  std::unique_ptr<Dasum> dasum_;
};

}  // namespace breakeven::fractal_pipeline

#include <cmath>

#include "../../../native/workloads/mandelbrot/interior.cuh"
#include "../../../native/workloads/mandelbrot/mandelbrot.h"
#include "../../../native/workloads/mandelbrot/mirrored-rows.h"

/// The per-point arithmetic of the exact CUDA variants, on the host, so that their shortcuts are
/// checked bit for bit where there is no GPU.
namespace breakeven::mandelbrot {
namespace {

template <class Escape>
class Steps final : public Execution {
 public:
  explicit Steps(const Case& c)
      : picture_(c.input<Input>().picture), pixels_(c.output<Output>().pixels.data()) {}

  void run(Phases& phases) override {
    phases.kernel([&] {
      const MirroredRows rows = mirrored_rows(picture_);
      for (std::int64_t r = 0; r < rows.computed; ++r) {
        const std::int64_t j = rows.row(r);
        const std::int64_t mirror = rows.mirror(j);
        for (std::int64_t i = 0; i < picture_.xres; ++i) {
          const double cx = static_cast<double>(i) * picture_.dx() + picture_.region.xmin;
          const double cy = static_cast<double>(j) * picture_.dy() + picture_.region.ymin;
          const double pixel = pixel_of(Escape{}(cx, cy, picture_.maxiter), picture_.maxiter);
          pixels_[j * picture_.xres + i] = pixel;
          if (mirror > j && mirror < picture_.yres) pixels_[mirror * picture_.xres + i] = pixel;
        }
      }
    });
  }

 private:
  const Picture& picture_;
  double* pixels_;
};

/// As the tuned CUDA variants count it: a picture with mirrored rows takes fewer steps.
Cost steps_cost(const Data& data, const Values&) {
  const auto& input = static_cast<const Input&>(data);
  return {.operations = input.iterations - input.mirrored_iterations, .operation_unit = "steps"};
}

BREAKEVEN_VARIANT({.id = "test-blocked-steps",
                   .title = "Steps of cuda-fast",
                   .summary = "One escape test for a block of steps, on the host.",
                   .source = "Breakeven's tests",
                   .cost = steps_cost,
                   .make = make_execution<Steps<BlockedEscape>>});

BREAKEVEN_VARIANT({.id = "test-interior-steps",
                   .title = "Steps of cuda-interior",
                   .summary = "Points that never escape are left early, on the host.",
                   .source = "Breakeven's tests",
                   .make = make_execution<Steps<InteriorEscape>>});

}  // namespace
}  // namespace breakeven::mandelbrot

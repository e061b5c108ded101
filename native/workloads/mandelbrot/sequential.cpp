#include "mandelbrot.h"

namespace breakeven::mandelbrot {
namespace {

class Sequential final : public Execution {
 public:
  explicit Sequential(const Case& c)
      : picture_(c.input<Input>().picture), pixels_(c.output<Output>().pixels.data()) {}

  void run(Phases& phases) override {
    phases.kernel([&] {
      const double dx = picture_.dx();
      const double dy = picture_.dy();
      for (std::int64_t i = 0; i < picture_.xres; ++i) {
        for (std::int64_t j = 0; j < picture_.yres; ++j) {
          pixels_[j * picture_.xres + i] = pixel(picture_, dx, dy, i, j);
        }
      }
    });
  }

 private:
  const Picture picture_;
  double* pixels_;
};

}  // namespace

BREAKEVEN_VARIANT({
    .workload = "mandelbrot",
    .id = "sequential",
    .title = "Sequential",
    .summary = "One core, column after column.",
    .source = "Universidad de Oviedo 2022",
    .cost = cost,
    .make = make_execution<Sequential>,
});

}  // namespace breakeven::mandelbrot

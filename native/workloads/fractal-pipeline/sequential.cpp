#include "../binarize/binarize.h"
#include "fractal-pipeline.h"

namespace breakeven::fractal_pipeline {
namespace {

class Sequential final : public Execution {
 public:
  explicit Sequential(const Case& c)
      : picture_(c.input<Input>().picture), output_(c.output<Output>()) {}

  void run(Phases& phases) override {
    phases.kernel([&] {
      draw();
      double sum = 0;
      for (const double value : output_.pixels) sum += value;
      output_.mean = sum / static_cast<double>(picture_.pixels());
      for (double& value : output_.pixels) {
        value = value >= output_.mean ? binarize::white : binarize::black;
      }
    });
  }

 private:
  void draw() {
    const double dx = picture_.dx();
    const double dy = picture_.dy();
    for (std::int64_t i = 0; i < picture_.xres; ++i) {
      for (std::int64_t j = 0; j < picture_.yres; ++j) {
        output_.pixels[static_cast<std::size_t>(j * picture_.xres + i)] =
            mandelbrot::pixel(picture_, dx, dy, i, j);
      }
    }
  }

  const mandelbrot::Picture& picture_;
  Output& output_;
};

BREAKEVEN_VARIANT({
    .id = "sequential",
    .title = "Sequential",
    .summary = "Fractal, mean and binarisation one after another on one core, in portable code for "
               "the baseline instruction set, not vectorised by hand.",
    .source = oviedo,
    .make = make_execution<Sequential>,
});

}  // namespace
}  // namespace breakeven::fractal_pipeline

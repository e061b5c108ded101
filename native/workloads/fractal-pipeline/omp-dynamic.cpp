#include "../../core/axes.h"
#include "../binarize/binarize.h"
#include "fractal-pipeline.h"

namespace breakeven::fractal_pipeline {
namespace {

class OmpDynamic final : public Execution {
 public:
  explicit OmpDynamic(const Case& c)
      : picture_(c.input<Input>().picture),
        output_(c.output<Output>()),
        threads_(static_cast<int>(c.values.integer("threads"))) {}

  void run(Phases& phases) override {
    phases.kernel([&] {
      draw();
      double* const values = output_.pixels.data();
      const std::int64_t n = picture_.pixels();
      double sum = 0;
#pragma omp parallel for num_threads(threads_) reduction(+ : sum)
      for (std::int64_t i = 0; i < n; ++i) sum += values[i];
      const double mean = sum / static_cast<double>(n);
      output_.mean = mean;
#pragma omp parallel for num_threads(threads_)
      for (std::int64_t i = 0; i < n; ++i) {
        values[i] = values[i] >= mean ? binarize::white : binarize::black;
      }
    });
  }

 private:
  void draw() {
    double* const pixels = output_.pixels.data();
    const double dx = picture_.dx();
    const double dy = picture_.dy();
#pragma omp parallel for num_threads(threads_) schedule(dynamic, 1)
    for (std::int64_t i = 0; i < picture_.xres; ++i) {
      for (std::int64_t j = 0; j < picture_.yres; ++j) {
        pixels[j * picture_.xres + i] = mandelbrot::pixel(picture_, dx, dy, i, j);
      }
    }
  }

  const mandelbrot::Picture& picture_;
  Output& output_;
  int threads_;
};

BREAKEVEN_VARIANT({
    .id = "omp-dynamic",
    .title = "OpenMP dynamic schedule",
    .summary = "Three parallel loops; each thread takes the next column of the fractal when it is "
               "free; portable code for the baseline instruction set, not vectorised by hand.",
    .source = oviedo,
    .parameters = {axes::threads()},
    .make = make_execution<OmpDynamic>,
});

}  // namespace
}  // namespace breakeven::fractal_pipeline

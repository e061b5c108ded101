#include "../../core/axes.h"
#include "mandelbrot.h"

namespace breakeven::mandelbrot {
namespace {

class OmpCollapse final : public Execution {
 public:
  explicit OmpCollapse(const Case& c)
      : picture_(c.input<Input>().picture),
        pixels_(c.output<Output>().pixels.data()),
        threads_(static_cast<int>(c.values.integer("threads"))) {}

  void run(Phases& phases) override {
    phases.kernel([&] {
      const double dx = picture_.dx();
      const double dy = picture_.dy();
#pragma omp parallel for num_threads(threads_) collapse(2) schedule(dynamic, 1)
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
  int threads_;
};

}  // namespace

BREAKEVEN_VARIANT({
    .workload = "mandelbrot",
    .id = "omp-collapse",
    .title = "OpenMP collapse",
    .summary = "Each thread takes the next single pixel when it is free.",
    .source = "Universidad de Oviedo 2022",
    .parameters = {axes::threads()},
    .cost = cost,
    .make = make_execution<OmpCollapse>,
});

}  // namespace breakeven::mandelbrot

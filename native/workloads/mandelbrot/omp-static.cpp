#include "../../core/axes.h"
#include "mandelbrot.h"

namespace breakeven::mandelbrot {
namespace {

class OmpStatic final : public Execution {
 public:
  explicit OmpStatic(const Case& c)
      : picture_(c.input<Input>().picture),
        pixels_(c.output<Output>().pixels.data()),
        threads_(static_cast<int>(c.values.integer("threads"))) {}

  void run(Phases& phases) override {
    phases.kernel([&] {
      const double dx = picture_.dx();
      const double dy = picture_.dy();
#pragma omp parallel for num_threads(threads_) schedule(static)
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
    .id = "omp-static",
    .title = "OpenMP static",
    .summary = "Columns dealt out in equal parts before the start.",
    .source = "Universidad de Oviedo 2022",
    .parameters = {axes::threads()},
    .cost = cost,
    .make = make_execution<OmpStatic>,
});

}  // namespace breakeven::mandelbrot

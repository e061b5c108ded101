#include "../../core/axes.h"
#include "mandelbrot.h"

namespace breakeven::mandelbrot {
namespace {

void omp_tasks(const Input& input, Output& output, int threads) {
  const Picture& picture = input.picture;
  double* const pixels = output.pixels.data();
  const double dx = picture.dx();
  const double dy = picture.dy();
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (std::int64_t i = 0; i < picture.xres; ++i) {
    for (std::int64_t j = 0; j < picture.yres; ++j) {
#pragma omp task firstprivate(i, j)
      pixels[j * picture.xres + i] = pixel(picture, dx, dy, i, j);
    }
  }
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "omp-tasks",
    .title = "OpenMP tasks",
    .summary = "One thread creates a task for each pixel; all threads execute them; portable code "
               "for the baseline instruction set, not vectorised by hand.",
    .source = "Oviedo 2022",
    .parameters = {axes::threads()},
    .make = make_kernel<omp_tasks>,
});

}  // namespace breakeven::mandelbrot

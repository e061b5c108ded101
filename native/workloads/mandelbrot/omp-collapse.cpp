#include "../../core/axes.h"
#include "mandelbrot.h"

namespace breakeven::mandelbrot {
namespace {

void omp_collapse(const Input& input, Output& output, int threads) {
  const Picture& picture = input.picture;
  double* const pixels = output.pixels.data();
  const double dx = picture.dx();
  const double dy = picture.dy();
#pragma omp parallel for num_threads(threads) collapse(2) schedule(dynamic, 1)
  for (std::int64_t i = 0; i < picture.xres; ++i) {
    for (std::int64_t j = 0; j < picture.yres; ++j) {
      pixels[j * picture.xres + i] = pixel(picture, dx, dy, i, j);
    }
  }
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "omp-collapse",
    .title = "OpenMP collapsed loops",
    .summary = "Each thread takes the next pixel when it is free; portable code for the baseline "
               "instruction set, not vectorised by hand.",
    .source = "Oviedo 2022",
    .parameters = {axes::threads()},
    .make = make_kernel<omp_collapse>,
});

}  // namespace breakeven::mandelbrot

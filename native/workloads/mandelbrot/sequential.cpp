#include "mandelbrot.h"

namespace breakeven::mandelbrot {
namespace {

void sequential(const Input& input, Output& output) {
  const Picture& picture = input.picture;
  double* const pixels = output.pixels.data();
  const double dx = picture.dx();
  const double dy = picture.dy();
  for (std::int64_t i = 0; i < picture.xres; ++i) {
    for (std::int64_t j = 0; j < picture.yres; ++j) {
      pixels[j * picture.xres + i] = pixel(picture, dx, dy, i, j);
    }
  }
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "sequential",
    .title = "Sequential",
    .summary = "One loop over the columns on one core, in portable code for the baseline "
               "instruction set, not vectorised by hand.",
    .source = "Oviedo 2022",
    .make = make_kernel<sequential>,
});

}  // namespace breakeven::mandelbrot

#include "../binarize/shared/black-and-white.h"
#include "../mandelbrot/shared/escape-row.h"
#include "fractal-pipeline.h"

namespace breakeven::fractal_pipeline {
namespace {

void sequential_native(const Input& input, Output& output) {
  const mandelbrot::Picture& picture = input.picture;
  double* const pixels = output.pixels.data();
  double sum = 0;
  for (std::int64_t j = 0; j < picture.yres; ++j) {
    sum += mandelbrot::draw_row(picture, j, pixels + j * picture.xres);
  }
  output.mean = sum / static_cast<double>(picture.pixels());
  binarize::to_black_and_white(pixels, picture.pixels(), output.mean);
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "sequential-native",
    .title = "Sequential, native vectors",
    .summary = "Fractal, mean and binarisation on one core, in vectors of AVX-512, AVX2 or the "
               "baseline (NEON on aarch64) by processor; each row is summed as it is drawn.",
    .source = "Breakeven, after Oviedo 2022",
    .make = make_kernel<sequential_native>,
});

}  // namespace breakeven::fractal_pipeline

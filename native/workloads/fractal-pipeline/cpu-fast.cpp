// Sixteen points of a row at a time, with the row's sum while its pixels are in registers. Every
// sum is a whole number below 2^53, so the mean does not depend on who added first. The
// comparison with the mean has to wait for the last row; each thread then takes a contiguous part.

#include "../../core/axes.h"
#include "../binarize/shared/black-and-white.h"
#include "../mandelbrot/shared/escape-row.h"
#include "fractal-pipeline.h"

namespace breakeven::fractal_pipeline {
namespace {

void cpu_fast(const Input& input, Output& output, int threads) {
  const mandelbrot::Picture& picture = input.picture;
  double* const pixels = output.pixels.data();
  const std::int64_t n = picture.pixels();
  double sum = 0;
#pragma omp parallel num_threads(threads)
  {
#pragma omp for schedule(dynamic, 1) reduction(+ : sum)
    for (std::int64_t j = 0; j < picture.yres; ++j) {
      sum += mandelbrot::draw_row(picture, j, pixels + j * picture.xres);
    }
    const double mean = sum / static_cast<double>(n);
#pragma omp for schedule(static, 1)
    for (int part = 0; part < threads; ++part) {
      const std::int64_t first = n * part / threads;
      binarize::to_black_and_white(pixels + first, n * (part + 1) / threads - first, mean);
    }
  }
  output.mean = sum / static_cast<double>(n);
}

}  // namespace

BREAKEVEN_VARIANT({
    .workload = "fractal-pipeline",
    .id = "cpu-fast",
    .title = "Tuned CPU",
    .summary = "Sixteen points at a time in vectors of AVX-512, AVX2 or the baseline by processor, "
               "summed as they are drawn; each thread takes the next row when it is free.",
    .kind = VariantKind::fast,
    .source = "Breakeven",
    .parameters = {axes::threads()},
    .cost = cost,
    .make = make_kernel<cpu_fast>,
});

}  // namespace breakeven::fractal_pipeline

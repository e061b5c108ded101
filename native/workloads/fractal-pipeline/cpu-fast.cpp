// Each row by vectors of points, with its sum while its pixels are in the nearest cache. Every
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
  const mandelbrot::MirroredRows rows = mandelbrot::mirrored_rows(picture);
  double sum = 0;
#pragma omp parallel num_threads(threads)
  {
#pragma omp for schedule(dynamic, 1) reduction(+ : sum)
    for (std::int64_t r = 0; r < rows.computed; ++r) {
      sum += mandelbrot::draw_row_twice(picture, rows, r, pixels);
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

Cost cost_without_mirrors(const Data& data, const Values& values) {
  Cost sum = cost(data, values);
  sum.operations -= 6 * static_cast<const Input&>(data).mirrored_iterations;
  return sum;
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "cpu-fast",
    .title = "Tuned CPU",
    .summary = "Four vectors of points at a time, of AVX-512, AVX2 or the baseline (NEON on "
               "aarch64) by processor, tested for escape once in sixteen steps and summed row by "
               "row; each thread takes the next row when it is free, and rows that mirror others "
               "are computed once.",
    .kind = VariantKind::fast,
    .source = "Breakeven",
    .parameters = {axes::threads()},
    .cost = cost_without_mirrors,
    .make = make_kernel<cpu_fast>,
});

}  // namespace breakeven::fractal_pipeline

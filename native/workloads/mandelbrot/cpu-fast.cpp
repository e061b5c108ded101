// Rows are handed out one by one, since their work differs.

#include "../../core/axes.h"
#include "shared/escape-row.h"

namespace breakeven::mandelbrot {
namespace {

void cpu_fast(const Input& input, Output& output, int threads) {
  const Picture& picture = input.picture;
  double* const pixels = output.pixels.data();
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
  for (std::int64_t j = 0; j < picture.yres; ++j) draw_row(picture, j, pixels + j * picture.xres);
}

}  // namespace

BREAKEVEN_VARIANT({
    .workload = "mandelbrot",
    .id = "cpu-fast",
    .title = "Tuned CPU",
    .summary = "Sixteen points at a time in vectors of AVX-512, AVX2 or the baseline by processor; "
               "each thread takes the next row when it is free.",
    .kind = VariantKind::fast,
    .source = "Breakeven",
    .parameters = {axes::threads()},
    .cost = cost,
    .make = make_kernel<cpu_fast>,
});

}  // namespace breakeven::mandelbrot

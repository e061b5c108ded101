// Rows are handed out one by one, since their work differs; those that are conjugates of others are
// copies of them.

#include "../../core/axes.h"
#include "mirrored-rows.h"
#include "shared/escape-row.h"

namespace breakeven::mandelbrot {
namespace {

void cpu_fast(const Input& input, Output& output, int threads) {
  const Picture& picture = input.picture;
  double* const pixels = output.pixels.data();
  const MirroredRows rows = mirrored_rows(picture);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
  for (std::int64_t r = 0; r < rows.computed; ++r) draw_row_twice(picture, rows, r, pixels);
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "cpu-fast",
    .title = "Tuned CPU",
    .summary = "Four vectors of points at a time, of AVX-512, AVX2 or the baseline (NEON on "
               "aarch64) by processor, tested for escape once in sixteen steps; points that go on "
               "move together. Each thread takes the next row when it is free; rows that mirror "
               "others in the real axis are computed once.",
    .kind = VariantKind::fast,
    .source = "Breakeven",
    .parameters = {axes::threads()},
    .cost = cost_without_mirrors,
    .make = make_kernel<cpu_fast>,
});

}  // namespace breakeven::mandelbrot

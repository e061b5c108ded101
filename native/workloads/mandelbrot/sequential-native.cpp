#include "mandelbrot.h"
#include "shared/escape-row.h"

namespace breakeven::mandelbrot {
namespace {

void sequential_native(const Input& input, Output& output) {
  const Picture& picture = input.picture;
  for (std::int64_t j = 0; j < picture.yres; ++j) {
    draw_row(picture, j, output.pixels.data() + j * picture.xres);
  }
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "sequential-native",
    .title = "Sequential, native vectors",
    .summary = "All rows one after another on one core, four vectors of points at a time, of "
               "AVX-512, AVX2 or the baseline (NEON on aarch64) by processor.",
    .source = "Breakeven, after Oviedo 2022",
    .make = make_kernel<sequential_native>,
});

}  // namespace breakeven::mandelbrot

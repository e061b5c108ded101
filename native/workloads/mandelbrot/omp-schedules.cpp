#include "../../core/axes.h"
#include "mandelbrot.h"

namespace breakeven::mandelbrot {
namespace {

enum class Schedule { fixed, guided, dynamic };

/// The study's loop over the columns. Its three variants differ in one clause, chosen when this is
/// compiled.
template <Schedule schedule>
void columns(const Input& input, Output& output, int threads) {
  const Picture& picture = input.picture;
  double* const pixels = output.pixels.data();
  const double dx = picture.dx();
  const double dy = picture.dy();
  const auto column = [&](std::int64_t i) {
    for (std::int64_t j = 0; j < picture.yres; ++j) {
      pixels[j * picture.xres + i] = pixel(picture, dx, dy, i, j);
    }
  };
  if constexpr (schedule == Schedule::fixed) {
#pragma omp parallel for num_threads(threads) schedule(static)
    for (std::int64_t i = 0; i < picture.xres; ++i) column(i);
  } else if constexpr (schedule == Schedule::guided) {
#pragma omp parallel for num_threads(threads) schedule(guided)
    for (std::int64_t i = 0; i < picture.xres; ++i) column(i);
  } else {
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (std::int64_t i = 0; i < picture.xres; ++i) column(i);
  }
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "omp-static",
    .title = "OpenMP static schedule",
    .summary = "Columns in equal contiguous parts, one per thread; portable code for the baseline "
               "instruction set, not vectorised by hand.",
    .source = "Oviedo 2022",
    .parameters = {axes::threads()},
    .make = make_kernel<columns<Schedule::fixed>>,
});
BREAKEVEN_VARIANT({
    .id = "omp-guided",
    .title = "OpenMP guided schedule",
    .summary = "Threads take groups of columns that get smaller towards the end; portable code for "
               "the baseline instruction set, not vectorised by hand.",
    .source = "Oviedo 2022",
    .parameters = {axes::threads()},
    .make = make_kernel<columns<Schedule::guided>>,
});
BREAKEVEN_VARIANT({
    .id = "omp-dynamic",
    .title = "OpenMP dynamic schedule",
    .summary = "Each thread takes the next column when it is free; portable code for the baseline "
               "instruction set, not vectorised by hand.",
    .source = "Oviedo 2022",
    .parameters = {axes::threads()},
    .make = make_kernel<columns<Schedule::dynamic>>,
});

}  // namespace breakeven::mandelbrot

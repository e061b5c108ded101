#include "escape-row.h"

#include <algorithm>
#include <cstring>

#include "escape-line.h"

namespace breakeven::mandelbrot {
namespace {

EscapeTimes widest() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return escape_times_avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return escape_times_avx2;
#endif
  return escape_times_baseline;
}

}  // namespace

double draw_row(const Picture& picture, std::int64_t j, double* row) {
  static const EscapeTimes escape_times = widest();
  EscapeLine line{.first = 0,
                  .count = 0,
                  .dx = picture.dx(),
                  .xmin = picture.region.xmin,
                  .cy = static_cast<double>(j) * picture.dy() + picture.region.ymin,
                  .maxiter = picture.maxiter};
  std::int64_t sum = 0;
  for (; line.first < picture.xres; line.first += line.count) {
    std::int32_t times[escape_line + escape_padding];
    line.count =
        static_cast<std::int32_t>(std::min<std::int64_t>(escape_line, picture.xres - line.first));
    escape_times(line, times);
    for (std::int32_t i = 0; i < line.count; ++i) {
      const std::int32_t time = times[i] == picture.maxiter ? 0 : times[i];
      row[line.first + i] = time;
      sum += time;
    }
  }
  return static_cast<double>(sum);
}

double draw_row_twice(const Picture& picture, const MirroredRows& rows, std::int64_t r,
                      double* pixels) {
  const std::int64_t j = rows.row(r);
  const std::int64_t mirror = rows.mirror(j);
  double* const row = pixels + j * picture.xres;
  const double sum = draw_row(picture, j, row);
  if (mirror <= j || mirror >= picture.yres) return sum;
  std::memcpy(pixels + mirror * picture.xres, row,
              static_cast<std::size_t>(picture.xres) * sizeof(double));
  return 2 * sum;
}

}  // namespace breakeven::mandelbrot

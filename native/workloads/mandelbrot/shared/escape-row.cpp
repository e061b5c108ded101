// Each step of z <- z^2 + c depends on the one before: a core that follows one point waits for
// latencies. So sixteen neighbouring points of a row go through the steps together (two vectors of
// AVX-512, four of AVX2), and whether all have escaped is asked only every few steps: a point that
// has escaped keeps its count, whatever becomes of its z. The operations and their order are the
// reference's, so every pixel is.

#include "escape-row.h"

#include <algorithm>

#include "../../../core/target-clones.h"

namespace breakeven::mandelbrot {
namespace {

constexpr int width = 8;
constexpr int vectors = 2;
constexpr int lanes = width * vectors;
constexpr std::int32_t steps_between_tests = 8;

typedef double Doubles __attribute__((vector_size(width * sizeof(double))));
typedef std::int64_t Counts __attribute__((vector_size(width * sizeof(std::int64_t))));

/// The escape times of points (first + lane)*dx + xmin of one row, lanes of them.
BREAKEVEN_VECTOR_CLONES void escape_times(std::int64_t first, double dx, double xmin, double cy,
                                          std::int32_t maxiter, std::int64_t* times) {
  Doubles cx[vectors], u[vectors], v[vectors];
  Counts k[vectors], active[vectors];
  for (int w = 0; w < vectors; ++w) {
    for (int lane = 0; lane < width; ++lane) {
      cx[w][lane] = static_cast<double>(first + w * width + lane) * dx + xmin;
    }
    u[w] = Doubles{};
    v[w] = Doubles{};
    k[w] = Counts{} + 1;
    active[w] = Counts{} - 1;
  }
  std::int32_t done = 1;
  while (done < maxiter) {
    const std::int32_t steps = std::min(steps_between_tests, maxiter - done);
    for (std::int32_t s = 0; s < steps; ++s) {
      for (int w = 0; w < vectors; ++w) {
        const Doubles uu = u[w] * u[w];
        const Doubles vv = v[w] * v[w];
        active[w] &= uu + vv < 4.0;
        const Doubles next = (uu - vv) + cx[w];
        v[w] = (2.0 * u[w]) * v[w] + cy;
        u[w] = next;
        k[w] -= active[w];
      }
    }
    done += steps;
    Counts any = active[0];
    for (int w = 1; w < vectors; ++w) any |= active[w];
    std::int64_t some = 0;
    for (int lane = 0; lane < width; ++lane) some |= any[lane];
    if (some == 0) break;
  }
  for (int w = 0; w < vectors; ++w) {
    for (int lane = 0; lane < width; ++lane) times[w * width + lane] = k[w][lane];
  }
}

}  // namespace

double draw_row(const Picture& picture, std::int64_t j, double* row) {
  const double dx = picture.dx();
  const double cy = static_cast<double>(j) * picture.dy() + picture.region.ymin;
  double sum = 0;
  for (std::int64_t i = 0; i < picture.xres; i += lanes) {
    std::int64_t times[lanes];
    escape_times(i, dx, picture.region.xmin, cy, picture.maxiter, times);
    const std::int64_t count = std::min<std::int64_t>(lanes, picture.xres - i);
    for (std::int64_t lane = 0; lane < count; ++lane) {
      const double value = pixel_of(static_cast<std::int32_t>(times[lane]), picture.maxiter);
      row[i + lane] = value;
      sum += value;
    }
  }
  return sum;
}

}  // namespace breakeven::mandelbrot

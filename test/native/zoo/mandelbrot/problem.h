#pragma once

#include "../../../../native/workloads/mandelbrot/mandelbrot.h"

namespace breakeven::mandelbrot {

/// It claims no more than a kernel with contracted arithmetic does.
struct WrongProblem {
  static constexpr const char* workload = "mandelbrot";
  using Input = mandelbrot::Input;
  using Output = mandelbrot::Output;
  static constexpr bool exact = false;
  static constexpr auto cost_of = cost;

  static std::size_t size(const Input& input) {
    return static_cast<std::size_t>(input.picture.xres);
  }
  /// Columns past the count have the pixels of the last one.
  static void solve(const Input& input, Output& output, std::size_t count) {
    const Picture& picture = input.picture;
    const double dx = picture.dx();
    const double dy = picture.dy();
    for (std::int64_t j = 0; j < picture.yres; ++j) {
      for (std::int64_t i = 0; i < picture.xres; ++i) {
        const std::int64_t known = std::min(i, static_cast<std::int64_t>(count) - 1);
        output.pixels[static_cast<std::size_t>(j * picture.xres + i)] =
            pixel(picture, dx, dy, known, j);
      }
    }
  }
};

}  // namespace breakeven::mandelbrot

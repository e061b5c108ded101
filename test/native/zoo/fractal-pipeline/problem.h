#pragma once

#include "../../../../native/workloads/binarize/binarize.h"
#include "../../../../native/workloads/fractal-pipeline/fractal-pipeline.h"

namespace breakeven::fractal_pipeline {

/// It claims no more than kernels with contracted arithmetic do.
struct WrongProblem {
  static constexpr const char* workload = "fractal-pipeline";
  using Input = fractal_pipeline::Input;
  using Output = fractal_pipeline::Output;
  static constexpr bool exact = false;
  static constexpr auto cost_of = cost;

  static std::size_t size(const Input& input) {
    return static_cast<std::size_t>(input.picture.yres);
  }
  /// Rows past the count are drawn and in the mean, and are not binarised.
  static void solve(const Input& input, Output& output, std::size_t count) {
    const mandelbrot::Picture& picture = input.picture;
    const double dx = picture.dx();
    const double dy = picture.dy();
    double sum = 0;
    for (std::int64_t at = 0; at < picture.pixels(); ++at) {
      const double value = mandelbrot::pixel(picture, dx, dy, at % picture.xres, at / picture.xres);
      output.pixels[static_cast<std::size_t>(at)] = value;
      sum += value;
    }
    output.mean = sum / static_cast<double>(picture.pixels());
    for (std::size_t i = 0; i < count * static_cast<std::size_t>(picture.xres); ++i) {
      output.pixels[i] = output.pixels[i] >= output.mean ? binarize::white : binarize::black;
    }
  }
};

}  // namespace breakeven::fractal_pipeline

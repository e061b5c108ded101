#pragma once

#include <cstdint>

#include "../../core/cuda/launch.h"
#include "binarize.h"

/// The study's kernels, which `fractal-pipeline` uses as well.
namespace breakeven::binarize {
namespace {

__global__ void binarize_line(double* values, std::int64_t n, double threshold) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) values[i] = values[i] >= threshold ? white : black;
}

__global__ void binarize_square(double* values, std::int64_t xres, std::int64_t yres,
                                double threshold) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::int64_t j = static_cast<std::int64_t>(blockIdx.y) * blockDim.y + threadIdx.y;
  if (i >= xres || j >= yres) return;
  double& value = values[j * xres + i];
  value = value >= threshold ? white : black;
}

/// One thread per pixel.
[[maybe_unused]] void launch_line(DevicePhases& phases, unsigned block, double* values,
                                  std::int64_t n, double threshold) {
  launch(phases, binarize_line, static_cast<unsigned>((n + block - 1) / block), block, 0, values, n,
         threshold);
}

/// One thread per pixel, in blocks of side x side.
[[maybe_unused]] void launch_square(DevicePhases& phases, unsigned side, double* values,
                                    std::int64_t xres, std::int64_t yres, double threshold) {
  const dim3 grid(static_cast<unsigned>((xres + side - 1) / side),
                  static_cast<unsigned>((yres + side - 1) / side));
  launch(phases, binarize_square, grid, dim3(side, side), 0, values, xres, yres, threshold);
}

}  // namespace
}  // namespace breakeven::binarize

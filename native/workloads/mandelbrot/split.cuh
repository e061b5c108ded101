#pragma once

#include <cmath>

#include "grid.cuh"

namespace breakeven::mandelbrot {

inline Axis share() {
  return axes::variant_axis({.id = "share",
                             .title = "GPU share",
                             .help = "Share of the columns that the GPU computes, from the left.",
                             .type = AxisType::real,
                             .min = 0,
                             .max = 1,
                             .default_number = 0.8});
}

/// From 1 on: earlier versions took the side of a square block here.
inline Axis split_block() { return axes::block_size(256, 1, 1024); }

inline std::string refuse_split(const Values&, const DeviceLimits& device) {
  if (device.concurrent_managed_access) return {};
  return "needs a GPU that allows CPU access to managed memory while a kernel runs "
         "(concurrentManagedAccess)";
}

namespace {

/// The GPU computes columns [0, s), a thread a column, launched first, and OpenMP the columns [s,
/// xres) at the same time, both into the same managed array. Complete when the stream is.
[[maybe_unused]] void compute_split(DevicePhases& phases, const Picture& picture, double part,
                                    unsigned block, int threads, double* pixels) {
  const auto split =
      static_cast<std::int64_t>(std::llround(part * static_cast<double>(picture.xres)));
  launch_columns(phases, picture, block, split, pixels);
  if (split == picture.xres) return;
  const double dx = picture.dx();
  const double dy = picture.dy();
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
  for (std::int64_t i = split; i < picture.xres; ++i) {
    for (std::int64_t j = 0; j < picture.yres; ++j) {
      pixels[j * picture.xres + i] = pixel(picture, dx, dy, i, j);
    }
  }
}

}  // namespace
}  // namespace breakeven::mandelbrot

#pragma once

#include "device-picture.cuh"
#include "grid-axes.h"

/// The study's two kernels. Both run the reference's own source; whether a*b+c becomes one rounding
/// is decided for each file that includes this, hence the unnamed namespace: every file has kernels
/// of its own.
namespace breakeven::mandelbrot {
namespace {

/// One thread per column, of the first `columns`.
__global__ void column_kernel(Picture picture, double dx, double dy, std::int64_t columns,
                              double* pixels) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= columns) return;
  for (std::int64_t j = 0; j < picture.yres; ++j) {
    pixels[j * picture.xres + i] = pixel(picture, dx, dy, i, j);
  }
}

/// One thread per pixel.
__global__ void pixel_kernel(Picture picture, double dx, double dy, double* pixels) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::int64_t j = static_cast<std::int64_t>(blockIdx.y) * blockDim.y + threadIdx.y;
  if (i >= picture.xres || j >= picture.yres) return;
  pixels[j * picture.xres + i] = pixel(picture, dx, dy, i, j);
}

inline unsigned parts(std::int64_t count, unsigned size) {
  return static_cast<unsigned>((count + size - 1) / size);
}

/// The first `columns` columns; nothing for none.
[[maybe_unused]] void launch_columns(DevicePhases& phases, const Picture& picture, unsigned block,
                                     std::int64_t columns, double* pixels) {
  launch(phases, column_kernel, parts(columns, block), block, 0, picture, picture.dx(),
         picture.dy(), columns, pixels);
}

/// Blocks of side x side threads.
[[maybe_unused]] void launch_pixels(DevicePhases& phases, const Picture& picture, unsigned side,
                                    double* pixels) {
  launch(phases, pixel_kernel, dim3(parts(picture.xres, side), parts(picture.yres, side)),
         dim3(side, side), 0, picture, picture.dx(), picture.dy(), pixels);
}

/// One thread per pixel, in square blocks.
class Grid2d final : public DevicePicture {
 public:
  explicit Grid2d(const Case& c)
      : DevicePicture(c), side_(static_cast<unsigned>(c.values.integer("blockSize"))) {}

 protected:
  void compute(DevicePhases& phases) override { launch_pixels(phases, picture(), side_, pixels()); }

 private:
  unsigned side_;
};

}  // namespace

}  // namespace breakeven::mandelbrot

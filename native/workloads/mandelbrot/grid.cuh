#pragma once

#include "device-picture.cuh"
#include "grid-axes.h"

/// The study's two kernels. Both run the reference's own source; whether a*b+c becomes one rounding
/// is decided for each file that includes this, hence the unnamed namespace: every file has kernels
/// of its own.
namespace breakeven::mandelbrot {
namespace {

/// One thread per column.
__global__ void column_kernel(Picture picture, double dx, double dy, double* pixels) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= picture.xres) return;
  for (std::int64_t j = 0; j < picture.yres; ++j) {
    pixels[j * picture.xres + i] = pixel(picture, dx, dy, i, j);
  }
}

/// One thread per pixel of the first `columns` columns.
__global__ void pixel_kernel(Picture picture, double dx, double dy, std::int64_t columns,
                             double* pixels) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::int64_t j = static_cast<std::int64_t>(blockIdx.y) * blockDim.y + threadIdx.y;
  if (i >= columns || j >= picture.yres) return;
  pixels[j * picture.xres + i] = pixel(picture, dx, dy, i, j);
}

inline unsigned parts(std::int64_t count, unsigned size) {
  return static_cast<unsigned>((count + size - 1) / size);
}

[[maybe_unused]] void launch_columns(Phases& phases, const Picture& picture, unsigned block,
                                     double* pixels) {
  launch(phases, column_kernel, parts(picture.xres, block), block, 0, picture, picture.dx(),
         picture.dy(), pixels);
}

/// Blocks of side x side threads over the first `columns` columns; nothing for none.
[[maybe_unused]] void launch_pixels(Phases& phases, const Picture& picture, unsigned side,
                                    std::int64_t columns, double* pixels) {
  launch(phases, pixel_kernel, dim3(parts(columns, side), parts(picture.yres, side)),
         dim3(side, side), 0, picture, picture.dx(), picture.dy(), columns, pixels);
}

/// One thread per pixel, in square blocks.
class Grid2d final : public DevicePicture {
 public:
  explicit Grid2d(const Case& c)
      : DevicePicture(c), side_(static_cast<unsigned>(c.values.integer("blockSize"))) {}

 protected:
  void compute(Phases& phases) override {
    launch_pixels(phases, picture(), side_, picture().xres, pixels());
  }

 private:
  unsigned side_;
};

}  // namespace

}  // namespace breakeven::mandelbrot

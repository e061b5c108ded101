#include "../binarize/grid.cuh"
#include "../mandelbrot/grid.cuh"
#include "three-calls.cuh"

namespace breakeven::fractal_pipeline {
namespace {

class Grid2d final : public ThreeCalls {
 public:
  explicit Grid2d(const Case& c)
      : ThreeCalls(c, memory_of(c.values)),
        side_(static_cast<unsigned>(c.values.integer("blockSize"))) {}

 protected:
  void draw(DevicePhases& phases, double* pixels) override {
    mandelbrot::launch_pixels(phases, picture(), side_, pixels);
  }
  void divide(DevicePhases& phases, double* pixels, double threshold) override {
    binarize::launch_square(phases, side_, pixels, picture().xres, picture().yres, threshold);
  }

 private:
  unsigned side_;
};

BREAKEVEN_VARIANT(
    {.id = "grid-2d",
     .title = "Three CUDA calls, one thread per pixel",
     .summary =
         "Fractal with one thread per pixel, mean with cuBLAS, binarisation: three calls with "
         "their own allocations and copies. The memory axis applies to the fractal alone.",
     .device = Device::cuda,
     .source = oviedo,
     .parameters = {axes::gpu(), mandelbrot::block_side(), mandelbrot::picture_memory()},
     .scopes = device_scopes,
     .launches = 4,
     .synchronises = true,
     .exact = false,
     .unavailable = cublas_unavailable,
     .refuse = refuse_or_cublas<mandelbrot::refuse_grid_2d>,
     .need = device_need,
     .make = make_execution<Grid2d>});

}  // namespace
}  // namespace breakeven::fractal_pipeline

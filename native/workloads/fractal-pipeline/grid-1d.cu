#include "../binarize/grid.cuh"
#include "../mandelbrot/grid.cuh"
#include "three-calls.cuh"

namespace breakeven::fractal_pipeline {
namespace {

class Grid1d final : public ThreeCalls {
 public:
  explicit Grid1d(const Case& c)
      : ThreeCalls(c, memory_of(c.values)),
        block_(static_cast<unsigned>(c.values.integer("blockSize"))) {}

 protected:
  void draw(DevicePhases& phases, double* pixels) override {
    mandelbrot::launch_columns(phases, picture(), block_, picture().xres, pixels);
  }
  void divide(DevicePhases& phases, double* pixels, double threshold) override {
    binarize::launch_line(phases, block_, pixels, picture().pixels(), threshold);
  }

 private:
  unsigned block_;
};

BREAKEVEN_VARIANT(
    {.id = "grid-1d",
     .title = "Three CUDA calls, one thread per column",
     .summary =
         "Fractal with one thread per column, mean with cuBLAS, binarisation: three calls with "
         "their own allocations and copies. The memory axis applies to the fractal alone.",
     .device = Device::cuda,
     .source = oviedo,
     .parameters = {axes::gpu(), axes::block_size(), mandelbrot::picture_memory()},
     .scopes = device_scopes,
     .launches = 4,
     .synchronises = true,
     .exact = false,
     .unavailable = cublas_unavailable,
     .refuse = [](const Values& values, const DeviceLimits&) { return refuse_cublas(values); },
     .need = device_need,
     .make = make_execution<Grid1d>});

}  // namespace
}  // namespace breakeven::fractal_pipeline

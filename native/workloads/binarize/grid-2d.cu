#include "../mandelbrot/grid-axes.h"
#include "device-values.cuh"
#include "grid.cuh"

namespace breakeven::binarize {
namespace {

class Grid2d final : public DeviceBinarize {
 public:
  explicit Grid2d(const Case& c)
      : DeviceBinarize(c),
        xres_(c.values.integer("xres")),
        yres_(c.values.integer("yres")),
        side_(static_cast<unsigned>(c.values.integer("blockSize"))) {}

 protected:
  void binarize(DevicePhases& phases) override {
    launch_square(phases, side_, values(), xres_, yres_, threshold());
  }

 private:
  std::int64_t xres_;
  std::int64_t yres_;
  unsigned side_;
};

BREAKEVEN_VARIANT({.id = "grid-2d",
                   .title = "Square blocks",
                   .summary = "One thread per pixel, in square blocks.",
                   .device = Device::cuda,
                   .source = oviedo,
                   .parameters = {axes::gpu(), mandelbrot::block_side(), axes::memory()},
                   .scopes = device_scopes,
                   .refuse = mandelbrot::refuse_grid_2d,
                   .need = device_need,
                   .make = make_execution<Grid2d>});

}  // namespace
}  // namespace breakeven::binarize

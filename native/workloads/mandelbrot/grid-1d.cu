#include "grid.cuh"

namespace breakeven::mandelbrot {
namespace {

class Grid1d final : public DevicePicture {
 public:
  explicit Grid1d(const Case& c)
      : DevicePicture(c), block_(static_cast<unsigned>(c.values.integer("blockSize"))) {}

 protected:
  void compute(DevicePhases& phases) override {
    launch_columns(phases, picture(), block_, picture().xres, pixels());
  }

 private:
  unsigned block_;
};

BREAKEVEN_VARIANT({.id = "grid-1d",
                   .title = "One thread per column",
                   .summary = "Each thread loops over the rows of its column. a*b+c is rounded "
                              "once, so single pixels differ from the CPU's.",
                   .device = Device::cuda,
                   .source = oviedo,
                   .parameters = {axes::gpu(), axes::block_size(), picture_memory()},
                   .scopes = device_scopes,
                   .exact = false,
                   .need = device_need,
                   .make = make_execution<Grid1d>});

}  // namespace
}  // namespace breakeven::mandelbrot

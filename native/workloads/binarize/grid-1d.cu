#include "device-values.cuh"
#include "grid.cuh"

namespace breakeven::binarize {
namespace {

class Grid1d final : public DeviceBinarize {
 public:
  explicit Grid1d(const Case& c)
      : DeviceBinarize(c), block_(static_cast<unsigned>(c.values.integer("blockSize"))) {}

 protected:
  void binarize(DevicePhases& phases) override {
    launch_line(phases, block_, values(), n(), threshold());
  }

 private:
  unsigned block_;
};

BREAKEVEN_VARIANT({.id = "grid-1d",
                   .title = "One-dimensional blocks",
                   .summary = "One thread per pixel, in blocks along the rows.",
                   .device = Device::cuda,
                   .source = oviedo,
                   .parameters = {axes::gpu(), axes::block_size(), axes::memory()},
                   .scopes = device_scopes,
                   .need = device_need,
                   .make = make_execution<Grid1d>});

}  // namespace
}  // namespace breakeven::binarize

#include "interior.cuh"
#include "tiles.cuh"

namespace breakeven::mandelbrot {
namespace {

/// Its steps are fewer than the problem's, so a rate of operations would say nothing.
Cost stores_alone(const Data& input, const Values&) {
  return {.bytes_moved = cost_of(static_cast<const Input&>(input)).bytes_moved};
}

BREAKEVEN_VARIANT({.workload = "mandelbrot",
                   .id = "cuda-interior",
                   .title = "CUDA, interior tests",
                   .summary = "Does less work than the others for the same picture, bit for bit: "
                              "points that provably never escape are left early.",
                   .device = Device::cuda,
                   .kind = VariantKind::fast,
                   .source = "Breakeven, after Brent 1980 (cycle finding)",
                   .parameters = {axes::gpu(), picture_memory()},
                   .spans = device_spans,
                   .cost = stores_alone,
                   .need = device_need,
                   .make = make_execution<TiledPicture<InteriorEscape>>});

}  // namespace
}  // namespace breakeven::mandelbrot

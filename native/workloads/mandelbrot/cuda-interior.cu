#include "interior.cuh"
#include "tiles.cuh"

namespace breakeven::mandelbrot {
namespace {

/// Its steps are fewer than the problem's, so a rate of operations would say nothing.
Cost stores_alone(const Data& input, const Values&) {
  return {.bytes_moved = cost_of(static_cast<const Input&>(input)).bytes_moved};
}

BREAKEVEN_VARIANT({.id = "cuda-interior",
                   .title = "Tuned CUDA with interior tests",
                   .summary = "Skips points that provably never escape: less work than the other "
                              "variants for the same picture, bit for bit.",
                   .device = Device::cuda,
                   .kind = VariantKind::fast,
                   .source = "Breakeven, after Brent 1980",
                   .parameters = {axes::gpu(), picture_memory()},
                   .scopes = device_scopes,
                   .cost = stores_alone,
                   .need = device_need,
                   .make = make_execution<TiledPicture<InteriorEscape>>});

}  // namespace
}  // namespace breakeven::mandelbrot

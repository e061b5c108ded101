// Brute force at the rate of the FP64 units: the reference's bits need six FP64 operations a step
// (see exact-steps.cuh), and the escape test, which would be two more, is made once in sixteen
// steps; a block of steps that ends outside is taken back and walked step by step. Warps take tiles
// from a counter, so that none waits for another's long points. Rows that are conjugates of others
// are not computed. Floor: 6 instructions * steps of the other rows over the FP64 instruction rate.

#include "tiles.cuh"

namespace breakeven::mandelbrot {
namespace {

BREAKEVEN_VARIANT(
    {.id = "cuda-fast",
     .title = "Tuned CUDA",
     .summary = "Computes every step and tests for escape once in sixteen; warps take tiles from a "
                "counter. Rows that mirror others in the real axis are computed once. The picture "
                "equals the CPU's bit for bit.",
     .device = Device::cuda,
     .kind = VariantKind::fast,
     .source = "Breakeven",
     .parameters = {axes::gpu(), picture_memory()},
     .scopes = device_scopes,
     .cost = tiled_cost,
     .need = device_need,
     .make = make_execution<TiledPicture<BlockedEscape>>});

}  // namespace
}  // namespace breakeven::mandelbrot

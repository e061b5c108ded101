// The kernel of grid-2d, compiled without contraction (the build takes that from this file's name):
// the study could not say why single pixels of the GPU's picture differed; with every product and
// sum rounded on its own they are the CPU's bit for bit.

#include "grid.cuh"

namespace breakeven::mandelbrot {
namespace {

BREAKEVEN_VARIANT({.id = "grid-2d-no-fma",
                   .title = "One thread per pixel, without FMA",
                   .summary = "The kernel of grid-2d with each product and sum rounded separately: "
                              "the picture equals the CPU's bit for bit.",
                   .device = Device::cuda,
                   .source = oviedo,
                   .parameters = {axes::gpu(), block_side(), picture_memory()},
                   .scopes = device_scopes,
                   .refuse = refuse_grid_2d,
                   .need = device_need,
                   .make = make_execution<Grid2d>});

}  // namespace
}  // namespace breakeven::mandelbrot

#include "grid.cuh"

namespace breakeven::mandelbrot {
namespace {

BREAKEVEN_VARIANT({.id = "grid-2d",
                   .title = "One thread per pixel",
                   .summary = "Square blocks, one pixel per thread. a*b+c is rounded once, so "
                              "single pixels differ from the CPU's.",
                   .device = Device::cuda,
                   .source = oviedo,
                   .parameters = {axes::gpu(), block_side(), picture_memory()},
                   .scopes = device_scopes,
                   .exact = false,
                   .refuse = refuse_grid_2d,
                   .need = device_need,
                   .make = make_execution<Grid2d>});

}  // namespace
}  // namespace breakeven::mandelbrot

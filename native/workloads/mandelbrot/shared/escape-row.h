#pragma once

#include <cstdint>

#include "../mandelbrot.h"

namespace breakeven::mandelbrot {

/// Writes the xres pixels of row j, equal to those of `pixel`, by vectors as wide as the processor
/// has. Returns their sum, which is exact: pixels are whole numbers, and it stays below 2^53.
double draw_row(const Picture& picture, std::int64_t j, double* row);

}  // namespace breakeven::mandelbrot

#pragma once

#include <cstdint>

#include "../mandelbrot.h"
#include "../mirrored-rows.h"

namespace breakeven::mandelbrot {

/// Writes the xres pixels of row j, equal to those of `pixel`, by vectors as wide as the processor
/// has. Returns their sum, which is exact: pixels are whole numbers, and it stays below 2^53.
double draw_row(const Picture& picture, std::int64_t j, double* row);

/// Draws the r-th row to compute, and copies it where a row of the picture mirrors it. Returns the
/// sum of both.
double draw_row_twice(const Picture& picture, const MirroredRows& rows, std::int64_t r,
                      double* pixels);

}  // namespace breakeven::mandelbrot

#pragma once

#include <cstdint>
#include <string>

#include "../../core/axes.h"
#include "../../core/variant.h"

/// What all variants on square blocks over a picture take and refuse.
namespace breakeven::mandelbrot {

/// Side of a square block; 32 x 32 threads are the most that a block can have.
inline Axis block_side() {
  Axis axis = axes::block_size(16, 1, 32);
  axis.help = "Threads along each edge of a square block.";
  return axis;
}

/// A grid has at most 65535 blocks from top to bottom.
inline std::string refuse_grid_2d(const Values& values, const DeviceLimits&) {
  const std::int64_t side = values.integer("blockSize");
  if (values.integer("yres") <= 65535 * side) return {};
  return "yres is " + std::to_string(values.integer("yres")) + ", but blocks of side " +
         std::to_string(side) + " cover at most " + std::to_string(65535 * side) + " rows";
}

}  // namespace breakeven::mandelbrot

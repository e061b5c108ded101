#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "arguments.h"

namespace breakeven::lab {

/// Fills an array from the `.npy` file that its fill names. Throws std::invalid_argument with one
/// sentence for a file of another type or shape, or one that is missing or damaged.
void read_array_file(const Argument& argument, const std::vector<std::size_t>& shape,
                     std::span<std::byte> to);

}  // namespace breakeven::lab

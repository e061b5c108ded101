#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "arguments.h"

namespace breakeven::lab {

/// NumPy's name of a type, little-endian; empty for bfloat16, which it does not have.
std::string npy_type(ElementType type);

/// (3, 7)
std::string shape_text(const std::vector<std::size_t>& shape);

/// Reads a `.npy` file of this type and shape. Throws std::invalid_argument with what is wrong with
/// it, as the end of a sentence.
void read_npy_array(const std::string& path, ElementType type,
                    const std::vector<std::size_t>& shape, std::span<std::byte> to);

/// Fills an array from the `.npy` file that its fill names. Throws std::invalid_argument with one
/// sentence for a file of another type or shape, or one that is missing or damaged.
void read_array_file(const Argument& argument, const std::vector<std::size_t>& shape,
                     std::span<std::byte> to);

}  // namespace breakeven::lab

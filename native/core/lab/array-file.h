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

/// Reads a `.npy` file of this type and shape. `prefix`: the file may have more in the first
/// dimension. Throws std::invalid_argument with what is wrong with it, as the end of a sentence.
void read_npy_array(const std::string& path, ElementType type,
                    const std::vector<std::size_t>& shape, std::span<std::byte> to,
                    bool prefix = false);

/// Fills an array from the file at `path`, which may have more in the first dimension: `.npy`,
/// `.csv` (a row a line) or `.bin` (elements in C order). Throws std::invalid_argument with one
/// sentence for a file of another type or shape, or one that is missing or damaged.
void read_array_file(const Argument& argument, const std::string& path,
                     const std::vector<std::size_t>& shape, std::span<std::byte> to);

/// What read_array_file would refuse by the type and shape of the file; empty where it fits.
std::string array_file_fault(const Argument& argument, const std::string& path,
                             const std::vector<std::size_t>& shape);

}  // namespace breakeven::lab

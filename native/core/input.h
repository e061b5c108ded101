#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host-array.h"

namespace breakeven {

/// Numbers from a file, in C order.
template <class T>
struct ArrayFile {
  HostArray<T> values;
  /// One entry a dimension; raw files have one.
  std::vector<std::size_t> shape;
};

/// Reads `.npy` (format versions 1 to 3, C or Fortran order, any integer type, both byte orders) or
/// raw little-endian int32 (`.bin`, `.i32`). Throws std::invalid_argument with one sentence for a
/// file that is missing, of another kind, damaged, too large for the memory, or with a value
/// outside [min, max].
ArrayFile<std::int32_t> read_int32_file(const std::string& path, std::int32_t min, std::int32_t max,
                                        std::size_t max_values);

/// Extensions that read_int32_file() knows.
std::vector<std::string> int32_file_extensions();

/// The same for float or double: any integer type, float32 and float64 in `.npy`, raw little-endian
/// numbers in `.i32`, `.f32` and `.f64`, and in `.bin` those of the NumPy type `bin`. Values are
/// finite, and those that this type cannot hold exactly are refused.
template <class T>
ArrayFile<T> read_real_file(const std::string& path, std::size_t max_values, const char* bin);

/// Extensions that read_real_file() knows.
std::vector<std::string> real_file_extensions();

}  // namespace breakeven

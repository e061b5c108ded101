#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host-array.h"

namespace breakeven {

/// Whole numbers from a file, in C order, as int32.
struct Int32File {
  HostArray<std::int32_t> values;
  /// One entry a dimension; raw files have one.
  std::vector<std::size_t> shape;
};

/// Reads `.npy` (format versions 1 to 3, C order, any integer type, both byte orders) or raw
/// little-endian int32
/// (`.bin`, `.i32`). Throws std::invalid_argument with one sentence for a file that is missing, of
/// another kind, damaged, too large for the memory, or with a value outside [min, max].
Int32File read_int32_file(const std::string& path, std::int32_t min, std::int32_t max,
                          std::size_t max_values);

/// Extensions that read_int32_file() knows.
std::vector<std::string> int32_file_extensions();

}  // namespace breakeven

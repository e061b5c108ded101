#pragma once

#include <cstddef>
#include <fstream>
#include <string>
#include <vector>

namespace breakeven {

/// What the header of a `.npy` file says of its data.
struct NpyHeader {
  /// Of the first byte of the data.
  std::size_t offset = 0;
  /// One entry a dimension, in C order.
  std::vector<std::size_t> shape{};
  /// NumPy's name of the element type with its byte order: `<f4`.
  std::string type{};
};

/// Reads format versions 1 to 3 and leaves the file behind the header. Throws std::invalid_argument
/// with one sentence for a header that is damaged, of elements of a compound type or of an array in
/// Fortran order.
NpyHeader read_npy_header(const std::string& path, std::ifstream& file, std::size_t file_bytes);

}  // namespace breakeven

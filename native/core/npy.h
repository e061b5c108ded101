#pragma once

#include <cstddef>
#include <fstream>
#include <span>
#include <string>
#include <vector>

namespace breakeven {

/// What the header of a `.npy` file says of its data.
struct NpyHeader {
  /// Of the first byte of the data.
  std::size_t offset = 0;
  /// One entry a dimension, the slowest of C order first, whatever the order of the data.
  std::vector<std::size_t> shape{};
  /// The first index runs fastest; never where the two orders are the same.
  bool fortran = false;
  /// NumPy's name of the element type with its byte order: `<f4`.
  std::string type{};
};

/// Reads format versions 1 to 3 and leaves the file behind the header. Throws std::invalid_argument
/// with one sentence for a header that is damaged or of elements of a compound type.
NpyHeader read_npy_header(const std::string& path, std::ifstream& file, std::size_t file_bytes);

/// Copies the elements of an array in Fortran order to C order.
void copy_to_c_order(std::span<const std::byte> from, std::span<std::byte> to,
                     std::size_t element_bytes, const std::vector<std::size_t>& shape);

}  // namespace breakeven

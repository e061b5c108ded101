#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "arguments.h"

namespace breakeven::lab {

/// A matrix of a Matrix Market file in compressed rows: columns of row i at
/// [row_pointers[i], row_pointers[i + 1]), ascending. Both triangles of a symmetric one, entries at
/// one place added up; a pattern has ones.
struct SparseMatrix {
  std::string path;
  bool complex_values = false;
  std::vector<std::int64_t> row_pointers;
  std::vector<std::int64_t> columns;
  std::vector<std::complex<double>> values;
};

/// Throws std::invalid_argument with one sentence.
SparseMatrix read_sparse_matrix(const std::string& path);

/// Writes the part of the matrix that the argument's fill names. Throws std::invalid_argument with
/// one sentence for a shape or a type that does not take it.
void write_matrix_part(const Argument& argument, const SparseMatrix& matrix,
                       const std::vector<std::size_t>& shape, std::span<std::byte> to);

}  // namespace breakeven::lab

#pragma once

#include <cstdint>
#include <string>

namespace breakeven {

/// What the head of a Matrix Market file says.
struct MatrixHeader {
  enum class Symmetry { general, symmetric, skew_symmetric, hermitian };

  std::int64_t rows = 0;
  std::int64_t columns = 0;
  /// Lines of entries: of a symmetric matrix one triangle alone.
  std::int64_t entries = 0;
  Symmetry symmetry = Symmetry::general;
  /// Numbers of a value: none in a pattern, two of a complex one.
  int numbers = 1;
};

/// One line, counted from 0. A pattern has ones. What a double cannot hold is no number (NaN).
struct MatrixEntry {
  std::int64_t row = 0;
  std::int64_t column = 0;
  double real = 1;
  double imaginary = 0;
};

/// Who reads a matrix. What is wrong with it is returned as the end of a sentence ("has 2 rows, but
/// ..."), empty where nothing is.
class MatrixVisitor {
 public:
  virtual ~MatrixVisitor() = default;
  /// Before the file's size and the free memory are held against the head.
  virtual std::string refuse(const MatrixHeader& header) = 0;
  virtual void begin(const MatrixHeader& header) = 0;
  virtual std::string entry(const MatrixEntry& entry) = 0;
  virtual std::string end() = 0;
};

/// Reads a Matrix Market file of coordinates (real, integer, complex or pattern). Throws
/// std::invalid_argument with one sentence: what is wrong, and in which line.
void read_matrix_market(const std::string& path, MatrixVisitor& visitor);

}  // namespace breakeven

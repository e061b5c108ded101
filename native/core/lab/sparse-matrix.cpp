#include "sparse-matrix.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "../matrix-market.h"
#include "array-file.h"

namespace breakeven::lab {
namespace {

using Symmetry = MatrixHeader::Symmetry;
using Value = std::complex<double>;

class CompressedRows final : public MatrixVisitor {
 public:
  explicit CompressedRows(SparseMatrix& matrix) : matrix_(matrix) {}

  std::string refuse(const MatrixHeader& header) override {
    if (header.symmetry == Symmetry::general || header.rows == header.columns) return {};
    return "has " + std::to_string(header.rows) + " rows and " + std::to_string(header.columns) +
           " columns, but a symmetric one must be square";
  }

  void begin(const MatrixHeader& header) override {
    symmetry_ = header.symmetry;
    matrix_.complex_values = header.numbers == 2;
    rows_.resize(static_cast<std::size_t>(header.rows));
  }

  std::string entry(const MatrixEntry& entry) override {
    if (!std::isfinite(entry.real) || !std::isfinite(entry.imaginary)) {
      return "has a value that is beyond the range of float64";
    }
    const Value value(entry.real, entry.imaginary);
    add(entry.row, entry.column, value);
    if (symmetry_ == Symmetry::general || entry.row == entry.column) return {};
    add(entry.column, entry.row,
        symmetry_ == Symmetry::symmetric        ? value
        : symmetry_ == Symmetry::skew_symmetric ? -value
                                                : std::conj(value));
    return {};
  }

  std::string end() override {
    matrix_.row_pointers.push_back(0);
    for (Row& row : rows_) {
      std::stable_sort(row.begin(), row.end(),
                       [](const auto& a, const auto& b) { return a.first < b.first; });
      const auto begin = static_cast<std::size_t>(matrix_.row_pointers.back());
      for (const auto& [column, value] : row) {
        if (matrix_.columns.size() > begin && matrix_.columns.back() == column) {
          matrix_.values.back() += value;
          continue;
        }
        matrix_.columns.push_back(column);
        matrix_.values.push_back(value);
      }
      matrix_.row_pointers.push_back(static_cast<std::int64_t>(matrix_.columns.size()));
      Row().swap(row);
    }
    return {};
  }

 private:
  using Row = std::vector<std::pair<std::int64_t, Value>>;

  void add(std::int64_t row, std::int64_t column, Value value) {
    rows_[static_cast<std::size_t>(row)].emplace_back(column, value);
  }

  SparseMatrix& matrix_;
  Symmetry symmetry_ = Symmetry::general;
  std::vector<Row> rows_;
};

[[noreturn]] void refuse(const Argument& argument, const std::string& what) {
  throw std::invalid_argument("the fill of " + argument.name + ": " + what);
}

void check_shape(const Argument& argument, const SparseMatrix& matrix, std::size_t count,
                 const std::vector<std::size_t>& shape) {
  if (shape == std::vector<std::size_t>{count}) return;
  const auto rows = matrix.row_pointers.size() - 1;
  refuse(argument, matrix.path + " has " + std::to_string(rows) + " rows and " +
                       std::to_string(matrix.columns.size()) + " entries, so its " +
                       argument.fill->part() + " have the shape (" + std::to_string(count) +
                       "), the array has " + shape_text(shape));
}

template <class Elements>
void write(const Argument& argument, const SparseMatrix& matrix, const Elements& elements,
           std::span<std::byte> to) {
  std::byte* place = to.data();
  for (const auto& element : elements) {
    const Value value(element);
    if (!fits(argument.type, value.real())) {
      refuse(argument, matrix.path + " has the value " + number_text(value.real()) +
                           ", which is no " + name_of(argument.type));
    }
    with_type(argument.type, [&](auto zero) {
      using T = decltype(zero);
      if constexpr (is_complex<T>) {
        const T stored(static_cast<typename T::value_type>(value.real()),
                       static_cast<typename T::value_type>(value.imag()));
        std::copy_n(reinterpret_cast<const std::byte*>(&stored), sizeof stored, place);
      } else {
        store(argument.type, value.real(), place);
      }
    });
    place += bytes_of(argument.type);
  }
}

}  // namespace

SparseMatrix read_sparse_matrix(const std::string& path) {
  SparseMatrix matrix;
  matrix.path = path;
  CompressedRows rows(matrix);
  read_matrix_market(path, rows);
  return matrix;
}

void write_matrix_part(const Argument& argument, const SparseMatrix& matrix,
                       const std::vector<std::size_t>& shape, std::span<std::byte> to) {
  const std::string& part = argument.fill->part();
  if (part == "row_pointers") {
    // Fewer are the first rows of the matrix, whose columns and values stand first.
    const std::size_t count = matrix.row_pointers.size();
    const bool first_rows = shape.size() == 1 && shape.front() <= count;
    if (!first_rows) check_shape(argument, matrix, count, shape);
    return write(argument, matrix, std::span(matrix.row_pointers).first(shape.front()), to);
  }
  check_shape(argument, matrix, matrix.columns.size(), shape);
  if (part == "columns") return write(argument, matrix, matrix.columns, to);
  if (matrix.complex_values && !is_complex_type(argument.type)) {
    refuse(argument,
           matrix.path + " has complex values, the array is of " + name_of(argument.type));
  }
  write(argument, matrix, matrix.values, to);
}

}  // namespace breakeven::lab

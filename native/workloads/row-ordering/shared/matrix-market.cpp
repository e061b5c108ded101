#include "../../../core/matrix-market.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "../row-ordering.h"

namespace breakeven::row_ordering {
namespace {

constexpr std::int64_t max_rows = 1 << 26;
/// Places in the matrix are int32.
constexpr std::int64_t max_entries = 2147483647;

/// The pattern below the diagonal; of one triangle that stands for both, that triangle.
class LowerTriangle final : public MatrixVisitor {
 public:
  std::string refuse(const MatrixHeader& header) override {
    if (header.rows != header.columns) {
      return "has " + std::to_string(header.rows) + " rows and " + std::to_string(header.columns) +
             " columns, but must be square";
    }
    if (header.rows > max_rows) {
      return "has " + std::to_string(header.rows) + " rows, but at most " +
             std::to_string(max_rows) + " are allowed";
    }
    return {};
  }

  void begin(const MatrixHeader& header) override {
    one_triangle_ = header.symmetry != MatrixHeader::Symmetry::general;
    pattern_.resize(static_cast<std::size_t>(header.rows));
  }

  std::string entry(const MatrixEntry& entry) override {
    std::int64_t row = entry.row;
    std::int64_t column = entry.column;
    if (one_triangle_ && row < column) std::swap(row, column);
    if (column < row) {
      pattern_[static_cast<std::size_t>(row)].push_back(static_cast<std::int32_t>(column));
    }
    return {};
  }

  /// Each column of a row once; the diagonal is always there.
  std::string end() override {
    auto kept = static_cast<std::int64_t>(pattern_.size());
    for (auto& columns : pattern_) {
      std::sort(columns.begin(), columns.end());
      columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
      kept += static_cast<std::int64_t>(columns.size());
    }
    if (kept <= max_entries) return {};
    return "has " + std::to_string(kept) + " entries in its lower triangle, but at most " +
           std::to_string(max_entries) + " are allowed";
  }

  Pattern take() { return std::move(pattern_); }

 private:
  Pattern pattern_;
  bool one_triangle_ = false;
};

}  // namespace

Pattern read_matrix_market(const std::string& path) {
  LowerTriangle triangle;
  breakeven::read_matrix_market(path, triangle);
  return triangle.take();
}

}  // namespace breakeven::row_ordering

#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../../core/host-array.h"
#include "../../core/variant.h"

/// The analysis phase of a sparse triangular solve: which rows can be solved together, and in which
/// warps.
namespace breakeven::row_ordering {

/// Classes of rows of one level by their number of off-diagonal entries.
inline constexpr int classes = 7;
inline constexpr int warp_lanes = 32;

/// Class of a row with k off-diagonal entries: 0 -> 6; 1 -> 0; 2 -> 1; 3..4 -> 2; 5..8 -> 3; 9..16
/// -> 4; more -> 5.
constexpr int class_of(std::int32_t off_diagonals) {
  const int k = off_diagonals;
  return k == 0 ? 6 : (k > 1) + (k > 2) + (k > 4) + (k > 8) + (k > 16);
}

/// Lanes that a row of a class takes: class 6 none, else 2^class.
constexpr std::int32_t lanes_of(int row_class) { return row_class == 6 ? 0 : 1 << row_class; }

/// Warps that `rows` rows of one level and class take; rows without lanes go 32 to a warp.
constexpr std::int64_t warps_of(std::int64_t rows, int row_class) {
  const std::int64_t rows_per_warp = row_class == 6 ? warp_lanes : warp_lanes / lanes_of(row_class);
  return (rows + rows_per_warp - 1) / rows_per_warp;
}

/// The study's parallel formula, which takes no warp for rows without lanes: kept to show by how
/// much it is off.
constexpr std::int64_t study_warps_of(std::int64_t rows, int row_class) {
  return (rows * lanes_of(row_class) + warp_lanes - 1) / warp_lanes;
}

/// Lower triangle with diagonal in CSR: columns of row i at [start[i], start[i + 1]), ascending,
/// the diagonal last.
struct Input : Data {
  std::int32_t n = 0;
  HostArray<std::int32_t> start;
  HostArray<std::int32_t> columns;

  std::int64_t nonzeros() const { return static_cast<std::int64_t>(columns.size()); }
  std::int32_t off_diagonals(std::int32_t row) const {
    const auto i = static_cast<std::size_t>(row);
    return start[i + 1] - start[i] - 1;
  }
  std::vector<DataArray> arrays() override {
    return {array_of("start", start), array_of("columns", columns)};
  }
  void members(Members& each) override { each(n, start, columns); }
};

struct Output : Data {
  /// level[i] = 1 + the highest level of the rows that row i needs; 1 where it needs none. n
  /// entries.
  HostArray<std::int32_t> level;
  /// Rows grouped by (level, class). n entries.
  HostArray<std::int32_t> order;
  /// Lanes of the row at each position of the order. n entries.
  HostArray<std::int32_t> lanes;
  std::int64_t warps = 0;

  std::vector<DataArray> arrays() override {
    return {array_of("level", level), array_of("order", order), array_of("lanes", lanes),
            array_of_member("warps", warps)};
  }
  void members(Members& each) override { each(level, order, lanes, warps); }
};

/// Group of a row in the order: levels count from 1.
constexpr std::int64_t group_of(std::int32_t level, int row_class) {
  return static_cast<std::int64_t>(level - 1) * classes + row_class;
}

/// The matrix once, levels written and read, order and lanes written.
inline Cost cost(const Data& data, const Values&) {
  const auto& input = static_cast<const Input&>(data);
  const double n = input.n;
  return {.bytes_moved = 4 * (n + 1 + static_cast<double>(input.nonzeros()) + 4 * n),
          .operations = n,
          .operation_unit = "rows"};
}

/// What its variants do not have to say.
inline Variant of_workload(const Variant& variant) {
  return completed(variant, "row-ordering", cost);
}

/// Levels by one pass over the rows. Returns the highest (0 for n = 0).
std::int32_t compute_levels(const Input& input, std::int32_t* level);

/// A pattern strictly below the diagonal: columns of each row, ascending and without duplicates.
using Pattern = std::vector<std::vector<std::int32_t>>;

/// Makes the input from a pattern; the diagonal is added.
std::unique_ptr<Input> from_pattern(const Pattern& pattern);

/// Structures that generate_pattern() knows, as choices of an axis.
std::vector<Choice> structures();
/// Off-diagonal entries that a structure of n rows has by itself.
double natural_entries(const std::string& structure, double n);
/// Entries of the lower triangle that these values can lead to, diagonal included.
inline double max_entries_of(const Values& values) {
  const double n = values.real("n");
  return std::max(values.real("nonzeros"), n + natural_entries(values.text("matrix"), n));
}
/// `entries` off-diagonal entries of the given structure, exactly as many as asked for: rows lose
/// their farthest ones evenly where the structure has more, and random ones are added where it has
/// fewer. A negative number takes the structure's own alone.
Pattern generate_pattern(const std::string& structure, std::int32_t n, std::int64_t entries,
                         std::uint64_t seed);

/// Reads the lower triangle of a Matrix Market file (coordinate; real, integer or pattern; general
/// or symmetric). Throws std::invalid_argument with one sentence: what is wrong, and in which line.
Pattern read_matrix_market(const std::string& path);

}  // namespace breakeven::row_ordering

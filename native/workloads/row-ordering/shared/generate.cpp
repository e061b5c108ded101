#include <algorithm>
#include <cmath>

#include "../../../core/counter-random.h"
#include "../row-ordering.h"

namespace breakeven::row_ordering {
namespace {

constexpr std::int32_t band = 16;
constexpr std::int32_t block = 32;
constexpr std::int32_t random_per_row = 4;

using Row = std::vector<std::int32_t>;

std::int32_t grid_width(double n) { return static_cast<std::int32_t>(std::ceil(std::sqrt(n))); }

/// The structure's own entries of row i, ascending.
Row own_entries(const std::string& structure, std::int32_t i, std::int32_t n, std::uint64_t seed) {
  Row row;
  const auto from = [&](std::int32_t first) {
    for (std::int32_t j = std::max(0, first); j < i; ++j) row.push_back(j);
  };
  if (structure == "banded") {
    from(i - band);
  } else if (structure == "laplacian-2d") {
    const std::int32_t width = grid_width(n);
    if (i >= width) row.push_back(i - width);
    if (i % width != 0) row.push_back(i - 1);
  } else if (structure == "random-sparse") {
    for (std::int32_t k = 0; k < random_per_row && i > 0; ++k) {
      const auto index =
          static_cast<std::uint64_t>(i) * random_per_row + static_cast<std::uint64_t>(k);
      row.push_back(
          static_cast<std::int32_t>(random_below(seed, index, static_cast<std::uint64_t>(i))));
    }
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
  } else if (structure == "block-diagonal") {
    from(i - i % block);
  } else if (structure == "chain") {
    from(i - 1);
  }
  return row;
}

/// Drops the farthest entries of the last rows until `entries` are left.
void trim(Pattern& pattern, std::int64_t surplus) {
  for (auto row = pattern.rbegin(); row != pattern.rend() && surplus > 0; ++row) {
    const auto drop = std::min<std::int64_t>(surplus, static_cast<std::int64_t>(row->size()));
    row->erase(row->begin(), row->begin() + drop);
    surplus -= drop;
  }
}

/// Adds `missing` entries at random places below the diagonal that are still free. Stream positions
/// follow the structure's own.
void add_random(Pattern& pattern, std::int64_t missing, std::uint64_t seed) {
  const auto n = static_cast<std::uint64_t>(pattern.size());
  std::uint64_t index = n * random_per_row;
  while (missing > 0) {
    std::vector<Row> added(pattern.size());
    for (std::int64_t k = 0; k < missing; ++k, index += 2) {
      // Two numbers below n, the greater the row: every place below the diagonal is equally likely.
      const std::uint64_t a = random_below(seed, index, n);
      const std::uint64_t b = random_below(seed, index + 1, n);
      if (a != b) added[std::max(a, b)].push_back(static_cast<std::int32_t>(std::min(a, b)));
    }
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      if (added[i].empty()) continue;
      const std::size_t before = pattern[i].size();
      pattern[i].insert(pattern[i].end(), added[i].begin(), added[i].end());
      std::sort(pattern[i].begin(), pattern[i].end());
      pattern[i].erase(std::unique(pattern[i].begin(), pattern[i].end()), pattern[i].end());
      missing -= static_cast<std::int64_t>(pattern[i].size() - before);
    }
  }
}

}  // namespace

std::vector<Choice> structures() {
  return {{"laplacian-2d", "Neighbours to the left and above on a square grid."},
          {"banded", "The 16 columns before the diagonal."},
          {"random-sparse", "Four random columns a row."},
          {"block-diagonal", "Dense blocks of 32 rows."},
          {"chain", "Each row needs the one before: as many levels as rows."},
          {"diagonal", "No row needs another: one level."}};
}

double natural_entries(const std::string& structure, double n) {
  if (structure == "banded") return band * n;
  if (structure == "laplacian-2d") return 2 * n;
  if (structure == "random-sparse") return random_per_row * n;
  if (structure == "block-diagonal") return (block - 1) / 2.0 * n;
  return structure == "chain" ? n : 0;
}

Pattern generate_pattern(const std::string& structure, std::int32_t n, std::int64_t entries,
                         std::uint64_t seed) {
  Pattern pattern(static_cast<std::size_t>(n));
  std::int64_t count = 0;
  for (std::int32_t i = 0; i < n; ++i) {
    auto& row = pattern[static_cast<std::size_t>(i)];
    row = own_entries(structure, i, n, seed);
    count += static_cast<std::int64_t>(row.size());
  }
  if (entries > 0 && count > entries) trim(pattern, count - entries);
  if (entries > count) add_random(pattern, entries - count, seed);
  return pattern;
}

}  // namespace breakeven::row_ordering

#include <algorithm>
#include <cmath>
#include <utility>

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

/// Keeps `kept` of `count` entries, each row its share of them: those nearest to the diagonal.
void trim(Pattern& pattern, std::int64_t count, std::int64_t kept) {
  // Both numbers are below 2^31, so the products fit.
  std::int64_t before = 0;
  for (auto& row : pattern) {
    const std::int64_t after = before + static_cast<std::int64_t>(row.size());
    const std::int64_t share = after * kept / count - before * kept / count;
    row.erase(row.begin(), row.end() - share);
    before = after;
  }
}

/// Fills `missing` of the free places below the diagonal, going through all of them: each is taken
/// with the chance missing / free of what is left (selection sampling: Knuth, TAOCP 2, 3.4.2 S).
void fill_dense(Pattern& pattern, std::int64_t missing, std::int64_t free, std::uint64_t seed) {
  std::uint64_t index = pattern.size() * random_per_row;
  for (std::size_t i = 0; i < pattern.size() && missing > 0; ++i) {
    Row filled;
    auto taken = pattern[i].begin();
    for (std::int32_t j = 0; j < static_cast<std::int32_t>(i); ++j) {
      if (taken != pattern[i].end() && *taken == j) {
        ++taken;
        filled.push_back(j);
        continue;
      }
      const auto chance = random_below(seed, index++, static_cast<std::uint64_t>(free--));
      if (static_cast<std::int64_t>(chance) >= missing) continue;
      filled.push_back(j);
      --missing;
    }
    pattern[i] = std::move(filled);
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
  if (entries < 0 || entries == count) return pattern;
  if (count > entries) {
    trim(pattern, count, entries);
    return pattern;
  }
  const std::int64_t places = static_cast<std::int64_t>(n) * (n - 1) / 2;
  // Drawing blindly hits a free place ever more rarely as the triangle fills up.
  if (entries > places / 4) {
    fill_dense(pattern, entries - count, places - count, seed);
  } else {
    add_random(pattern, entries - count, seed);
  }
  return pattern;
}

}  // namespace breakeven::row_ordering

#include "compare-pixels.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "array-checks.h"

namespace breakeven {
namespace {

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/// Counts of pixels with a wrong value, by row and column.
struct Differing {
  std::size_t count = 0;
  std::vector<std::size_t> by_row;
  std::vector<std::size_t> by_column;

  Differing(std::size_t rows, std::size_t columns) : by_row(rows), by_column(columns) {}
};

double allowed_of(std::size_t pixels) {
  return std::floor(max_differing_share * static_cast<double>(pixels));
}

/// Names the row or column in which too many pixels differ; empty without one.
std::string crowded(const Differing& differing) {
  const auto look = [](const std::vector<std::size_t>& lines, std::size_t length,
                       const char* name) -> std::string {
    const auto maximum = std::max_element(lines.begin(), lines.end());
    if (maximum == lines.end()) return {};
    const double allowed = std::max(1.0, allowed_of(length));
    if (static_cast<double>(*maximum) <= allowed) return {};
    std::ostringstream text;
    text << "; " << *maximum << " of them in " << name << " " << maximum - lines.begin()
         << " (up to " << allowed << " are allowed)";
    return text.str();
  };
  const std::string row = look(differing.by_row, differing.by_column.size(), "row");
  return row.empty() ? look(differing.by_column, differing.by_row.size(), "column") : row;
}

}  // namespace

Check compare_pixels(std::span<const double> expected, std::span<const double> actual, bool exact,
                     std::size_t width, const Contracted& contracted) {
  const std::size_t columns = std::max<std::size_t>(width, 1);
  Differing differing((expected.size() + columns - 1) / columns, columns);
  const double allowed = exact ? 0 : allowed_of(expected.size());
  std::size_t rounded_once = 0;
  std::size_t first = 0;
  double max_error = 0;
  // Most pictures are equal, which is seen much faster as a whole.
  const bool equal = equal_bytes(expected.data(), actual.data(), expected.size_bytes());
  for (std::size_t i = 0; !equal && i < expected.size(); ++i) {
    if (same_bits(expected[i], actual[i])) continue;
    const double error = std::abs(expected[i] - actual[i]);
    max_error =
        std::isnan(error) ? std::numeric_limits<double>::infinity() : std::max(max_error, error);
    // Beyond what is allowed nothing is left to explain.
    if (!exact && contracted && static_cast<double>(differing.count) <= allowed &&
        same_bits(contracted(i), actual[i])) {
      ++rounded_once;
      continue;
    }
    if (differing.count++ == 0) first = i;
    ++differing.by_row[i / columns];
    ++differing.by_column[i % columns];
  }
  std::ostringstream message;
  message << differing.count << " of " << expected.size() << " pixels differ";
  if (differing.count > 0) {
    message << ", the first at " << first << ": " << actual[first] << " instead of "
            << expected[first];
  }
  if (!exact) message << " (up to " << allowed << " are allowed)";
  const std::string line = exact ? std::string() : crowded(differing);
  message << line;
  if (rounded_once > 0) message << "; " << rounded_once << " are those of contracted arithmetic";
  return {.passed = static_cast<double>(differing.count) <= allowed && line.empty() &&
                    std::isfinite(max_error),
          .rule = exact ? "exact" : "pixels",
          .message = message.str(),
          .max_error = max_error};
}

}  // namespace breakeven

#include "compare-pixels.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <sstream>

namespace breakeven {

Check compare_pixels(std::span<const double> expected, std::span<const double> actual, bool exact) {
  std::size_t differing = 0;
  std::size_t first = 0;
  double max_error = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (std::memcmp(&expected[i], &actual[i], sizeof(double)) == 0) continue;
    if (differing++ == 0) first = i;
    const double error = std::abs(expected[i] - actual[i]);
    max_error =
        std::isnan(error) ? std::numeric_limits<double>::infinity() : std::max(max_error, error);
  }
  const double allowed =
      exact ? 0 : std::floor(max_differing_share * static_cast<double>(expected.size()));
  std::ostringstream message;
  message << differing << " of " << expected.size() << " pixels differ";
  if (differing > 0) {
    message << ", the first at " << first << ": " << actual[first] << " instead of "
            << expected[first];
  }
  if (!exact) message << " (up to " << allowed << " are allowed)";
  return {.passed = static_cast<double>(differing) <= allowed && std::isfinite(max_error),
          .rule = exact ? "exact" : "pixels",
          .message = message.str(),
          .max_error = max_error};
}

}  // namespace breakeven

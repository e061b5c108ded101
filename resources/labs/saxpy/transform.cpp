/// breakeven
// title = "C++ transform"
// summary = "std::transform on one core."
///
#include <algorithm>
#include <cstdint>

extern "C" void saxpy(std::uint32_t n, float a, const float *x, float *y) {
  std::transform(x, x + n, y, y, [a](float xi, float yi) { return a * xi + yi; });
}

/// breakeven
// libraries = ["libtbb.so.12"]
// install = "apt-get install libtbb-dev"
///
#include <algorithm>
#include <execution>

void twice(int n, const float* x, float* y) {
  std::transform(std::execution::par_unseq, x, x + n, y, [](float v) { return 2 * v; });
}

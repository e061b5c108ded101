/// breakeven
// flags = ["-stdpar=gpu"]
///
#include <algorithm>
#include <execution>

void twice(int n, const float* x, float* y) {
  std::transform(std::execution::par_unseq, x, x + n, y, [](float v) { return 2 * v; });
}

/// breakeven
// title = "Naive"
// summary = "Three loops on one core, in the order of rows."
///
#include <stdint.h>
#include <string.h>

void sgemm(uint32_t n, const float *a, const float *b, float *c) {
  memset(c, 0, sizeof(float) * n * (uint64_t)n);
  for (uint32_t row = 0; row < n; ++row) {
    for (uint32_t k = 0; k < n; ++k) {
      const float factor = a[(uint64_t)row * n + k];
      for (uint32_t column = 0; column < n; ++column) {
        c[(uint64_t)row * n + column] += factor * b[(uint64_t)k * n + column];
      }
    }
  }
}

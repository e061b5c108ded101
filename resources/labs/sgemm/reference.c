#include <stdint.h>

/* Sums in double precision: what the variants are compared with. */
void sgemm(uint32_t n, const float *a, const float *b, float *c) {
  for (uint32_t row = 0; row < n; ++row) {
    for (uint32_t column = 0; column < n; ++column) {
      double sum = 0;
      for (uint32_t k = 0; k < n; ++k) {
        sum += (double)a[(uint64_t)row * n + k] * b[(uint64_t)k * n + column];
      }
      c[(uint64_t)row * n + column] = (float)sum;
    }
  }
}

/// breakeven
// title = "OpenMP"
// summary = "The loop on all cores."
// [axes.threads]
// min = 1
// max = 1024
// default = 1
///
#include <stdint.h>

void saxpy(uint32_t n, float a, const float *x, float *y) {
#pragma omp parallel for simd schedule(static)
  for (uint32_t i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
}

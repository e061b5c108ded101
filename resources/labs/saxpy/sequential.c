/// breakeven
// title = "Sequential"
// summary = "One loop on one core."
///
#include <math.h>
#include <stdint.h>

void saxpy(uint32_t n, float a, const float *x, float *y) {
  for (uint32_t i = 0; i < n; ++i) y[i] += a * x[i];
}

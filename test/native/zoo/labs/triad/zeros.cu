/// breakeven
// title = "Zeros"
// kind = "host"
///
#include "kernels.h"

void triad(unsigned n, float a, const float* x, const float* y, float* z, cudaStream_t stream) {
  cudaMemsetAsync(z, 0, 4 * n, stream);
}

/// breakeven
// title = "Waits inside"
// kind = "host"
///
#include "kernels.h"

void triad(unsigned n, float a, const float* x, const float* y, float* z, cudaStream_t stream) {
  launch(0, n / 2, a, x, y, z, stream);
  cudaStreamSynchronize(stream);
  launch(n / 2, n, a, x, y, z, stream);
}

/// breakeven
// title = "Waits inside, then a stream of its own"
// kind = "host"
///
#include "kernels.h"

void triad(unsigned n, float a, const float* x, const float* y, float* z, cudaStream_t stream) {
  cudaStreamSynchronize(stream);
  launch(0, n, a, x, y, z, own_stream());
}

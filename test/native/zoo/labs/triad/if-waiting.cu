/// breakeven
// title = "Not while its stream is busy"
// kind = "host"
///
#include "kernels.h"

void triad(unsigned n, float a, const float* x, const float* y, float* z, cudaStream_t stream) {
  if (cudaStreamQuery(stream) != cudaErrorNotReady) launch(0, n, a, x, y, z, stream);
  cudaGetLastError();
}

/// breakeven
// title = "Another stream, joined"
// kind = "host"
///
#include "kernels.h"

void triad(unsigned n, float a, const float* x, const float* y, float* z, cudaStream_t stream) {
  cudaEventRecord(event(0), stream);
  cudaStreamWaitEvent(own_stream(), event(0), 0);
  launch(0, n, a, x, y, z, own_stream());
  cudaEventRecord(event(1), own_stream());
  cudaStreamWaitEvent(stream, event(1), 0);
}

/// breakeven
// title = "In the stream"
// kind = "host"
///
#include "kernels.h"

void triad(unsigned n, float a, const float* x, const float* y, float* z, cudaStream_t stream) {
  launch(0, n, a, x, y, z, stream);
}

/// breakeven
// title = "Every second call"
// kind = "host"
///
#include "kernels.h"

void triad(unsigned n, float a, const float* x, const float* y, float* z, cudaStream_t stream) {
  static unsigned calls = 0;
  if (calls++ % 2 == 0) launch(0, n, a, x, y, z, stream);
}

/// breakeven
// title = "Stream of its own"
// kind = "host"
///
#include "kernels.h"

void triad(unsigned n, float a, const float* x, const float* y, float* z, cudaStream_t stream) {
  static_cast<void>(stream);
  launch(0, n, a, x, y, z, own_stream());
}

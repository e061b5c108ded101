/// breakeven
// title = "On the host"
// kind = "host"
///
#include <vector>

#include "kernels.h"

void triad(unsigned n, float a, const float* x, const float* y, float* z, cudaStream_t stream) {
  static std::vector<float> in, out;
  in.resize(2 * n + 2);
  out.resize(n);
  cudaMemcpy(in.data(), x, 4 * n, cudaMemcpyDeviceToHost);
  cudaMemcpy(in.data() + n, y, 4 * n, cudaMemcpyDeviceToHost);
  for (unsigned i = 0; i < n; ++i) out[i] = a * in[i] + in[n + i];
  cudaMemcpyAsync(z, out.data(), 4 * n, cudaMemcpyHostToDevice, stream);
}

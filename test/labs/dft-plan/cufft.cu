/// breakeven
// libraries = ["libcufft.so"]
// install = "it comes with the CUDA toolkit"
///
#include <cufft.h>

static cufftHandle plan;

void dft_setup(int n) { cufftPlan1d(&plan, n, CUFFT_C2C, 1); }
void dft_teardown(void) { cufftDestroy(plan); }

void dft(int, const float2* x, float2* y, cudaStream_t stream) {
  cufftSetStream(plan, stream);
  cufftExecC2C(plan, const_cast<float2*>(x), y, CUFFT_FORWARD);
}

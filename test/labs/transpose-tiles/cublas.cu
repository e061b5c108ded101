/// breakeven
// libraries = ["libcublas.so"]
// install = "it comes with the CUDA toolkit"
///
#include <cublas_v2.h>

static cublasHandle_t handle;

void transpose_setup(int) { cublasCreate(&handle); }
void transpose_teardown(void) { cublasDestroy(handle); }

void transpose(int n, const float* a, float* b, cudaStream_t stream) {
  const float one = 1, zero = 0;
  cublasSetStream(handle, stream);
  cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, &one, a, n, &zero, b, n, b, n);
}

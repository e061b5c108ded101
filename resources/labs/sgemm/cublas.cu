/// breakeven
// title = "cuBLAS"
// summary = "cublasSgemm on the stream of the case, in float32 without tensor cores."
// libraries = ["libcublas.so"]
// install = "it comes with the CUDA toolkit"
///
#include <cublas_v2.h>

#include <cstdio>
#include <cstdlib>

static cublasHandle_t handle() {
  static cublasHandle_t one = [] {
    cublasHandle_t made = nullptr;
    if (cublasCreate(&made) != CUBLAS_STATUS_SUCCESS) {
      std::fprintf(stderr, "cublasCreate failed\n");
      std::abort();
    }
    return made;
  }();
  return one;
}

/* Matrices of cuBLAS are in Fortran order: the transpose of C is that of B times that of A. */
void sgemm(unsigned n, const float *a, const float *b, float *c, cudaStream_t stream) {
  const float one = 1, zero = 0;
  const int size = static_cast<int>(n);
  cublasSetStream(handle(), stream);
  cublasSgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, size, size, size, &one, b, size, a, size, &zero,
              c, size);
}

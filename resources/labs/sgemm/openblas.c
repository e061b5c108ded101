/// breakeven
// title = "OpenBLAS"
// summary = "cblas_sgemm of OpenBLAS, with the threads that it takes."
// libraries = ["libopenblas.so.0"]
// install = "apt-get install libopenblas0-pthread"
///
#include <stdint.h>

/* Its header is in another package than the library. */
enum { row_major = 101, no_transpose = 111 };
void cblas_sgemm(int order, int transpose_a, int transpose_b, int m, int n, int k, float alpha,
                 const float *a, int lda, const float *b, int ldb, float beta, float *c, int ldc);

void sgemm(uint32_t n, const float *a, const float *b, float *c) {
  const int size = (int)n;
  cblas_sgemm(row_major, no_transpose, no_transpose, size, size, size, 1, a, size, b, size, 0, c,
              size);
}

/// breakeven
// title = "CUDA, naive"
// summary = "One thread per element of C, reading from global memory."
// block = ["16", "16"]
// grid = ["ceildiv(n, 16)", "ceildiv(n, 16)"]
///
__global__ void sgemm(unsigned n, const float *a, const float *b, float *c) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || column >= n) return;
  float sum = 0;
  for (unsigned k = 0; k < n; ++k) {
    sum += a[(unsigned long long)row * n + k] * b[(unsigned long long)k * n + column];
  }
  c[(unsigned long long)row * n + column] = sum;
}

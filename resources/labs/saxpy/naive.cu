/// breakeven
// title = "CUDA"
// summary = "One thread per element."
// block = "blockSize"
// grid = "ceildiv(n, blockSize)"
// [axes.blockSize]
// title = "Block size"
// help = "Threads per block."
// values = [64, 128, 256, 512, 1024]
// default = 256
///
__global__ void saxpy(unsigned n, float a, const float *x, float *y) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

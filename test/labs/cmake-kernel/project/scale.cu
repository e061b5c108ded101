__global__ void triple(int n, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 3 * x[i];
}

extern "C" void scale(int n, const float* x, float* y, cudaStream_t stream) {
  triple<<<(n + 255) / 256, 256, 0, stream>>>(n, x, y);
}

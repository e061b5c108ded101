/// breakeven
// kind = "host-to-host"
// args = ["xres", "yres", "a", "block"]
// [axes.block]
// values = [128, 256]
///
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                               \
  if ((call) != cudaSuccess) {                                    \
    printf("error %s\n", cudaGetErrorString(cudaGetLastError())); \
    exit(1);                                                      \
  }

__global__ void partial_sums(double* in, double* out, int n) {
  extern __shared__ double cache[];
  double sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    sum += in[i];
  cache[threadIdx.x] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) cache[threadIdx.x] += cache[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = cache[0];
}

extern "C" double mean_gpu(int xres, int yres, double* a, int block) {
  int n = xres * yres, grid = (n + block - 1) / block;
  if (grid > 1024) grid = 1024;
  double *d_in, *d_out, *sums = (double*)malloc(grid * sizeof(double)), mean = 0;
  CHECK(cudaMalloc((void**)&d_in, n * sizeof(double)));
  CHECK(cudaMalloc((void**)&d_out, grid * sizeof(double)));
  CHECK(cudaMemcpy(d_in, a, n * sizeof(double), cudaMemcpyHostToDevice));
  partial_sums<<<grid, block, block * sizeof(double)>>>(d_in, d_out, n);
  CHECK(cudaMemcpy(sums, d_out, grid * sizeof(double), cudaMemcpyDeviceToHost));
  for (int i = 0; i < grid; i++) mean += sums[i];
  cudaFree(d_in);
  cudaFree(d_out);
  free(sums);
  return mean / n;
}

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#define BINS 16
#define BLOCK 256

__device__ int d_hist[BINS];
__constant__ int d_n;

__global__ void histogram_kernel(const int* v) {
  __shared__ int local[BINS];
  if (threadIdx.x < BINS) local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < d_n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[v[i]], 1);
  __syncthreads();
  if (threadIdx.x < BINS) atomicAdd(&d_hist[threadIdx.x], local[threadIdx.x]);
}

int main(int argc, char** argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000000, hist[BINS] = {0}, *v, *d_v;
  v = (int*)malloc(n * sizeof(int));
  for (int i = 0; i < n; i++) v[i] = (int)(((long long)i * 7919) % BINS);
  cudaFree(0);
  clock_t begin = clock();
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaMalloc((void**)&d_v, n * sizeof(int));
  cudaMemcpy(d_v, v, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(d_n, &n, sizeof(int));
  cudaMemcpyToSymbol(d_hist, hist, sizeof(hist));
  int blocks = (n + BLOCK - 1) / BLOCK;
  if (blocks > 1024) blocks = 1024;
  cudaEventRecord(start);
  histogram_kernel<<<blocks, BLOCK>>>(d_v);
  cudaEventRecord(stop);
  cudaMemcpyFromSymbol(hist, d_hist, sizeof(hist));
  float ms;
  cudaEventElapsedTime(&ms, start, stop);
  printf("kernel %.6f ms\ntotal %.6f ms\n", ms, 1000.0 * (clock() - begin) / CLOCKS_PER_SEC);
  for (int i = 0; i < BINS; i++) printf("hist[%d] = %d\n", i, hist[i]);
  cudaFree(d_v);
  free(v);
  cudaDeviceReset();
  return 0;
}

/// breakeven
// kind = "host-to-host"
// flags = ["--fmad=false"]
///
#include <cstdio>
#include <cstdlib>

#define BLOCK 16
__constant__ int d_width, d_height, d_iterations;

__global__ void kernel(int* counts) {
  int col = blockIdx.x * BLOCK + threadIdx.x, row = blockIdx.y * BLOCK + threadIdx.y;
  if (col >= d_width || row >= d_height) return;
  double cr = -2.0 + 3.0 * col / d_width, ci = -1.5 + 3.0 * row / d_height, r = 0, i = 0;
  int count = 0;
  while (count < d_iterations && r * r + i * i < 4.0) {
    double next = r * r - i * i + cr;
    i = 2 * r * i + ci;
    r = next;
    count++;
  }
  counts[row * d_width + col] = count;
}

void mandelbrot(int* counts, int width, int height, int iterations) {
  int* d_counts;
  size_t bytes = sizeof(int) * width * height;
  cudaMalloc(&d_counts, bytes);
  cudaMemcpyToSymbol(d_width, &width, sizeof(int));
  cudaMemcpyToSymbol(d_height, &height, sizeof(int));
  cudaMemcpyToSymbol(d_iterations, &iterations, sizeof(int));
  dim3 block(BLOCK, BLOCK), grid((width + BLOCK - 1) / BLOCK, (height + BLOCK - 1) / BLOCK);
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  kernel<<<grid, block>>>(d_counts);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  float ms;
  cudaEventElapsedTime(&ms, start, stop);
  cudaMemcpy(counts, d_counts, bytes, cudaMemcpyDeviceToHost);
  cudaFree(d_counts);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
}

/// breakeven
// globals = { d_width = "width", d_height = "height", d_iterations = "iterations" }
// flags = ["--fmad=false"]
// block = [16, 16]
// grid = ["ceildiv(width, 16)", "ceildiv(width, 16)"]
///
#define BLOCK 16
__constant__ int d_width, d_height, d_iterations;

__global__ void mandelbrot(int* counts) {
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

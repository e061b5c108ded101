/// breakeven
// globals = { vector_x = "x", vector_y = "y", count = "n", power = "exponent" }
// define = { N = "n" }
// kind = "host"
///
__device__ float vector_x[N], vector_y[N];
__constant__ int count, power;

__global__ void multiply() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  for (int k = 0; k < power; ++k) vector_y[i] *= vector_x[i];
}

void products() { multiply<<<(N + 255) / 256, 256>>>(); }

/// breakeven
// globals = { vector_x = "x", vector_y = "y" }
// define = { N = "n", E = "exponent", BLOCK = 128 }
// args = []
// block = 128
///
__device__ float vector_x[N], vector_y[N];

__global__ void products() {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= N) return;
  for (int k = 0; k < E; ++k) vector_y[i] *= vector_x[i];
}

/// breakeven
// block = 64
// grid = "n"
///
__global__ void scaled(int n, int m, const float x[][64], const float* w, float y[][64]) {
  y[blockIdx.x][threadIdx.x] = w[blockIdx.x] * x[blockIdx.x][threadIdx.x];
}

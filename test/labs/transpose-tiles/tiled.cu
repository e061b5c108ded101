/// breakeven
// block = ["tile", "rows"]
// grid = ["ceildiv(n, tile)", "ceildiv(n, tile)"]
// where = "tile % rows == 0 and tile * rows <= 1024"
// axes.tile = { values = [16, 32, 64], default = 32 }
// axes.rows = { values = [4, 8, 16], default = 8 }
// define = { TILE = "tile", ROWS = "rows" }
///
__global__ void transpose(int n, const float* a, float* b) {
  __shared__ float part[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS)
    if (x < n && y + i < n) part[threadIdx.y + i][threadIdx.x] = a[(long)(y + i) * n + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS)
    if (x < n && y + i < n) b[(long)(y + i) * n + x] = part[threadIdx.x][threadIdx.y + i];
}

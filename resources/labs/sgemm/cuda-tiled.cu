/// breakeven
// title = "CUDA, tiled"
// summary = "Tiles in shared memory; each thread computes several rows of C."
// block = ["tile", "tile / work"]
// grid = ["ceildiv(n, tile)", "ceildiv(n, tile)"]
// where = "tile % work == 0 and tile * tile / work <= 1024"
// [axes.tile]
// title = "Tile"
// help = "Rows and columns of a tile of C."
// values = [16, 32, 64]
// default = 32
// define = "TILE"
// [axes.work]
// title = "Rows per thread"
// help = "Elements of C that one thread computes."
// values = [1, 2, 4, 8, 16]
// default = 4
// define = "WORK"
///
__global__ void sgemm(unsigned n, const float *a, const float *b, float *c) {
  __shared__ float tile_a[TILE][TILE];
  __shared__ float tile_b[TILE][TILE + 1];
  constexpr unsigned rows = TILE / WORK;
  const unsigned column = blockIdx.x * TILE + threadIdx.x;
  const unsigned first = blockIdx.y * TILE;
  float sums[WORK] = {};
  for (unsigned k = 0; k < n; k += TILE) {
    for (unsigned part = 0; part < WORK; ++part) {
      const unsigned r = part * rows + threadIdx.y;
      const unsigned row = first + r;
      const unsigned ak = k + threadIdx.x;
      tile_a[r][threadIdx.x] = row < n && ak < n ? a[(unsigned long long)row * n + ak] : 0.0f;
      tile_b[r][threadIdx.x] =
          k + r < n && column < n ? b[(unsigned long long)(k + r) * n + column] : 0.0f;
    }
    __syncthreads();
    for (unsigned l = 0; l < TILE; ++l) {
      const float right = tile_b[l][threadIdx.x];
      for (unsigned part = 0; part < WORK; ++part) {
        sums[part] += tile_a[part * rows + threadIdx.y][l] * right;
      }
    }
    __syncthreads();
  }
  for (unsigned part = 0; part < WORK; ++part) {
    const unsigned row = first + part * rows + threadIdx.y;
    if (row < n && column < n) c[(unsigned long long)row * n + column] = sums[part];
  }
}

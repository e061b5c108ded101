/// breakeven
// kind = "host"
// function = "launch_min"
// args = ["in", "out", "rows", "cols", "tile"]
// axes.tile = { values = [8, 16, 32], default = 16 }
///
__global__ void min_kernel(unsigned char* in, unsigned char* out, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r >= rows || c >= cols) return;
  unsigned char smallest = 255;
  for (int i = max(r - 1, 0); i <= min(r + 1, rows - 1); i++)
    for (int j = max(c - 1, 0); j <= min(c + 1, cols - 1); j++)
      smallest = min(smallest, in[i * cols + j]);
  out[r * cols + c] = smallest;
}

void launch_min(unsigned char* d_in, unsigned char* d_out, int rows, int cols, int tile) {
  dim3 block(tile, tile), grid((cols + tile - 1) / tile, (rows + tile - 1) / tile);
  min_kernel<<<grid, block>>>(d_in, d_out, rows, cols);
}

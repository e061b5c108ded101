/// breakeven
// title = "OpenMP, blocked"
// summary = "Rows of tiles on all cores."
// [axes.threads]
// min = 1
// max = 1024
// default = 1
// [axes.tile]
// title = "Tile"
// help = "Rows and columns of a tile."
// values = [32, 64, 128, 256]
// default = 64
// define = "TILE"
///
#include <string.h>

#include "tiles.h"

void sgemm(uint32_t n, const float *a, const float *b, float *c) {
#pragma omp parallel for schedule(dynamic)
  for (uint32_t row = 0; row < n; row += TILE) {
    memset(c + (uint64_t)row * n, 0, sizeof(float) * n * (uint64_t)MIN(TILE, n - row));
    for (uint32_t k = 0; k < n; k += TILE) {
      for (uint32_t column = 0; column < n; column += TILE) add_tile(n, a, b, c, row, column, k);
    }
  }
}

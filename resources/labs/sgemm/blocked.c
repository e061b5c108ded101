/// breakeven
// title = "Blocked"
// summary = "Tiles that stay in the cache, on one core."
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
  memset(c, 0, sizeof(float) * n * (uint64_t)n);
  for (uint32_t row = 0; row < n; row += TILE) {
    for (uint32_t k = 0; k < n; k += TILE) {
      for (uint32_t column = 0; column < n; column += TILE) add_tile(n, a, b, c, row, column, k);
    }
  }
}

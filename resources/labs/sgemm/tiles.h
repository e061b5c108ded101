#pragma once

#include <stdint.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))

/* Adds the products of one tile: rows from `row`, `TILE` of them, over columns and depth from `column` and `k`. */
static inline void add_tile(uint32_t n, const float *a, const float *b, float *c, uint32_t row,
                            uint32_t column, uint32_t k) {
  const uint32_t rows = MIN(row + TILE, n);
  const uint32_t columns = MIN(column + TILE, n);
  const uint32_t depth = MIN(k + TILE, n);
  for (uint32_t i = row; i < rows; ++i) {
    for (uint32_t l = k; l < depth; ++l) {
      const float factor = a[(uint64_t)i * n + l];
      for (uint32_t j = column; j < columns; ++j) {
        c[(uint64_t)i * n + j] += factor * b[(uint64_t)l * n + j];
      }
    }
  }
}

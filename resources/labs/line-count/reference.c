#include <stdint.h>

void count_lines(uint64_t n, const uint8_t *text, uint64_t *lines) {
  uint64_t found = 0;
  for (uint64_t i = 0; i < n; ++i) found += text[i] == '\n';
  *lines = found;
}

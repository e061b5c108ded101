#include <stdint.h>

/* Lines of letters and spaces, about 60 bytes each; the last one is whole. */
void generate(uint64_t n, uint64_t seed, uint8_t *text, uint64_t *lines) {
  uint64_t state = seed;
  (void)lines;
  for (uint64_t i = 0; i < n; ++i) {
    uint64_t bits = state += 0x9E3779B97F4A7C15u;
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
    bits ^= bits >> 31;
    text[i] = bits % 61 == 0 ? '\n' : bits % 7 == 0 ? ' ' : 'a' + (bits >> 32) % 26;
  }
  text[n - 1] = '\n';
}

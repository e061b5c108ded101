#include "particle.h"

void generate(int n, double step, unsigned long long seed, particle *before,
              particle *after) {
  for (int i = 0; i < n; ++i) {
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    before[i] = (particle){(seed >> 40) / 256.0, (seed >> 50) / 64.0 * step, i};
  }
}

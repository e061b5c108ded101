#include "particle.h"

void move(int n, double step, const particle *restrict before, particle after[]) {
  for (int i = 0; i < n; ++i) {
    after[i] = before[i];
    after[i].place += step * before[i].speed;
  }
}

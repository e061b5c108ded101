#include "particle.h"

__global__ void move(int n, double step, const particle* before, particle* after) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  particle one = before[i];
  one.place += step * one.speed;
  after[i] = one;
}

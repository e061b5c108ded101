#include <algorithm>

#include "particle.h"

void move(int n, double step, const particle* before, particle* after) {
  std::transform(before, before + n, after, [step](particle one) {
    one.place += step * one.speed;
    return one;
  });
}

#include "autocorrelation.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace breakeven {
namespace {

constexpr std::size_t min_samples = 8;
constexpr double max_lag = 1000;

double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

}  // namespace

// Correlation of the indicators "above the median", summed by Geyer's initial monotone positive
// sequence ("Practical Markov chain Monte Carlo", Statistical Science 7, 1992).
double autocorrelation_inflation(const std::vector<double>& times, double median) {
  const std::size_t n = times.size();
  const double count = static_cast<double>(n);
  if (n < min_samples) return 1;
  std::vector<double> side(n);
  double average = 0;
  for (std::size_t i = 0; i < n; ++i) {
    side[i] = sign(times[i] - median);
    average += side[i] / count;
  }
  double energy = 0;
  for (double& value : side) {
    value -= average;
    energy += value * value;
  }
  if (energy == 0) return 1;
  const auto at = [&](std::size_t lag) {
    double sum = 0;
    for (std::size_t i = lag; i < n; ++i) sum += side[i] * side[i - lag];
    return sum / energy;
  };
  double tau = -1;
  double before = std::numeric_limits<double>::infinity();
  for (std::size_t lag = 0; static_cast<double>(lag + 1) < std::min(count / 2, max_lag); lag += 2) {
    const double pair = std::min(before, (lag == 0 ? 1 : at(lag)) + at(lag + 1));
    if (pair <= 0) break;
    tau += 2 * pair;
    before = pair;
  }
  return std::min(std::max(1.0, tau), count);
}

}  // namespace breakeven

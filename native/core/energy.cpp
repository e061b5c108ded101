#include "energy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "clock.h"

namespace breakeven {
namespace {

constexpr double max_limit_ns = 2e9;
/// Stretches from tick to tick: fewer say nothing of how they differ.
constexpr std::size_t min_stretches = 5;
constexpr std::size_t max_stretches = 10;
/// Student's quantile for 97.5 %, for 4 to 9 degrees of freedom.
constexpr std::array<double, 6> student = {2.776, 2.571, 2.447, 2.365, 2.306, 2.262};
constexpr double max_half_width = 0.25;

/// A value of the counter that was first seen at `at_ns`, and not yet `late_ns` before.
struct Tick {
  std::int64_t at_ns;
  double late_ns;
  double joules;
};

/// Half-width of the 95 % interval of the mean power, relative.
double half_width(const std::vector<Tick>& ticks) {
  const std::size_t stretches = ticks.size() - 1;
  std::vector<double> watts;
  for (std::size_t i = 1; i < ticks.size(); ++i) {
    watts.push_back((ticks[i].joules - ticks[i - 1].joules) /
                    ns_between(ticks[i - 1].at_ns, ticks[i].at_ns) * 1e9);
  }
  double mean = 0;
  for (const double each : watts) mean += each / static_cast<double>(stretches);
  double squares = 0;
  for (const double each : watts) squares += (each - mean) * (each - mean);
  const double sd = std::sqrt(squares / static_cast<double>(stretches - 1));
  const double error = sd / std::sqrt(static_cast<double>(stretches));
  return mean > 0 ? student[stretches - min_stretches] * error / mean : max_half_width * 2;
}

}  // namespace

std::optional<Energy> measure_energy(const EnergyMeter& meter) {
  const double limit_ns = std::min(max_limit_ns, meter.limit_ns);
  const std::int64_t start = meter.now_ns();
  std::int64_t asked_at = start;
  std::optional<double> last = meter.joules();
  double executions = 0;
  std::vector<Tick> ticks;
  while (last && ticks.size() <= max_stretches && ns_between(start, asked_at) < limit_ns) {
    executions += meter.advance();
    const std::int64_t now = meter.now_ns();
    const std::optional<double> joules = meter.joules();
    if (!joules) return std::nullopt;
    if (*joules != *last) {
      ticks.push_back({now, ns_between(asked_at, now), *joules});
      const double stretch = ns_between(ticks.front().at_ns, now);
      const double needed = ns_between(start, ticks.front().at_ns) + min_stretches * stretch;
      if (ticks.size() == 2 && needed > limit_ns) return std::nullopt;
    }
    last = joules;
    asked_at = now;
  }
  if (ticks.size() <= min_stretches || executions < 1) return std::nullopt;
  const double passed = ns_between(ticks.front().at_ns, ticks.back().at_ns);
  const double watts = (ticks.back().joules - ticks.front().joules) / passed * 1e9;
  const double execution_s = ns_between(start, asked_at) / executions / 1e9;
  // A tick is seen late by up to the time between two questions, and by no more than its period.
  const double period = passed / static_cast<double>(ticks.size() - 1);
  const double ends =
      std::min(ticks.front().late_ns, period) + std::min(ticks.back().late_ns, period);
  const double half = half_width(ticks) + ends / passed;
  if (!(watts > 0) || !(half <= max_half_width)) return std::nullopt;
  const double joules = watts * execution_s;
  return Energy{joules, joules * (1 - half), joules * (1 + half), executions};
}

}  // namespace breakeven

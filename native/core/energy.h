#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace breakeven {

/// Joules of one execution, with an interval that holds the true value in about 95 of 100.
struct Energy {
  double joules = 0;
  double low = 0;
  double high = 0;
  double executions = 0;
};

/// What is asked while executions follow each other back to back.
struct EnergyMeter {
  /// The device's counter, in joules; it stands still between its ticks. Nothing where it cannot be
  /// read.
  std::function<std::optional<double>()> joules;
  std::function<std::int64_t()> now_ns;
  /// Keeps the device busy with further executions for some milliseconds. Returns how many ended.
  std::function<int()> advance;
  /// At most two seconds.
  double limit_ns;
};

/// The counter is compared between two of its ticks alone: what it says between them belongs to
/// neither. Nothing where it ticks too seldom within the limit, or the interval is too wide to
/// say anything.
std::optional<Energy> measure_energy(const EnergyMeter& meter);

}  // namespace breakeven

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "result.h"

namespace breakeven {

/// The energy that one device has used, in joules; it stands still between its ticks. Nothing where
/// it cannot be read.
struct EnergyCounter {
  std::string device;
  std::function<std::optional<double>()> joules;
};

/// What is asked while executions follow each other back to back.
struct EnergyMeter {
  std::vector<EnergyCounter> counters;
  std::function<std::int64_t()> now_ns;
  /// Brings executions under way before the time begins, after idle power; may be absent.
  std::function<void()> begin;
  /// Keeps the device busy with further executions for some milliseconds. Returns how many ended.
  std::function<int()> advance;
  /// At most two seconds.
  double limit_ns;
  /// Lets some milliseconds pass without an execution; absent where idle power is not wanted.
  std::function<void()> rest{};
};

/// A counter is compared between two of its ticks alone: what it says between them belongs to
/// neither. One is absent where it ticks too seldom within the limit, or its interval is too wide
/// to say anything. Idle power is of the second before.
std::vector<Energy> measure_energy(const EnergyMeter& meter);

/// Some milliseconds without an execution.
void rest_for_energy();

/// Package and memory of the processors, each the sum of all sockets, as RAPL has them; those that
/// this user may not read are absent.
std::vector<EnergyCounter> host_energy(const std::string& folder = "/sys/class/powercap");

}  // namespace breakeven

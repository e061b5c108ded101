#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "result.h"

namespace breakeven {

/// Counters of the system and of this process at one time. What the system does not tell is
/// missing.
struct SystemCounters {
  std::int64_t clock_ns = 0;
  /// CPU time of all CPUs together, and the part of it that a hypervisor gave to others.
  std::optional<double> cpu_s;
  std::optional<double> stolen_s;
  /// The part in which a CPU of this system did something.
  std::optional<double> busy_s;
  /// CPU time of this process.
  double own_s = 0;
  /// Time in which some thread of the machine waited for a CPU.
  std::optional<double> waiting_s;
  double involuntary_switches = 0;
  double major_faults = 0;
};

SystemCounters read_system_counters();

/// What happened between two such readings; `src-main/core/run/interference.ts` judges it.
std::map<std::string, Attribute> interference_between(const SystemCounters& before,
                                                      const SystemCounters& after);

/// The same, with the CPU time of other processes (`othersS`).
std::map<std::string, Attribute> interference_of_others(const SystemCounters& before,
                                                        const SystemCounters& after);

}  // namespace breakeven

#include "interference.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "clock.h"
#include "machine.h"

namespace breakeven {
namespace {

/// Fields of the line `cpu` of /proc/stat: idle, waiting for a disk, and stolen time are the
/// fourth, the fifth and the eighth. Guest time is part of user time.
constexpr int fields_of_cpu = 8;
constexpr int idle_field = 3;
constexpr int disk_field = 4;
constexpr int stolen_field = 7;

void read_cpu_times(SystemCounters& counters) {
  std::ifstream file("/proc/stat");
  std::string name;
  if (!(file >> name) || name != "cpu") return;
  const double tick = static_cast<double>(sysconf(_SC_CLK_TCK));
  double sum = 0;
  double stolen = 0;
  double busy = 0;
  for (int field = 0; field < fields_of_cpu; ++field) {
    double ticks = 0;
    if (!(file >> ticks)) return;
    sum += ticks;
    if (field == stolen_field) {
      stolen = ticks;
    } else if (field != idle_field && field != disk_field) {
      busy += ticks;
    }
  }
  counters.cpu_s = sum / tick;
  counters.stolen_s = stolen / tick;
  counters.busy_s = busy / tick;
}

/// `some avg10=0.00 avg60=0.00 avg300=0.00 total=12345`, in microseconds.
void read_pressure(SystemCounters& counters) {
  std::ifstream file("/proc/pressure/cpu");
  std::string line;
  if (!std::getline(file, line) || line.rfind("some", 0) != 0) return;
  const auto at = line.find("total=");
  if (at == std::string::npos) return;
  double microseconds = 0;
  if (std::istringstream(line.substr(at + 6)) >> microseconds) {
    counters.waiting_s = microseconds / 1e6;
  }
}

}  // namespace

SystemCounters read_system_counters() {
  SystemCounters counters;
  counters.clock_ns = now_ns();
  counters.own_s = process_cpu_ns() / 1e9;
  read_cpu_times(counters);
  read_pressure(counters);
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) == 0) {
    counters.involuntary_switches = static_cast<double>(usage.ru_nivcsw);
    counters.major_faults = static_cast<double>(usage.ru_majflt);
  }
  return counters;
}

std::map<std::string, Attribute> interference_between(const SystemCounters& before,
                                                      const SystemCounters& after) {
  std::map<std::string, Attribute> found;
  found["seconds"] = ns_between(before.clock_ns, after.clock_ns) / 1e9;
  found["usableCpus"] = static_cast<double>(usable_cpus());
  const auto put = [&](const char* name, const std::optional<double>& from,
                       const std::optional<double>& to) {
    if (from && to) found[name] = *to - *from;
  };
  put("cpuS", before.cpu_s, after.cpu_s);
  put("stolenS", before.stolen_s, after.stolen_s);
  put("waitingS", before.waiting_s, after.waiting_s);
  found["involuntarySwitches"] = after.involuntary_switches - before.involuntary_switches;
  found["majorFaults"] = after.major_faults - before.major_faults;
  return found;
}

std::map<std::string, Attribute> interference_of_others(const SystemCounters& before,
                                                        const SystemCounters& after) {
  std::map<std::string, Attribute> found = interference_between(before, after);
  if (before.busy_s && after.busy_s) {
    // The system counts whole ticks, this process exact times.
    const double others = *after.busy_s - *before.busy_s - (after.own_s - before.own_s);
    found["othersS"] = std::max(0.0, others);
  }
  return found;
}

}  // namespace breakeven

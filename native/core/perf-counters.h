#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "result.h"

namespace breakeven {

/// An event of the kernel's perf interface, as `linux/perf_event.h` numbers it.
struct PerfEvent {
  const char* name;
  std::uint32_t type;
  std::uint64_t config;
};

/// Cycles, instructions, cache references and misses, branches and misses: what every processor
/// that has counters can count.
std::vector<PerfEvent> hardware_events();

/// Counts events of all threads of this process, and of those that they start, in user space.
class PerfCounters {
 public:
  explicit PerfCounters(const std::vector<PerfEvent>& events = hardware_events());
  PerfCounters(const PerfCounters&) = delete;
  PerfCounters& operator=(const PerfCounters&) = delete;
  ~PerfCounters();

  void start();
  void stop();

  /// By event `perf:NAME`; `perf:scaled`, the least share of time that an event was counted in,
  /// amounts being scaled by it; or `perf:refused`, why nothing was counted, in one sentence.
  std::map<std::string, Attribute> counts() const;

 private:
  struct Opened {
    std::string name;
    int file;
  };
  void control(unsigned long request);
  void close_all();

  std::vector<Opened> opened_;
  std::string refused_;
};

}  // namespace breakeven

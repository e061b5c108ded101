#include "perf-counters.h"

#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace breakeven {
namespace {

int open_event(const PerfEvent& event, pid_t thread) {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = event.type;
  attributes.config = event.config;
  attributes.disabled = 1;
  attributes.inherit = 1;
  // What a user may count without further rights.
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  return static_cast<int>(
      syscall(SYS_perf_event_open, &attributes, thread, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

std::string refusal(int error) {
  if (error == ENOENT || error == ENODEV || error == EOPNOTSUPP) {
    return "this virtual machine has no PMU (ENOENT)";
  }
  if (error == EACCES || error == EPERM) {
    std::ifstream file("/proc/sys/kernel/perf_event_paranoid");
    std::string level;
    const bool known = static_cast<bool>(file >> level);
    return "perf events: EACCES" +
           (known ? " (perf_event_paranoid is " + level + ")" : std::string());
  }
  return std::string("perf events: ") + std::strerror(error);
}

}  // namespace

std::vector<PerfEvent> hardware_events() {
  return {
      {"cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
      {"instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
      {"cache-references", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES},
      {"cache-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
      {"branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
      {"branch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
  };
}

PerfCounters::PerfCounters(const std::vector<PerfEvent>& events) {
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task", none)) {
    const pid_t thread = std::stoi(entry.path().filename().string());
    for (const PerfEvent& event : events) {
      const int file = open_event(event, thread);
      // A thread may have ended since the folder was read.
      if (file < 0 && errno == ESRCH) break;
      if (file < 0) {
        refused_ = refusal(errno);
        close_all();
        return;
      }
      opened_.push_back({event.name, file});
    }
  }
}

PerfCounters::~PerfCounters() { close_all(); }

void PerfCounters::close_all() {
  for (const Opened& one : opened_) close(one.file);
  opened_.clear();
}

void PerfCounters::control(unsigned long request) {
  for (const Opened& one : opened_) ioctl(one.file, request, 0);
}

void PerfCounters::start() { control(PERF_EVENT_IOC_ENABLE); }
void PerfCounters::stop() { control(PERF_EVENT_IOC_DISABLE); }

std::map<std::string, Attribute> PerfCounters::counts() const {
  if (!refused_.empty()) return {{"perf:refused", refused_}};
  std::map<std::string, double> sums;
  double scaled = 1;
  for (const auto& [name, file] : opened_) {
    // Value, nanoseconds in which it was to count, and in which it did.
    std::array<std::uint64_t, 3> read_values{};
    if (read(file, read_values.data(), sizeof read_values) != sizeof read_values) continue;
    const auto [value, enabled, running] = read_values;
    double& sum = sums[name];
    if (enabled == 0 || running == 0) continue;
    const double share = static_cast<double>(running) / static_cast<double>(enabled);
    scaled = std::min(scaled, share);
    sum += static_cast<double>(value) / share;
  }
  std::map<std::string, Attribute> found{{"perf:scaled", scaled}};
  for (const auto& [name, sum] : sums) found["perf:" + name] = sum;
  return found;
}

}  // namespace breakeven

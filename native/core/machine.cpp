#include "machine.h"

#include <dirent.h>
#include <gnu/libc-version.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "allowance.h"
#include "first-line.h"

namespace breakeven {
namespace {

/// Every thread's mask together: OMP_PROC_BIND narrows the mask of the thread that loads libgomp,
/// while threads that Node started before it keep the one that the process was given.
cpu_set_t process_mask() {
  cpu_set_t all;
  CPU_ZERO(&all);
  if (DIR* tasks = opendir("/proc/self/task")) {
    while (const dirent* entry = readdir(tasks)) {
      const int thread = std::atoi(entry->d_name);
      cpu_set_t mask;
      if (thread > 0 && sched_getaffinity(thread, sizeof mask, &mask) == 0)
        CPU_OR(&all, &all, &mask);
    }
    closedir(tasks);
  }
  if (CPU_COUNT(&all) == 0) sched_getaffinity(0, sizeof all, &all);
  return all;
}

const cpu_set_t& usable_mask() {
  static const cpu_set_t mask = process_mask();
  return mask;
}

std::size_t meminfo_bytes(const std::string& name) {
  std::ifstream file("/proc/meminfo");
  std::string line;
  while (std::getline(file, line)) {
    if (line.rfind(name + ":", 0) == 0) {
      return static_cast<std::size_t>(std::stoull(line.substr(name.size() + 1))) * 1024;
    }
  }
  return 0;
}

}  // namespace

int usable_cpus() { return std::min(std::max(1, CPU_COUNT(&usable_mask())), allowed_cpus()); }

std::vector<int> usable_cpu_numbers() {
  std::vector<int> numbers;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &usable_mask())) numbers.push_back(cpu);
  }
  return numbers;
}

int physical_cores() {
  std::set<std::pair<std::string, std::string>> cores;
  for (const int cpu : usable_cpu_numbers()) {
    const std::string topology = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/";
    const std::string core = first_line(topology + "core_id");
    if (core.empty()) return usable_cpus();
    cores.emplace(first_line(topology + "physical_package_id"), core);
  }
  return cores.empty() ? usable_cpus() : std::min(static_cast<int>(cores.size()), usable_cpus());
}

void use_all_cpus() { sched_setaffinity(0, sizeof(cpu_set_t), &usable_mask()); }

std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  }
  return "unknown CPU";
}

std::size_t memory_total_bytes() { return meminfo_bytes("MemTotal"); }

std::size_t memory_available_bytes() {
  return std::min(meminfo_bytes("MemAvailable"), group_left_bytes());
}

namespace {

/// "gcc 12.2.0" or "clang 14.0.6".
std::string compiler() {
#if defined(__clang__)
  return "clang " + std::to_string(__clang_major__) + "." + std::to_string(__clang_minor__) + "." +
         std::to_string(__clang_patchlevel__);
#else
  return "gcc " __VERSION__;
#endif
}

}  // namespace

std::map<std::string, std::string> native_versions() {
  return {{"compiler", compiler()}, {"flags", BREAKEVEN_FLAGS}, {"glibc", gnu_get_libc_version()}};
}

}  // namespace breakeven

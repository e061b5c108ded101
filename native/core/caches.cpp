#include "caches.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "first-line.h"
#include "machine.h"

namespace breakeven {
namespace {

/// The files describe this machine; in a virtual machine sysconf may describe the host.
std::vector<DataCache> read_caches() {
  std::map<int, std::map<std::string, std::size_t>> levels;
  for (const int cpu : usable_cpu_numbers()) {
    for (int index = 0; index < 8; ++index) {
      const std::string cache = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) +
                                "/cache/index" + std::to_string(index) + "/";
      const int level = std::atoi(first_line(cache + "level").c_str());
      if (level == 0) break;
      if (first_line(cache + "type") == "Instruction") continue;
      // "32768K"
      const auto kib = static_cast<std::size_t>(std::atoll(first_line(cache + "size").c_str()));
      if (kib > 0) levels[level][first_line(cache + "shared_cpu_list")] = kib * 1024;
    }
  }
  std::vector<DataCache> caches;
  for (const auto& [level, instances] : levels) {
    std::size_t sum = 0;
    for (const auto& [cpus, bytes] : instances) sum += bytes;
    caches.push_back({.level = level,
                      .bytes = sum / instances.size(),
                      .instances = static_cast<int>(instances.size())});
  }
  if (!caches.empty()) return caches;
  const long told = sysconf(_SC_LEVEL3_CACHE_SIZE);
  return {{.level = 3,
           .bytes = told > 0 ? static_cast<std::size_t>(told) : std::size_t{32} << 20,
           .instances = 1}};
}

}  // namespace

std::size_t DataCache::reached(int threads) const {
  return bytes * static_cast<std::size_t>(std::clamp(threads, 1, instances));
}

const std::vector<DataCache>& data_caches() {
  static const std::vector<DataCache> caches = read_caches();
  return caches;
}

const DataCache* cache_holding(double bytes, int threads) {
  for (const DataCache& cache : data_caches()) {
    if (bytes <= static_cast<double>(cache.reached(threads))) return &cache;
  }
  return nullptr;
}

std::size_t last_level_cache_bytes() {
  const DataCache& last = data_caches().back();
  return last.bytes * static_cast<std::size_t>(last.instances);
}

}  // namespace breakeven
